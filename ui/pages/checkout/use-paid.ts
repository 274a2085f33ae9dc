import { useEffect } from 'react'
import { ask } from '../../lib/api'
import { billing, isRenewing } from '../../lib/billing'
import { useLive } from '../../lib/realtime'

/** Where no event comes, somebody has to ask (ms). */
const pollMs = 4000

/** Told once the invoice is paid, with the licence's new last day: by event, or by asking where nobody is signed in. */
export function usePaid(invoiceId: number, onPaid: (dueDate: string) => void) {
  const poll = () => checkPaid(invoiceId, onPaid).catch(() => undefined)
  useLive(
    {
      payment(event) {
        if (event.action === 'CONCLUIDA') onPaid(event.company.dueDate)
      },
    },
    poll,
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: one timer for one invoice.
  useEffect(() => {
    if (!isRenewing()) return
    const timer = setInterval(poll, pollMs)
    return () => clearInterval(timer)
  }, [invoiceId])
}

/** Asks whether it is paid by now. */
export async function checkPaid(id: number, onPaid: (dueDate: string) => void) {
  const { status } = await ask(billing().invoices({ id }).get())
  if (status === 'paid') onPaid((await ask(billing().subscription.get())).company.dueDate)
}

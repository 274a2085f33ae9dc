import { useEffect } from 'react'
import { unwrapResponse } from '../../../lib/api'
import { billing, isRenewing } from '../../../lib/billing'
import { useLive } from '../../../lib/realtime'

/** Polling interval in ms where no events are received. */
const pollMs = 4000

/** Calls `onPaid` with the licence's new end once the invoice is paid: by event, or by polling without a session. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: one timer per invoice.
  useEffect(() => {
    if (!isRenewing()) return
    const timer = setInterval(poll, pollMs)
    return () => clearInterval(timer)
  }, [invoiceId])
}

/** Requests the invoice and calls `onPaid` if it is paid. */
export async function checkPaid(id: number, onPaid: (dueDate: string) => void) {
  const { status } = await unwrapResponse(billing().invoices({ id }).get())
  if (status === 'paid') onPaid((await unwrapResponse(billing().subscription.get())).company.dueDate)
}

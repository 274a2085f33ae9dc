import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../../components/button'
import { dueDay } from '../../../lib/time'
import { useTranslation } from '../../../lib/use-translation'

/** Time in ms that the notice is shown. */
const shownMs = 4000

/** Confirms the payment with the new end of the licence, then leaves. */
export function PaidNotice({ dueDate, onDone }: { dueDate: string; onDone: () => void }) {
  const { t } = useTranslation()
  const latest = useRef(onDone)
  latest.current = onDone
  useEffect(() => {
    const timer = setTimeout(() => latest.current(), shownMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div role="status" className="flex flex-col items-center gap-3 py-8 text-center">
      <CircleCheck aria-hidden className="size-14 text-good" />
      <h2 className="font-semibold text-xl">{t('checkout.paidTitle')}</h2>
      <p className="text-muted">{t('checkout.paidText', { date: dueDay(dueDate) })}</p>
      <Button onClick={onDone}>{t('checkout.goOn')}</Button>
    </div>
  )
}

import { CalendarClock } from 'lucide-react'
import { Link } from 'wouter'
import { useCan } from '../lib/can'
import { paths } from '../lib/paths'
import { me } from '../lib/session'
import { daysLeft, dueDay } from '../lib/time'
import { useTranslation } from '../lib/use-translation'
import { useValue } from '../lib/use-value'

/** Days before the due date from which people who pay see the banner. */
const daysShown = 3

/**
 * Banner for people who may pay while the licence is about to end or in its days of grace; a trial has words of its own
 * elsewhere.
 */
export function DueBanner() {
  const { t } = useTranslation()
  const mayPay = useCan('invoice:list')
  const person = useValue(me)
  if (!mayPay || !person || person.super || person.company.trialExpiration) return null
  const { dueDate, worksUntil } = person.company
  const count = daysLeft(dueDate)
  if (count > daysShown || daysLeft(worksUntil) < 0) return null
  const date = dueDay(dueDate)
  return (
    <p
      role="status"
      className="flex shrink-0 flex-wrap items-center justify-center gap-x-2 bg-warn-soft px-3 py-1.5 text-center text-sm text-warn"
    >
      <CalendarClock aria-hidden className="hidden size-4 shrink-0 sm:block" />
      {count < 0 && t('auth.dueGrace', { date, until: dueDay(worksUntil) })}
      {count === 0 && t('auth.dueToday', { date })}
      {count > 0 && t('auth.dueSoon', { count, date })}
      <Link to={paths.financeiro} className="font-medium underline underline-offset-2">
        {t('reminders.pay')}
      </Link>
    </p>
  )
}

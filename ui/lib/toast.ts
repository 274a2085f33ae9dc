import i18n from 'i18next'
import { toast } from 'sonner'
import { asFailure, isAborted } from './failure'
import { daysLeft, dueDay } from './time'

/** 2 s (specification §9); sonner holds a toast while the pointer rests on it. */
const duration = 2000

export const toastSuccess = (text: string) => void toast.success(text, { duration })
export const toastInfo = (text: string) => void toast.message(text, { duration })
export const toastWarning = (text: string) => void toast.warning(text, { duration: 3 * duration })

/** Says what happened and what to do; a request its caller gave up says nothing. Usable as `.catch(toastError)`. */
export function toastError(thrown: unknown) {
  if (isAborted(thrown)) return
  const failure = asFailure(thrown)
  if (failure !== thrown) console.error(thrown)
  // One toast per kind of failure, however many requests failed with it.
  toast.error(errorText(failure), { duration, id: failure.code })
}

/** A failure in the person's language, with what the server added: when to try again, which date, who holds it. */
export function errorText(thrown: unknown): string {
  const { code, detail } = asFailure(thrown)
  const seconds = Number(detail.retryAfter)
  if (code === 'ERR_RATE_LIMIT' && seconds > 0)
    return seconds < 90
      ? i18n.t('errors.retrySeconds', { count: Math.ceil(seconds) })
      : i18n.t('errors.retryMinutes', { count: Math.ceil(seconds / 60) })
  if (code === 'ERR_SUBSCRIPTION_EXPIRED' && typeof detail.dueDate === 'string')
    return i18n.t('errors.subscriptionExpiredOn', { date: dueDay(detail.dueDate) })
  return i18n.t(`errors.${code}`)
}

/** At login, with fewer than five days left (specification §4). */
export function warnOfDueDate(dueDate: string) {
  const count = daysLeft(dueDate)
  if (count < 0 || count >= 5) return
  const day = dueDay(dueDate)
  toastWarning(count === 0 ? i18n.t('auth.dueToday', { date: day }) : i18n.t('auth.dueSoon', { count, date: day }))
}

import i18n from 'i18next'
import type { toast as Toast } from 'sonner'
import { asFailure, isAborted } from './failure'
import { daysLeft, dueDay } from './time'

/** 2 s (specification §9); sonner holds a toast while the pointer rests on it. */
const duration = 2000

/** Not in the first script: they come after the first paint, so that they are there when nothing more loads. */
export const loadToasts = () => import('./toast-host')

const showToast = (how: (toast: typeof Toast) => unknown) =>
  void loadToasts().then(
    ({ toast }) => how(toast),
    () => undefined, // nobody could be told
  )

export const toastSuccess = (text: string) => showToast((toast) => toast.success(text, { duration }))
export const toastInfo = (text: string) => showToast((toast) => toast.message(text, { duration }))
/** For what can be taken back: stays long enough to be reached by keyboard. */
export const toastUndo = (text: string, label: string, undo: () => void) =>
  showToast((toast) => toast.message(text, { duration: 5 * duration, action: { label, onClick: undo } }))
export const toastWarning = (text: string) => showToast((toast) => toast.warning(text, { duration: 3 * duration }))

/** Says what happened and what to do; a request its caller gave up says nothing. Usable as `.catch(toastError)`. */
export function toastError(thrown: unknown) {
  if (isAborted(thrown)) return
  const failure = asFailure(thrown)
  if (failure !== thrown) console.error(thrown)
  // One toast per kind of failure, however many requests failed with it.
  const text = errorText(failure)
  showToast((toast) => toast.error(text, { duration, id: failure.code }))
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

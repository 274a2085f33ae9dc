import i18n from 'i18next'
import type { toast as Toast } from 'sonner'
import { type NumberFault, numberFaults } from '../../src/shared/phone/faults'
import { asFailure, isAborted } from './failure'
import { daysLeft, dueDay } from './time'

/** Duration in ms. */
const duration = 2000
/** Duration in ms on the screens of flows. */
export const flowToastMs = 3000

/** Loaded after the first render, to keep it out of the first script and available when the network fails. */
export const loadToasts = () => import('./toast-host')

const showToast = (how: (toast: typeof Toast) => unknown) =>
  void loadToasts().then(
    ({ toast }) => how(toast),
    () => undefined, // The toast code did not load.
  )

export const toastSuccess = (text: string, ms = duration) => showToast((toast) => toast.success(text, { duration: ms }))
export const toastInfo = (text: string) => showToast((toast) => toast.message(text, { duration }))
/** Toast with an undo button; long enough to be reached by keyboard. */
export const toastUndo = (text: string, label: string, undo: () => void) =>
  showToast((toast) => toast.message(text, { duration: 5 * duration, action: { label, onClick: undo } }))
/** Toast with a button that stays until it is used or closed, for words that have no other place. */
export const toastAction = (text: string, label: string, run: () => void) =>
  showToast((toast) =>
    toast.warning(text, { duration: Number.POSITIVE_INFINITY, closeButton: true, action: { label, onClick: run } }),
  )
export const toastWarning = (text: string) => showToast((toast) => toast.warning(text, { duration: 3 * duration }))

/** Shows an error as a toast; an aborted request shows nothing. Usable as `.catch(toastError)`. */
export function toastError(thrown: unknown) {
  if (isAborted(thrown)) return
  const failure = asFailure(thrown)
  if (failure !== thrown) console.error(thrown)
  // The id makes one toast per error code, however many requests failed.
  const text = errorText(failure)
  showToast((toast) => toast.error(text, { duration, id: failure.code }))
}

/** Text of an error in the user's language, with the detail of the server: retry time, date, limit, address. */
export function errorText(thrown: unknown): string {
  const { code, detail } = asFailure(thrown)
  const seconds = Number(detail.retryAfter)
  if ((code === 'ERR_RATE_LIMIT' || code === 'ERR_BUDGET') && seconds > 0) return retryText(seconds)
  if (code === 'ERR_SUBSCRIPTION_EXPIRED' && typeof detail.dueDate === 'string')
    return i18n.t('errors.subscriptionExpiredOn', { date: dueDay(detail.dueDate) })
  if (code === 'ERR_PLAN_LIMIT' && isPlanned(detail.what))
    return i18n.t(`errors.planLimit.${detail.what}`, { limit: Number(detail.limit), count: Number(detail.limit) })
  if (code === 'ERR_FORBIDDEN_ORIGIN' && typeof detail.address === 'string')
    return i18n.t('errors.officialAddress', { address: detail.address })
  if (code === 'ERR_WEAK_PASSWORD' && Number(detail.min) > 0)
    return i18n.t('form.tooShort', { min: Number(detail.min) })
  if (isNumberFault(detail.reason)) return `${i18n.t(`form.numberFault.${detail.reason}`)}.`
  return i18n.t(`errors.${code}`)
}

const isNumberFault = (reason: unknown): reason is NumberFault => numberFaults.includes(reason as NumberFault)

const retryText = (seconds: number) =>
  seconds < 90
    ? i18n.t('errors.retrySeconds', { count: Math.ceil(seconds) })
    : i18n.t('errors.retryMinutes', { count: Math.ceil(seconds / 60) })

const isPlanned = (what: unknown): what is 'users' | 'connections' | 'queues' =>
  ['users', 'connections', 'queues'].includes(String(what))

/** Warns after login if fewer than five days of the licence are left; of a trial it says the last day. */
export function warnOfDueDate({ dueDate, trialExpiration }: { dueDate: string; trialExpiration: string | null }) {
  const count = daysLeft(dueDate)
  if (count < 0 || count >= 5) return
  if (trialExpiration) return toastInfo(i18n.t('auth.trialUntil', { date: dueDay(trialExpiration) }))
  const day = dueDay(dueDate)
  toastWarning(count === 0 ? i18n.t('auth.dueToday', { date: day }) : i18n.t('auth.dueSoon', { count, date: day }))
}

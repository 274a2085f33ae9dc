import { keys, writeStored } from './storage'
import { setAccessToken } from './token'

/** Reason shown once at the login page. */
type SessionEndReason =
  | { kind: 'loggedOut' }
  | { kind: 'expired' }
  /** The login has reached its absolute end. */
  | { kind: 'tooOld'; days: number }
  | { kind: 'elsewhere' }
  | { kind: 'disabled' }
  | { kind: 'subscription'; dueDate: string }
  /** Company was just registered; not an end, but shown in the same way. */
  | { kind: 'signedUp' }
  /** Forgotten password was replaced. */
  | { kind: 'newPassword' }
  /** Expired licence was paid. */
  | { kind: 'renewed' }

const key = 'ending'
let hasEnded = false

/** Leaves for the login page with a full page load, so that no data of the user stays in memory. */
export const loginRedirect = { leave: () => location.assign('/login') }

/** Ends the session on this page; only the first call counts. */
export function endSession(ending: SessionEndReason) {
  if (hasEnded) return
  hasEnded = true
  setAccessToken(null)
  writeStored(keys.companyId, null)
  if (ending.kind !== 'loggedOut') storeLoginNotice(ending)
  loginRedirect.leave()
}

export function storeLoginNotice(ending: SessionEndReason) {
  try {
    sessionStorage.setItem(key, JSON.stringify(ending))
  } catch {
    // Without storage the login page shows no notice.
  }
}

/** Call after a login, so that a later end counts again. */
export const allowSessionEnd = () => {
  hasEnded = false
}

/** Reason the previous session ended, for the login page; cleared at the next login. */
export function readLoginNotice(): SessionEndReason | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}
export function clearLoginNotice() {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Storage is forbidden, so no notice was stored.
  }
}

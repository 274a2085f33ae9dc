import { keys, writeStored } from './storage'
import { setAccessToken } from './token'

/** Why the person is back at the login page; told there once. */
export type SessionEndReason =
  | { kind: 'loggedOut' }
  | { kind: 'expired' }
  | { kind: 'elsewhere' }
  | { kind: 'disabled' }
  | { kind: 'subscription'; dueDate: string }
  /** Not an end but a beginning: the company was just registered. */
  | { kind: 'signedUp' }
  /** The same: a forgotten password was replaced. */
  | { kind: 'newPassword' }
  /** The licence that had run out was paid for. */
  | { kind: 'renewed' }

const key = 'ending'
let hasEnded = false

/** Where an ended session goes. A whole new page: nothing of one person's data stays in memory for the next. */
export const exit = { leave: () => location.assign('/login') }

/** Ends the session on this page, once, however many requests notice it. */
export function endSession(ending: SessionEndReason) {
  if (hasEnded) return
  hasEnded = true
  setAccessToken(null)
  writeStored(keys.companyId, null)
  if (ending.kind !== 'loggedOut') storeLoginNotice(ending)
  exit.leave()
}

export function storeLoginNotice(ending: SessionEndReason) {
  try {
    sessionStorage.setItem(key, JSON.stringify(ending))
  } catch {
    // Without storage the login page has no notice to show.
  }
}

/** A login began: a later end counts again. */
export const allowSessionEnd = () => {
  hasEnded = false
}

/** What ended the session before this page, for the login page to say; gone once the person logs in. */
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
    // Nothing was kept.
  }
}

import { computed, signal } from '@preact/signals-react'
import type { LoginAnswer, Me } from '../../src/features/auth/model'
import { AppError } from '../../src/shared/errors'
import { api, ask, publicApi, sessionEndReason } from './api'
import { allowSessionEnd, clearLoginNotice, endSession } from './session-end'
import { clearPersonalData, keys, readStored, writeStored } from './storage'
import { endsSession, isVisiting, leaveVisit, onTokenRenewed, renewToken, setAccessToken, startVisit } from './token'
import { useValue } from './use-value'
import { takeVisitToken } from './visit-token'

/** `booting` until the first renewal answered; `unreachable` when nobody answers it. */
export type Session = { kind: 'booting' } | { kind: 'unreachable' } | { kind: 'out' } | { kind: 'in'; me: Me }
export const session = signal<Session>({ kind: 'booting' })
/** Who is signed in, or null. */
export const me = computed(() => (session.value.kind === 'in' ? session.value.me : null))
/** The token of an expired company's admin: good for renewal calls only (decisions.md, 24). Never opens a screen. */
export const renewalToken = signal<string | null>(null)

/** Who is signed in; only below the guard of private screens. */
export function useMe(): Me {
  const found = useValue(me)
  if (!found) throw new Error('useMe() outside a private screen')
  return found
}

function startSession({ token, user }: LoginAnswer) {
  setAccessToken(token)
  allowSessionEnd()
  writeStored(keys.companyId, String(user.companyId))
  session.value = { kind: 'in', me: user }
}
onTokenRenewed(({ user, token }) => startSession({ user, token }))

/** On the first page: was somebody signed in here? One renewal by the cookie decides. */
export async function boot() {
  if (readStored(keys.companyId) === null) {
    session.value = { kind: 'out' }
    return
  }
  session.value = { kind: 'booting' }
  const visit = takeVisitToken()
  if (visit) return openVisit(visit)
  try {
    await renewToken(null)
  } catch (failure) {
    if (failure instanceof AppError && failure.code === 'ERR_SUBSCRIPTION_EXPIRED')
      return endSession(sessionEndReason(failure))
    session.value = { kind: endsSession(failure) ? 'out' : 'unreachable' }
    if (endsSession(failure)) writeStored(keys.companyId, null)
  }
}

/** The provider's people in a company they help: who they are there; a grant that is over leads back. */
async function openVisit(token: string) {
  startVisit(token)
  try {
    session.value = { kind: 'in', me: await ask(api.auth.me.get()) }
  } catch {
    leaveVisit()
  }
}

/**
 * Throws AppError: ERR_INVALID_CREDENTIALS, ERR_SUBSCRIPTION_EXPIRED { dueDate }, ERR_RATE_LIMIT { retryAfter }, and
 * ERR_SECOND_FACTOR { challenge } where a code is asked as well.
 */
export const login = (email: string, password: string) =>
  finishLogin(ask(publicApi.auth.login.post({ email, password })))

/** The second half of a login. Throws AppError: ERR_SECOND_FACTOR_CODE, ERR_CHALLENGE_EXPIRED, and what login throws. */
export const completeLogin = (challenge: string, code: string) =>
  finishLogin(ask(publicApi.auth.login['second-step'].post({ challenge, code })))

async function finishLogin(answering: Promise<LoginAnswer>) {
  renewalToken.value = null
  try {
    const answer = await answering
    clearLoginNotice()
    startSession(answer)
    return answer.user
  } catch (failure) {
    if (failure instanceof AppError && typeof failure.detail.token === 'string')
      renewalToken.value = failure.detail.token
    throw failure
  }
}

/** The installation's first account, signed in at once. Throws AppError: ERR_SETUP_TOKEN, ERR_SETUP_DONE, … */
export async function setUp(person: { token: string; name: string; email: string; password: string }) {
  startSession(await ask(publicApi.auth.setup.post(person)))
}

/** The server forgets the login too; when it cannot be reached, this browser forgets it and its person anyway. */
export async function logout() {
  if (isVisiting()) return leaveVisit()
  await ask(api.auth.logout.delete()).catch(() => undefined)
  clearPersonalData()
  endSession({ kind: 'loggedOut' })
}

/** Somebody signed in as this person elsewhere: their login counts, this one is over (specification §4). */
export function accessedElsewhere() {
  clearPersonalData()
  endSession({ kind: 'elsewhere' })
}

/** My own name, queues or rights changed. */
export function updateMe(changes: Partial<Me>) {
  if (session.peek().kind === 'in' && me.peek()) session.value = { kind: 'in', me: { ...me.peek()!, ...changes } }
}

/** Logged out in another tab of this browser: here too. */
export function watchOtherTabs() {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === keys.companyId && newValue === null && me.peek()) endSession({ kind: 'loggedOut' })
  })
}

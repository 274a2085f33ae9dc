import { computed, signal } from '@preact/signals-react'
import { navigate } from 'wouter/use-browser-location'
import type { LoginAnswer, Me } from '../../src/features/accounts/auth/model'
import { AppError } from '../../src/shared/errors'
import { api, publicApi, sessionEndReason, unwrapResponse } from './api'
import { signWithPasskey } from './passkeys'
import { paths, toTickets } from './paths'
import { allowSessionEnd, clearLoginNotice, endSession } from './session-end'
import { clearPersonalData, keys, readStored, writeStored } from './storage'
import { loadSystem } from './system'
import { endsSession, isVisiting, leaveVisit, onTokenRenewed, renewToken, setAccessToken, startVisit } from './token'
import { keepTypedPassword } from './typed-password'
import { useValue } from './use-value'
import { consumeVisitToken } from './visit-token'

/** 'booting' until the first token renewal is answered; 'unreachable' if it gets no answer. */
type Session = { kind: 'booting' } | { kind: 'unreachable' } | { kind: 'out' } | { kind: 'in'; me: Me }
export const session = signal<Session>({ kind: 'booting' })
/** Signed-in user, or null. */
export const me = computed(() => (session.value.kind === 'in' ? session.value.me : null))
/** Token of an expired company's admin, valid for renewal calls only. Opens no private screen. */
export const renewalToken = signal<string | null>(null)

/** Signed-in user; only for components below the guard of private screens. */
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

/** Restores the session on page load by one token renewal with the refresh cookie. */
export async function restoreSession() {
  if (readStored(keys.companyId) === null) {
    session.value = { kind: 'out' }
    return
  }
  session.value = { kind: 'booting' }
  const visit = consumeVisitToken()
  if (visit) return openVisit(visit)
  try {
    await renewToken(null)
  } catch (failure) {
    if (failure instanceof AppError && ['ERR_SUBSCRIPTION_EXPIRED', 'ERR_LOGIN_TOO_OLD'].includes(failure.code))
      return endSession(sessionEndReason(failure))
    session.value = { kind: endsSession(failure) ? 'out' : 'unreachable' }
    if (endsSession(failure)) writeStored(keys.companyId, null)
  }
}

/** Starts a support visit: loads the provider's user in the visited company. An expired grant leaves the visit. */
async function openVisit(token: string) {
  startVisit(token)
  try {
    session.value = { kind: 'in', me: await unwrapResponse(api.auth.me.get()) }
  } catch {
    leaveVisit()
  }
}

/**
 * Signs in. @throws ERR_INVALID_CREDENTIALS, ERR_SUBSCRIPTION_EXPIRED { dueDate }, ERR_RATE_LIMIT { retryAfter }, and
 * ERR_SECOND_FACTOR { challenge, passkey } when a code or passkey is required.
 */
export const login = (email: string, password: string) =>
  finishLogin(keepForEnrolment(password, unwrapResponse(publicApi.auth.login.post({ email, password }))))

/** Second step of a login. @throws ERR_SECOND_FACTOR_CODE, ERR_CHALLENGE_EXPIRED, and the errors of `login`. */
export const completeLogin = (challenge: string, code: string) =>
  finishLogin(unwrapResponse(publicApi.auth.login['second-step'].post({ challenge, code })))

/**
 * Signs in with a passkey, alone or as the second step after a password.
 * @throws ERR_PASSKEY_REFUSED, ERR_PASSKEY_CANCELLED, ERR_CHALLENGE_EXPIRED, and the errors of `login`.
 */
export async function loginWithPasskey(challenge?: string) {
  const { state, options } = await unwrapResponse(publicApi.auth.passkey.options.post({ challenge: challenge ?? null }))
  const response = await signWithPasskey(options)
  return finishLogin(unwrapResponse(publicApi.auth.passkey.login.post({ state, response, challenge })))
}

/** Keeps the password for the screen that protects the account, if that is the next one. */
async function keepForEnrolment(password: string, answering: Promise<LoginAnswer>) {
  const answer = await answering
  if (answer.user.mustEnrol) keepTypedPassword(password)
  return answer
}

async function finishLogin(answering: Promise<LoginAnswer>) {
  renewalToken.value = null
  try {
    const answer = await answering
    clearLoginNotice()
    startSession(answer)
    openTickets()
    return answer.user
  } catch (failure) {
    if (failure instanceof AppError && typeof failure.detail.token === 'string')
      renewalToken.value = failure.detail.token
    throw failure
  }
}

/** Opens the tickets after a login on the login page; a login that another page asked for returns to that page. */
function openTickets() {
  if (location.pathname === paths.login || location.pathname === paths.setup) navigate(toTickets(), { replace: true })
}

interface NewOwner {
  token: string
  name: string
  email: string
  password: string
  companyName?: string
  /** True for an owner who sells Balcão to other companies: opens the sign-up. */
  sells: boolean
}

/** Creates the first account of the installation and signs in. @throws ERR_SETUP_TOKEN, ERR_SETUP_DONE */
export async function setUp(person: NewOwner) {
  startSession(await keepForEnrolment(person.password, unwrapResponse(publicApi.auth.setup.post(person))))
  openTickets()
  await loadSystem()
}

/**
 * Creates the account of an invited person and signs in. @throws ERR_INVITATION_INVALID, ERR_PLAN_LIMIT,
 * ERR_WEAK_PASSWORD
 */
export async function acceptInvitation(person: { token: string; name: string; email?: string; password: string }) {
  const answering = unwrapResponse(publicApi.auth.invitation.accept.post(person))
  startSession(await keepForEnrolment(person.password, answering))
  navigate(toTickets(), { replace: true })
}

/** Signs out on the server and clears this browser, also when the server cannot be reached. */
export async function logout() {
  if (isVisiting()) return leaveVisit()
  await unwrapResponse(api.auth.logout.delete()).catch(() => undefined)
  clearPersonalData()
  endSession({ kind: 'loggedOut' })
}

/** Ends the session because the user signed in elsewhere; one login per user. */
export function accessedElsewhere() {
  clearPersonalData()
  endSession({ kind: 'elsewhere' })
}

/** Loads the signed-in user and company again; keeps the present ones when there is no answer. */
export const loadMe = () => unwrapResponse(api.auth.me.get()).then(updateMe, () => undefined)

/** Changes fields of the signed-in user. */
export function updateMe(changes: Partial<Me>) {
  if (session.peek().kind === 'in' && me.peek()) session.value = { kind: 'in', me: { ...me.peek()!, ...changes } }
}

/** Ends the session here when another tab of this browser logs out. */
export function watchOtherTabs() {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === keys.companyId && newValue === null && me.peek()) endSession({ kind: 'loggedOut' })
  })
}

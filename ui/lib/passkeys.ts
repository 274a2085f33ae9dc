import type {
  Assertion,
  CreationOptions,
  Registration,
  RequestOptions,
} from '../../src/features/accounts/passkeys/model'
import { AppError } from '../../src/shared/errors'

/** Why this page cannot use passkeys, or null: browsers want https or localhost, and a name instead of an IP address. */
export function passkeyObstacle(): 'address' | 'browser' | null {
  const isIpAddress = location.hostname.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(location.hostname)
  if (!isSecureContext || isIpAddress) return 'address'
  return 'PublicKeyCredential' in window ? null : 'browser'
}

/** Loaded at the first use; most people sign in without it. */
const library = () => import('@simplewebauthn/browser')

/** Lets the browser make a passkey. @throws ERR_PASSKEY_CANCELLED, ERR_PASSKEY_EXISTS */
export async function createPasskey(options: CreationOptions): Promise<Registration> {
  const { startRegistration } = await library()
  const created = await startRegistration({ optionsJSON: options as never }).catch(throwAsFailure)
  return created as Registration
}

/** Lets the browser sign with a passkey. @throws ERR_PASSKEY_CANCELLED */
export async function signWithPasskey(options: RequestOptions): Promise<Assertion> {
  const { startAuthentication } = await library()
  return (await startAuthentication({ optionsJSON: options as never }).catch(throwAsFailure)) as Assertion
}

/** The user closed the dialog of the browser, its time ran out, or the device has no fitting passkey. */
const cancellations = ['NotAllowedError', 'AbortError']

function throwAsFailure(thrown: unknown): never {
  const name = thrown instanceof Error ? thrown.name : ''
  if (name === 'InvalidStateError') throw new AppError('ERR_PASSKEY_EXISTS')
  if (name === 'SecurityError') throw new AppError('ERR_PASSKEY_ADDRESS')
  if (cancellations.includes(name)) throw new AppError('ERR_PASSKEY_CANCELLED')
  throw thrown
}

import { checkOrigin } from '../../../core/http/client-info'
import { AppError } from '../../../shared/errors'

/** Site that a passkey belongs to: its origin, and its host name as the id (WebAuthn level 3, §5.1). */
export interface RelyingParty {
  origin: string
  id: string
}

/**
 * The site of a browser's request: its own origin after the check of every login, without one the public address.
 * Browsers offer passkeys only on https or localhost, and never on an IP address.
 * @throws ERR_FORBIDDEN_ORIGIN, ERR_PASSKEY_ADDRESS
 */
export function relyingPartyOf(headers: Headers, publicUrl: string): RelyingParty {
  checkOrigin(headers, publicUrl)
  const { origin, protocol, hostname } = new URL(headers.get('origin') ?? publicUrl)
  const isSecure = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
  if (!isSecure || isIpAddress(hostname)) throw new AppError('ERR_PASSKEY_ADDRESS')
  return { origin, id: hostname }
}

const isIpAddress = (hostname: string) => hostname.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(hostname)

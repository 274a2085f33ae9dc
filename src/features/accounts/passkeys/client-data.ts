import { parseJson } from '../../../shared/json'

/**
 * Refuses what an authenticator signed in a frame of another site (WebAuthn level 3, §5.8.1): pages of Balcão stand in no
 * frame. @throws Error
 */
export function assertOwnPage(clientDataJSON: string) {
  const data = parseJson<Record<string, unknown>>(Buffer.from(clientDataJSON, 'base64url').toString())
  if (data.crossOrigin !== undefined && data.crossOrigin !== false) throw new Error('signed in a frame of another site')
  if (data.topOrigin !== undefined) throw new Error('signed in a frame of another site')
}

import { type KeyObject, verify } from 'node:crypto'

interface Expected {
  key: KeyObject
  email: string
  audience: string
}

/** Checks the JWT of a token request as Google does; returns Google's sentence, or null for a valid one. */
export function checkAssertion(assertion: string, { key, email, audience }: Expected): string | null {
  const [header = '', claims = '', signature = ''] = assertion.split('.')
  const [head, body] = [decode(header), decode(claims)]
  if (!head || !body || head.alg !== 'RS256') return 'Invalid JWT: Failed to parse.'
  if (body.iss !== email) return 'Invalid grant: account not found'
  if (!verify('RSA-SHA256', Buffer.from(`${header}.${claims}`), key, Buffer.from(signature, 'base64url')))
    return 'Invalid JWT Signature.'
  if (body.aud !== audience) return 'Invalid JWT: audience does not match.'
  const [issued, expires] = [Number(body.iat), Number(body.exp)]
  const now = Date.now() / 1000
  const isTimely = issued <= now + 60 && expires > now && expires - issued <= 3600
  if (!isTimely) return 'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe.'
  return typeof body.scope === 'string' && body.scope.includes('/auth/') ? null : 'Invalid OAuth scope.'
}

function decode(part: string): Record<string, unknown> | null {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString())
  } catch {
    return null
  }
}

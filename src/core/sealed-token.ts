import { parseJson } from '../shared/json'
import type { Secrets } from './secrets'

/**
 * Base64url text with a content that only this server can read and make, valid for `ttl` milliseconds. The server does
 * not store it. `place` names the use, so that a token of one use is worthless for another.
 */
export function sealToken(secrets: Secrets, place: string, content: object, ttl: number, now = Date.now()): string {
  const sealed = secrets.seal(JSON.stringify({ ...content, until: now + ttl }), place)
  return Buffer.from(sealed).toString('base64url')
}

/** The content of a token, or null when it has expired or was not made by this server for this place. */
export function openToken<T>(secrets: Secrets, place: string, text: string, now = Date.now()): T | null {
  try {
    const content = parseJson(secrets.open(Buffer.from(text, 'base64url'), place).toString()) as T & { until: number }
    return content.until > now ? content : null
  } catch {
    return null
  }
}

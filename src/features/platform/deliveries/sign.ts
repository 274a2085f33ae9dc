import { createHmac } from 'node:crypto'

/**
 * Headers that prove who sent a body and when: `X-Timestamp` in seconds and `X-Signature`, the HMAC-SHA256 of
 * `timestamp.body` in hexadecimal. Empty without a secret.
 */
export function signatureHeaders(secret: string, body: string, now = Date.now()): Record<string, string> {
  if (secret === '') return {}
  const timestamp = String(Math.floor(now / 1000))
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  return { 'X-Timestamp': timestamp, 'X-Signature': `sha256=${signature}` }
}

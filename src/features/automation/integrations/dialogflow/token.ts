import type { SendOutside } from '../../../../core/net/outside-request'
import { IntegrationFailure, readJsonObject, requestService, textOrEmpty } from '../failure'
import type { GoogleKey } from './google-key'

export interface AccessToken {
  token: string
  /** Epoch ms; a minute before Google's end. */
  expiresAt: number
}

const scope = 'https://www.googleapis.com/auth/dialogflow'
/** Life of the assertion in seconds, Google's maximum. */
const lifetime = 3600

/**
 * Exchanges a service account's key for an access token
 * (https://developers.google.com/identity/protocols/oauth2/service-account).
 * @throws IntegrationFailure `key` for a key that cannot sign or that Google refuses
 */
export async function fetchAccessToken(send: SendOutside, key: GoogleKey, now = Date.now()): Promise<AccessToken> {
  const form = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: await signAssertion(key, now) }
  const answer = await requestService(send, {
    url: key.tokenUri,
    body: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
  })
  const body = readJsonObject(answer)
  const token = textOrEmpty(body.access_token)
  if (answer.status !== 200 || token === '')
    throw new IntegrationFailure('key', answer.status, textOrEmpty(body.error_description) || textOrEmpty(body.error))
  return { token, expiresAt: now + (Number(body.expires_in) || lifetime) * 1000 - 60_000 }
}

/** A signed JWT (RFC 7523) that asks for a token in the name of the service account. */
async function signAssertion({ keyId, email, privateKey, tokenUri }: GoogleKey, now: number): Promise<string> {
  const iat = Math.floor(now / 1000)
  const header = { alg: 'RS256', typ: 'JWT', ...(keyId && { kid: keyId }) }
  const claims = { iss: email, scope, aud: tokenUri, iat, exp: iat + lifetime }
  const content = [header, claims].map((part) => base64url(JSON.stringify(part))).join('.')
  const signature = await crypto.subtle.sign(algorithm.name, await importKey(privateKey), Buffer.from(content))
  return `${content}.${base64url(new Uint8Array(signature))}`
}

const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
const base64url = (value: string | Uint8Array) => Buffer.from(value).toString('base64url')

async function importKey(pem: string) {
  const der = Buffer.from(pem.replace(/-----[A-Z ]+-----|\s/g, ''), 'base64')
  try {
    return await crypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign'])
  } catch {
    throw new IntegrationFailure('key')
  }
}

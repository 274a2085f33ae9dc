import { createECDH, createPrivateKey, type KeyObject, sign } from 'node:crypto'
import type { Secrets } from '../../../core/secrets'
import type { Store } from '../../../core/storage/db'

/** Key of the row in the table `installation`. */
const installationKey = 'vapidKey'
const hours = 3600

/** The installation's identity towards push services (RFC 8292). */
export interface Vapid {
  /** Public key (point in base64url) with which browsers subscribe. */
  publicKey: string
  /** Returns the `Authorization` header of one request. */
  authorize(endpoint: string): string
}

/**
 * Returns the key pair, created on first use and stored encrypted. Two processes that create one at the same time both
 * get the first.
 */
export async function loadVapid(store: Store, secrets: Secrets, subject: string): Promise<Vapid> {
  const value = (await readKeyPair(store)) ?? (await createKeyPair(store, secrets))
  const privateKey = secrets.open(Buffer.from(value, 'base64url'), installationKey)
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey)
  const point = pair.getPublicKey()
  const key = keyObject(privateKey, point)
  const publicKey = point.toString('base64url')
  return { publicKey, authorize: (endpoint) => `vapid t=${token(key, endpoint, subject)}, k=${publicKey}` }
}

async function readKeyPair({ read }: Store): Promise<string | undefined> {
  const row = await read.kysely
    .selectFrom('installation')
    .select('value')
    .where('key', '=', installationKey)
    .executeTakeFirst()
  return row?.value
}

function createKeyPair(store: Store, secrets: Secrets): Promise<string> {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const private32 = Buffer.alloc(32)
  const raw = pair.getPrivateKey()
  raw.copy(private32, 32 - raw.length) // the raw key omits leading zeros
  const value = Buffer.from(secrets.seal(private32, installationKey)).toString('base64url')
  return store.write(async ({ kysely }) => {
    await kysely
      .insertInto('installation')
      .values({ key: installationKey, value })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute()
    const { value: stored } = await kysely
      .selectFrom('installation')
      .select('value')
      .where('key', '=', installationKey)
      .executeTakeFirstOrThrow()
    return stored
  })
}

function keyObject(privateKey: Buffer, point: Buffer): KeyObject {
  const part = (from: number, to: number) => point.subarray(from, to).toString('base64url')
  const key = { kty: 'EC', crv: 'P-256', d: privateKey.toString('base64url'), x: part(1, 33), y: part(33, 65) }
  return createPrivateKey({ key, format: 'jwk' })
}

/** Returns a token valid for 12 hours and for this push service only. */
function token(key: KeyObject, endpoint: string, sub: string): string {
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor(Date.now() / 1000) + 12 * hours, sub }
  const text = [{ typ: 'JWT', alg: 'ES256' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
  return `${text}.${signature.toString('base64url')}`
}

import { importJWK, jwtVerify } from 'jose'
import type { PublicFetch } from '../src/core/net/public-fetch'
import type { PushPayload, SubscriptionInput } from '../src/features/platform/push/model'

/**
 * Web push service: receives messages for its subscriptions over HTTP, verifies the sender's VAPID token (RFC 8292) and
 * decrypts with the browser's keys (RFC 8291). It uses WebCrypto and none of the product's code.
 */
export async function openPushService() {
  const browsers = new Map<string, Browser>()
  const requests: { headers: Headers; pushed: PushPayload }[] = []
  let nextStatus = 201
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const browser = browsers.get(new URL(request.url).pathname)
      if (!browser) return new Response(null, { status: 404 })
      if (nextStatus !== 201) return new Response(null, { status: nextStatus })
      if (!(await isSignedBy(browser.applicationServerKey, request.headers))) return new Response(null, { status: 403 })
      const text = await decrypt(browser, new Uint8Array(await request.arrayBuffer()))
      requests.push({ headers: request.headers, pushed: JSON.parse(text) })
      return new Response(null, { status: 201, headers: { location: '/m/1' } })
    },
  })
  let subscriptions = 0
  return {
    requests,
    /** Network of the server under test; this service is its only host. */
    network: ((address, init) => {
      const { origin, pathname } = new URL(address)
      if (origin !== serviceOrigin) return Promise.reject(new Error(`no such host: ${origin}`))
      return fetch(`http://127.0.0.1:${server.port}${pathname}`, init)
    }) as PublicFetch,
    answerWith(status: number) {
      nextStatus = status
    },
    async subscribe(applicationServerKey: string): Promise<SubscriptionInput> {
      const path = `/push/${++subscriptions}`
      const keys = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
      const auth = crypto.getRandomValues(new Uint8Array(16))
      browsers.set(path, { keys, auth, applicationServerKey })
      const point = new Uint8Array(await crypto.subtle.exportKey('raw', keys.publicKey))
      const p256dh = Buffer.from(point).toString('base64url')
      return { endpoint: serviceOrigin + path, keys: { p256dh, auth: Buffer.from(auth).toString('base64url') } }
    },
    close: () => server.stop(true),
  }
}

const serviceOrigin = 'https://push.example.com'
interface Browser {
  keys: CryptoKeyPair
  auth: Uint8Array<ArrayBuffer>
  applicationServerKey: string
}

async function isSignedBy(applicationServerKey: string, headers: Headers): Promise<boolean> {
  const [, token = '', key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.get('authorization') ?? '') ?? []
  if (key !== applicationServerKey) return false
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const jwk = await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256')
  const { payload } = await jwtVerify(token, jwk, { audience: serviceOrigin })
  const inOneDay = Date.now() / 1000 + 24 * 3600
  return payload.exp !== undefined && payload.exp < inOneDay && /^(https|mailto):/.test(payload.sub ?? '')
}

async function decrypt({ keys, auth }: Browser, body: Uint8Array<ArrayBuffer>): Promise<string> {
  const salt = body.subarray(0, 16)
  const idLength = body[20]!
  const sender = body.subarray(21, 21 + idLength)
  const senderKey = await crypto.subtle.importKey('raw', sender, { name: 'ECDH', namedCurve: 'P-256' }, true, [])
  const shared = new Uint8Array(
    await crypto.subtle.deriveBits({ name: 'ECDH', public: senderKey }, keys.privateKey, 256),
  )
  const own = new Uint8Array(await crypto.subtle.exportKey('raw', keys.publicKey))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, sender])
  const secret = await hkdf(shared, auth, info, 256)
  const content = await hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 128)
  const iv = await hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 96)
  const key = await crypto.subtle.importKey('raw', content, 'AES-GCM', false, ['decrypt'])
  const ciphertext = body.subarray(21 + idLength)
  const plain = new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, ciphertext))
  const end = plain.lastIndexOf(2) // delimiter of the last record, before the padding (RFC 8188)
  return new TextDecoder().decode(plain.subarray(0, end))
}

async function hkdf(key: Uint8Array<ArrayBuffer>, salt: Uint8Array<ArrayBuffer>, info: Uint8Array, bits: number) {
  const base = await crypto.subtle.importKey('raw', key, 'HKDF', false, ['deriveBits'])
  const parameters = { name: 'HKDF', hash: 'SHA-256', salt, info: new Uint8Array(info) }
  return new Uint8Array(await crypto.subtle.deriveBits(parameters, base, bits))
}

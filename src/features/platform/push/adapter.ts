import { type PublicFetch, publicFetch } from '../../../core/net/public-fetch'
import type { Secrets } from '../../../core/secrets'
import type { Store } from '../../../core/storage/db'
import { encryptPush } from './encrypt'
import type { PushAddress, PushPayload } from './model'
import { loadVapid, type Vapid } from './vapid'

/** Adapter to push services, a member of `Ports`. */
export interface Push {
  publicKey(): Promise<string>
  /** Returns false when the subscription no longer exists. Throws for errors worth a retry. */
  send(address: PushAddress, pushed: PushPayload, topic: string): Promise<boolean>
}

interface PushOptions {
  store: Store
  secrets: Secrets
  publicUrl: string
  /** HTTP client; tests replace it to reach their own push service. */
  fetch?: PublicFetch
}

/** Seconds for which a push service keeps an undelivered message (TTL). */
const ttlSeconds = 4 * 3600
const timeoutMs = 15_000

/** Returns the Web Push adapter; its VAPID key pair is loaded with the first use. */
export function createPush({ store, secrets, publicUrl, fetch: ask = publicFetch }: PushOptions): Push {
  // VAPID requires a contact address; some push services refuse one that is not https.
  const subject = publicUrl.startsWith('https:') ? publicUrl : 'https://balcao.invalid'
  let loading: Promise<Vapid> | undefined
  const vapid = () => {
    loading ??= loadVapid(store, secrets, subject).catch((error) => {
      loading = undefined
      throw error
    })
    return loading
  }
  return {
    publicKey: async () => (await vapid()).publicKey,
    async send(address, pushed, topic) {
      const { authorize } = await vapid()
      const { endpoint } = address
      const answer = await ask(endpoint, {
        method: 'POST',
        headers: {
          authorization: authorize(endpoint),
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          ttl: String(ttlSeconds),
          urgency: 'high',
          topic,
        },
        body: encryptPush(JSON.stringify(pushed), address),
        signal: AbortSignal.timeout(timeoutMs),
      })
      await answer.body?.cancel()
      return isSubscribed(answer.status)
    },
  }
}

/** 404 and 410: unsubscribed. 401 and 403: subscribed with another key pair, so it can never be reached again. */
function isSubscribed(status: number): boolean {
  if (status >= 200 && status < 300) return true
  if ([401, 403, 404, 410].includes(status)) return false
  throw new Error(`the push service answered ${status}`)
}

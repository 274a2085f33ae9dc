import { checkPublicUrl } from '../../../core/net/public-fetch'
import { AddressBlockedError } from '../../../core/net/safe-fetch'
import type { Platform, Scope } from '../../../core/scope'
import { AppError } from '../../../shared/errors'
import { parseJson } from '../../../shared/json'
import type { PushAddress, SubscriptionInput } from './model'

const sealingContext = 'push_subscriptions'

/** Returns the public key for subscribing. */
export const pushKey = async (scope: Scope) => ({ key: await scope.ports.push.publicKey() })

/**
 * Subscribes the browser of this login. A login has one browser and a browser one login; earlier pairs are replaced.
 * @throws ERR_VALIDATION for an address in a private network
 */
export async function saveSubscription(scope: Scope, platform: Platform, tokenId: number, input: SubscriptionInput) {
  const { endpoint, keys, muted = false } = input
  assertPublicEndpoint(endpoint)
  const { secrets } = scope.ports
  const endpointHash = secrets.hash(endpoint)
  const sealed = (await scope.sealer()).seal(JSON.stringify({ endpoint, keys } satisfies PushAddress), sealingContext)
  const row = { userId: scope.viewer.userId, tokenId, endpointHash, sealed, muted: muted ? (1 as const) : (0 as const) }
  await platform.transaction(async (platform) => {
    await platform.db
      .deleteFrom('push_subscriptions')
      .where((eb) => eb.or([eb('endpointHash', '=', endpointHash), eb('tokenId', '=', tokenId)]))
      .execute()
    await platform.tenant(scope.companyId).insert('push_subscriptions', row).execute()
  })
  return { muted }
}

/** Removes the subscription of this login. */
export function deleteSubscription(outer: Scope, tokenId: number) {
  return outer.transaction(async (scope) => {
    await scope.db.delete('push_subscriptions').where('tokenId', '=', tokenId).execute()
    return { ok: true }
  })
}

/** Enqueues a test notification to this login's browser; returns how many. */
export function enqueueTestPush(outer: Scope, tokenId: number) {
  return outer.transaction(async (scope) => {
    const found = await scope.db.select('push_subscriptions').select('id').where('tokenId', '=', tokenId).execute()
    for (const { id } of found) await scope.enqueue('push.send', { subscriptionId: id, about: { test: true } })
    return { sent: found.length }
  })
}

/** Decrypts the stored address. */
export const openAddress = async (scope: Scope, sealed: Uint8Array): Promise<PushAddress> =>
  parseJson((await scope.sealer()).open(sealed, sealingContext).toString())

function assertPublicEndpoint(endpoint: string) {
  try {
    checkPublicUrl(endpoint)
  } catch (error) {
    if (error instanceof AddressBlockedError) throw new AppError('ERR_VALIDATION', { fields: ['endpoint'] })
    throw error
  }
}

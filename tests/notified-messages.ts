import type { TenantDb } from '../src/core/storage/tenant'
import { people } from './installation'

/** Subscribes ana's browser, of a push service that cannot be reached. */
export const subscribeAna = (acme: TenantDb) =>
  acme.transaction((tx) => {
    const { id } = people.ana
    const row = { userId: id, tokenId: id, endpointHash: 'ana', sealed: new Uint8Array(1) }
    return tx.insert('push_subscriptions', row).execute()
  })

/** Texts of the messages about which ana's browser is notified, in their order. Call after all due jobs. */
export async function notifiedTexts(acme: TenantDb): Promise<string[]> {
  const jobs = await acme.select('jobs').select('payload').where('name', '=', 'push.send').orderBy('id').execute()
  const ids = jobs.map(({ payload }) => (JSON.parse(payload) as { about: { messageId: number } }).about.messageId)
  const rows = await acme.select('messages').select(['id', 'body']).execute()
  return ids.map((id) => rows.find((row) => row.id === id)?.body ?? '')
}

import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { type Ad, adName } from '../../../shared/ads'
import type { Received, ReceiveListener } from '../messages/receive/listener'
import { type TicketRow, toTicket } from './read'

const setAd = hot<{ id: number; ad: string; adName: string; at: string }>()((db, p) =>
  db
    .update('tickets')
    .set({ ad: p('ad'), adName: p('adName'), adAt: p('at') })
    .where('id', '=', p('id'))
    .where('adAt', 'is', null),
)

/** Stores the first ad through which a customer came with the ticket (docs/behaviour.md, "Ads"). */
export const adListener: ReceiveListener = ({ scope }) => ({
  isConcerned: ({ item, isCustomers }) => isCustomers && item.detail?.ad !== undefined,
  async beforeStored(message, ticket) {
    await storeFirstAd(scope, message, ticket)
  },
  async filled(message) {
    if (await storeFirstAd(scope, message, message.ticket))
      scope.publish('ticket', () => ({ action: 'update', ticket: toTicket(scope, message.ticket) }))
  },
})

/** Returns true if the ticket had none. Updates the given row. */
async function storeFirstAd(scope: Scope, { item, isCustomers }: Received, ticket: TicketRow): Promise<boolean> {
  const shown = item.detail?.ad as (Ad & { thumbnail?: string }) | undefined
  if (!shown || !isCustomers || ticket.ad !== null) return false
  const { thumbnail: _, ...ad } = shown
  const stored = { ad: JSON.stringify(ad), adName: adName(ad), at: item.at }
  await scope.db.run(setAd, { id: ticket.id, ...stored })
  ticket.ad = stored.ad
  return true
}

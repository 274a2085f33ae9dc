import type { Published, TransactionEvents } from '../../../core/events'
import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { parseJson } from '../../../shared/json'
import { isSubscribed } from '../../../shared/webhook-events'
import { hasLicenceEnded, licenceColumns } from '../../platform/company/licence'
import { enqueueDelivery } from '../../platform/deliveries/enqueue'
import { eventsOf } from './events'

/** Active webhooks of a company whose plan and state let it send; one index lookup. */
const activeWebhooks = hot<{}>()((db) =>
  db
    .select('webhooks')
    .innerJoin('companies', 'companies.id', 'webhooks.companyId')
    .innerJoin('plans', 'plans.id', 'companies.planId')
    .select(['webhooks.id', 'webhooks.events'])
    .select(licenceColumns)
    .where(({ eb, lit }) => eb('webhooks.active', '=', lit(1)))
    .where('companies.status', '=', 1)
    .where('plans.useIntegrations', '=', 1),
)

const entities: Published['entity'][] = [
  'appMessage',
  'ticket',
  'contact',
  'whatsapp',
  'whatsappSession',
  'connectionHealth',
]

/**
 * Stores a delivery for each webhook and each of its events. Every transaction that publishes calls it at its end; a
 * company without webhooks costs one index lookup.
 */
export async function storeForWebhooks(scope: Scope, events: TransactionEvents) {
  if (!events.published.some(({ entity }) => entities.includes(entity))) return
  const webhooks = await scope.db.run(activeWebhooks, {})
  const allowed = webhooks.filter((webhook) => !hasLicenceEnded(webhook))
  if (allowed.length === 0) return
  const outgoing = eventsOf(scope, events)
  for (const { id, events } of allowed) {
    const names: string[] = parseJson(events)
    for (const { name, ...event } of outgoing)
      if (isSubscribed(names, name))
        await enqueueDelivery(scope, { source: 'webhook', sourceId: id, event: name, ...event })
  }
}

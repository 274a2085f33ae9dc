import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import type { DeliveryError, DeliverySource, DeliveryState } from '../../../shared/deliveries'
import { replaceMediaLinks } from '../../../shared/media-links'
import { pruneLog } from './prune'
import { hasRoom } from './room'

/** Request to a receiver outside. */
export interface NewDelivery {
  source: DeliverySource
  sourceId: number
  /** Name such as `message.created`. */
  event: string
  /** Deliveries to one receiver with the same text leave in order, such as `ticket:7`. */
  order: string
  ticketId?: number | null
  contactId?: number | null
  messageId?: number | null
  /** Fields of the JSON body beside `id`, `event`, `companyId` and `createdAt`. */
  payload: Record<string, unknown>
}

interface Row {
  source: DeliverySource
  sourceId: number
  event: string
  eventId: string
  lane: string
  ticketId: number | null
  contactId: number | null
  messageId: number | null
  body: string
  state: DeliveryState
  error: DeliveryError | null
  now: string
  nextAt: string | null
}
const insertDelivery = hot<Row>()((db, p) =>
  db
    .insert('deliveries', {
      source: p('source'),
      sourceId: p('sourceId'),
      event: p('event'),
      eventId: p('eventId'),
      lane: p('lane'),
      ticketId: p('ticketId'),
      contactId: p('contactId'),
      messageId: p('messageId'),
      body: p('body'),
      state: p('state'),
      createdAt: p('now'),
      queuedAt: p('now'),
      triedAt: null,
      nextAt: p('nextAt'),
      status: null,
      error: p('error'),
      response: null,
      duration: null,
    })
    .returning('id'),
)

/** Group whose places a receiver's deliveries use; a slow receiver delays only itself. */
export const groupOf = ({ source, sourceId }: { source: DeliverySource; sourceId: number }) => `${source}:${sourceId}`

/**
 * Stores a request to a receiver outside and enqueues its job. Call it in the transaction that stores what the request
 * tells of: both or neither. Without room it is stored as given up, so that a person can send it again.
 */
export async function enqueueDelivery(scope: Scope, delivery: NewDelivery): Promise<{ id: number; eventId: string }> {
  const { source, sourceId, event, order, ticketId = null, contactId = null, messageId = null, payload } = delivery
  const [now, eventId] = [new Date().toISOString(), crypto.randomUUID()]
  const content = { id: eventId, event, companyId: scope.companyId, createdAt: now, ...payload }
  const body = replaceMediaLinks(JSON.stringify(content), (file) =>
    scope.ports.media.links.forProgram(scope.companyId, file),
  )
  const fits = await hasRoom(scope, delivery)
  const state = fits
    ? ({ state: 'waiting', error: null, nextAt: now } as const)
    : ({ state: 'failed', error: 'full', nextAt: null } as const)
  const row = { source, sourceId, event, eventId, lane: order, ticketId, contactId, messageId, body, now, ...state }
  const { id } = (await scope.db.first(insertDelivery, row)) as { id: number }
  if (fits) await enqueueJob(scope, { id, source, sourceId, lane: order }, true)
  else await pruneLog(scope, { id, source, sourceId }, 'failed')
  return { id, eventId }
}

/**
 * Enqueues the job of a waiting delivery, behind the earlier ones of its lane. `isNew`: the delivery was inserted in this
 * transaction.
 */
export function enqueueJob(
  scope: Scope,
  { id, lane, ...receiver }: { id: number; source: DeliverySource; sourceId: number; lane: string },
  isNew = false,
) {
  const group = groupOf(receiver)
  return scope.enqueue(
    'webhook.deliver',
    { deliveryId: id },
    { key: String(id), isNewKey: isNew, lane: `deliver:${group}/${lane}`, group },
  )
}

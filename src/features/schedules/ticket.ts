import type { Scope } from '../../core/scope'
import { hot } from '../../core/tenant'
import { recordEvent } from '../tickets/events'
import { getTicketRow, type TicketRow, ticketRows } from '../tickets/read'

interface Of {
  contactId: number
}
const newestLive = hot<Of>()((db, p) =>
  ticketRows(db)
    .where('tickets.contactId', '=', p('contactId'))
    .where('tickets.whatsappId', 'is not', null)
    .where('tickets.status', '<>', 'closed')
    .orderBy('tickets.updatedAt', 'desc')
    .limit(1),
)
const newestClosed = hot<Of>()((db, p) =>
  ticketRows(db)
    .where('tickets.contactId', '=', p('contactId'))
    .where('tickets.whatsappId', 'is not', null)
    .where('tickets.status', '=', 'closed')
    .orderBy('tickets.updatedAt', 'desc')
    .limit(1),
)
const defaultConnection = hot<{}>()((db) => db.select('connections').select('id').where('isDefault', '=', 1))

/** Where a contact is written to: the conversation there is, or the connection (and queue) of the last one. */
export interface Way {
  whatsappId: number
  live: TicketRow | null
  queueId: number | null
}

/** The contact's last connection, else the default one (open decision 18); null where there is none at all. */
export function wayTo(scope: Scope, contactId: number): Way | null {
  const live = scope.db.first(newestLive, { contactId })
  if (live) return { whatsappId: live.whatsappId as number, live, queueId: live.queueId }
  const closed = scope.db.first(newestClosed, { contactId })
  const whatsappId = closed?.whatsappId ?? scope.db.first(defaultConnection, {})?.id
  return whatsappId == null ? null : { whatsappId, live: null, queueId: closed?.queueId ?? null }
}

const insertClosed = hot<{
  uuid: string
  contactId: number
  whatsappId: number
  userId: number | null
  queueId: number | null
  now: string
}>()((db, p) =>
  db
    .insert('tickets', {
      uuid: p('uuid'),
      status: 'closed',
      contactId: p('contactId'),
      whatsappId: p('whatsappId'),
      userId: p('userId'),
      queueId: p('queueId'),
      lastMessageAt: p('now'),
      closedAt: p('now'),
      closedBy: null,
      closeReason: null,
      createdAt: p('now'),
      updatedAt: p('now'),
    })
    .returning('id'),
)

/** Closed from the start, so that what was said has its place and nobody waits; its author keeps sight of it. */
export function createClosed(
  scope: Scope,
  { whatsappId, queueId }: Way,
  whose: { contactId: number; userId: number | null },
) {
  const now = new Date().toISOString()
  const inserted = scope.db.first(insertClosed, { uuid: crypto.randomUUID(), whatsappId, queueId, now, ...whose })
  const row = getTicketRow(scope, inserted?.id as number)
  recordEvent(scope, { kind: 'created', before: row, after: row })
  return row
}

import type { Scope } from '../../core/scope'
import type { Flag } from '../../core/storage/schema'
import { hot } from '../../core/storage/tenant'
import { recordEvent } from './events'
import { getTicketRow, type TicketRow } from './read'

type Status = 'pending' | 'open' | 'closed'

const insertTicket = hot<{
  uuid: string
  status: Status
  contactId: number
  whatsappId: number
  userId: number | null
  queueId: number | null
  isGroup: Flag
  at: string
  closedAt: string | null
  now: string
}>()((db, p) =>
  db
    .insert('tickets', {
      uuid: p('uuid'),
      status: p('status'),
      contactId: p('contactId'),
      whatsappId: p('whatsappId'),
      userId: p('userId'),
      queueId: p('queueId'),
      isGroup: p('isGroup'),
      lastMessageAt: p('at'),
      closedAt: p('closedAt'),
      closedBy: null,
      closeReason: null,
      createdAt: p('now'),
      updatedAt: p('now'),
    })
    .returning('id'),
)

export interface Beginning {
  contactId: number
  whatsappId: number
  /** Who holds it from the start. */
  userId: number | null
  queueId: number | null
  /** `closed`: what is said has its place, and nobody waits. */
  status: Status
  isGroup: boolean
  /** The time of what it begins with (UTC ISO), unless that is now. */
  at?: string
}

/**
 * One more conversation, and the first line of its history. Within a transaction; whoever begins it tells the others,
 * and has seen that there is no live one of the contact on the connection: the table itself refuses a second.
 */
export async function beginTicket(scope: Scope, { isGroup, at, ...values }: Beginning): Promise<TicketRow> {
  const now = new Date().toISOString()
  const inserted = await scope.db.first(insertTicket, {
    ...values,
    uuid: crypto.randomUUID(),
    isGroup: isGroup ? 1 : 0,
    at: at ?? now,
    closedAt: values.status === 'closed' ? now : null,
    now,
  })
  const row = await getTicketRow(scope, inserted?.id as number)
  await recordEvent(scope, { kind: 'created', before: { ...row, userId: null }, after: row })
  return row
}

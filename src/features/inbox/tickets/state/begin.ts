import type { Scope } from '../../../../core/scope'
import type { Flag } from '../../../../core/storage/schema'
import { hot } from '../../../../core/storage/tenant'
import { lastMoment } from '../../../../core/time'
import { recordEvent } from '../history/events'
import { getTicketRow, type TicketRow } from '../read'

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
  waitingSince: string
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
      waitingSince: p('waitingSince'),
      closedAt: p('closedAt'),
      closedBy: null,
      closeReason: null,
      createdAt: p('now'),
      updatedAt: p('now'),
    })
    .returning('id'),
)

interface NewTicketRow {
  contactId: number
  whatsappId: number
  /** The agent who holds the ticket from the start. */
  userId: number | null
  queueId: number | null
  /** `closed` stores a message without making a ticket wait. */
  status: Status
  isGroup: boolean
  /** Time of the first message (UTC ISO); now if absent. */
  at?: string
}

/**
 * Inserts a ticket and its `created` event. Call within a transaction. The caller publishes, and has checked that the
 * contact has no live ticket on the connection; a unique index refuses a second.
 */
export async function beginTicket(scope: Scope, { isGroup, at, ...values }: NewTicketRow): Promise<TicketRow> {
  const now = new Date().toISOString()
  const inserted = await scope.db.first(insertTicket, {
    ...values,
    uuid: crypto.randomUUID(),
    isGroup: isGroup ? 1 : 0,
    at: at ?? now,
    closedAt: values.status === 'closed' ? now : null,
    waitingSince: values.status === 'pending' ? (at ?? now) : lastMoment,
    now,
  })
  const row = await getTicketRow(scope, inserted?.id as number)
  await recordEvent(scope, { kind: 'created', before: { ...row, userId: null }, after: row })
  return row
}

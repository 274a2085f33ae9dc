import type { TicketNote } from '../../../../src/features/notes/model'
import type { TicketHistory } from '../../../../src/features/tickets/model'
import { date } from '../../../lib/time'

/** History entry of a ticket. */
export type TicketLine = TicketHistory['events'][number] & { ticketId: number }

/** Line between the messages: note or history entry. */
export type Side = { key: string; ticketId: number; at: string; day: string } & (
  | { kind: 'note'; note: TicketNote }
  | { kind: 'event'; event: TicketLine }
)

export const noteKey = (id: number) => `note:${id}`

export const noteSide = (note: TicketNote): Side => ({
  ...{ kind: 'note', key: noteKey(note.id), note },
  ...{ ticketId: note.ticketId, at: note.createdAt, day: date(note.createdAt) },
})

/** Sorts the creation of a ticket first, although the customer's first message is slightly older. */
const atStart = ''

export const eventSide = (event: TicketLine): Side => ({
  ...{ kind: 'event', key: `event:${event.id}`, event },
  ...{ ticketId: event.ticketId, at: event.kind === 'created' ? atStart : event.at, day: date(event.at) },
})

/** False for a ticket opened by a customer's message, which needs no line. */
export const isWorthALine = ({ kind, actor }: TicketLine) => kind !== 'created' || actor !== null

/** Order by ticket, then by time. */
export const bySide = (a: Side, b: Side) =>
  a.ticketId - b.ticketId || (a.at < b.at ? -1 : a.at > b.at ? 1 : a.key < b.key ? -1 : 1)

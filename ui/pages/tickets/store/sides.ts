import type { TicketNote } from '../../../../src/features/notes/model'
import type { TicketHistory } from '../../../../src/features/tickets/model'
import { date } from '../../../lib/time'

/** One thing that happened to a ticket, as a page of the conversation brings it. */
export type TicketLine = TicketHistory['events'][number] & { ticketId: number }

/** What stands between the messages without being one. */
export type Side = { key: string; ticketId: number; at: string; day: string } & (
  | { kind: 'note'; note: TicketNote }
  | { kind: 'event'; event: TicketLine }
)

export const noteKey = (id: number) => `note:${id}`

export const noteSide = (note: TicketNote): Side => ({
  ...{ kind: 'note', key: noteKey(note.id), note },
  ...{ ticketId: note.ticketId, at: note.createdAt, day: date(note.createdAt) },
})

/** A ticket begins with its beginning, though the customer's first message is always a little older than it. */
const atStart = ''

export const eventSide = (event: TicketLine): Side => ({
  ...{ kind: 'event', key: `event:${event.id}`, event },
  ...{ ticketId: event.ticketId, at: event.kind === 'created' ? atStart : event.at, day: date(event.at) },
})

/** That a customer's message opened a ticket, the message says itself. */
export const isWorthALine = ({ kind, actor }: TicketLine) => kind !== 'created' || actor !== null

/** In the order of a conversation: by ticket, then by time. */
export const bySide = (a: Side, b: Side) =>
  a.ticketId - b.ticketId || (a.at < b.at ? -1 : a.at > b.at ? 1 : a.key < b.key ? -1 : 1)

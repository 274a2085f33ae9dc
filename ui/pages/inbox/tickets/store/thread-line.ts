import type { TicketNote } from '../../../../../src/features/inbox/notes/model'
import type { TicketHistory } from '../../../../../src/features/inbox/tickets/model'
import { formatDate } from '../../../../lib/time'

/** History entry of a ticket. */
export type HistoryEntry = TicketHistory['events'][number] & { ticketId: number }

/** Line between the messages: note or history entry. */
export type ThreadLine = { key: string; ticketId: number; at: string; day: string } & (
  | { kind: 'note'; note: TicketNote }
  | { kind: 'event'; event: HistoryEntry }
)

export const noteKey = (id: number) => `note:${id}`

export const toNoteLine = (note: TicketNote): ThreadLine => ({
  ...{ kind: 'note', key: noteKey(note.id), note },
  ...{ ticketId: note.ticketId, at: note.createdAt, day: formatDate(note.createdAt) },
})

/** Sorts the creation of a ticket first, although the customer's first message is slightly older. */
const sortsFirst = ''

export const toHistoryLine = (event: HistoryEntry): ThreadLine => ({
  ...{ kind: 'event', key: `event:${event.id}`, event },
  ...{ ticketId: event.ticketId, at: event.kind === 'created' ? sortsFirst : event.at, day: formatDate(event.at) },
})

/** False for a ticket opened by a customer's message, which needs no line. */
export const isShownInThread = ({ kind, actor }: HistoryEntry) => kind !== 'created' || actor !== null

/** Order by ticket, then by time. */
export const compareThreadLines = (a: ThreadLine, b: ThreadLine) =>
  a.ticketId - b.ticketId || (a.at < b.at ? -1 : a.at > b.at ? 1 : a.key < b.key ? -1 : 1)

import type { Mention, TicketNote } from '../../src/features/notes/model'
import type { Ticket } from '../../src/features/tickets/model'
import { api, ask } from './api'
import { createList } from './list'
import { me } from './session'

/** Notes that name this person and that they have not seen, on whichever screen: the server keeps them until then. */
export const myMentions = createList<Mention>({
  load: async () => ({ rows: (await ask(api['ticket-notes'].mentions.get())).mentions, hasMore: false }),
  compare: (a, b) => b.id - a.id,
})

/** True when a note by a colleague names this person. */
export const mentionsMe = ({ userId, mentions }: TicketNote) => {
  const myId = me.peek()?.id
  return userId !== myId && mentions.some(({ id }) => id === myId)
}

export function upsertMention({ id, ticketId, note, user, createdAt }: TicketNote, { uuid, contact }: Ticket) {
  myMentions.put({ id, ticketId, uuid, contactName: contact.name, author: user?.name ?? null, note, createdAt })
}

/** Those of a ticket: it was looked at, here or elsewhere, or is out of reach. */
export function removeMentions(ticketId: number) {
  for (const mention of myMentions.rows.peek()) if (mention.ticketId === ticketId) myMentions.drop(mention.id)
}

export const hasMyMention = (ticketId: number) => myMentions.rows.value.some((mention) => mention.ticketId === ticketId)

/** Looked at: gone at once; should the server not hear of it, they are back with the next load. */
export function markMentionsSeen(ticketId: number) {
  removeMentions(ticketId)
  void ask(api['ticket-notes'].mentions.seen.post({ ticketId })).catch(() => undefined)
}

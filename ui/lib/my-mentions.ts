import type { Mention, TicketNote } from '../../src/features/inbox/notes/model'
import type { Ticket } from '../../src/features/inbox/tickets/model'
import { api, unwrapResponse } from './api'
import { createList } from './list'
import { me } from './session'

/** Notes that mention the user and that they have not seen on any device; stored by the server (docs/adr/0023). */
export const myMentions = createList<Mention>({
  load: async () => ({ rows: (await unwrapResponse(api['ticket-notes'].mentions.get())).mentions, hasMore: false }),
  compare: (a, b) => b.id - a.id,
})

/** True if a note by someone else mentions the user. */
export const mentionsMe = ({ userId, mentions }: TicketNote) => {
  const myId = me.peek()?.id
  return userId !== myId && mentions.some(({ id }) => id === myId)
}

export function upsertMention({ id, ticketId, note, user, createdAt }: TicketNote, { uuid, contact }: Ticket) {
  myMentions.put({ id, ticketId, uuid, contactName: contact.name, author: user?.name ?? null, note, createdAt })
}

/** Removes the mentions of a ticket that was seen or is no longer accessible. */
export function removeMentions(ticketId: number) {
  for (const mention of myMentions.rows.peek()) if (mention.ticketId === ticketId) myMentions.drop(mention.id)
}

export const hasMyMention = (ticketId: number) => myMentions.rows.value.some((mention) => mention.ticketId === ticketId)

/** Removes the mentions at once and marks them as seen on the server; if that fails, the next load brings them back. */
export function markMentionsSeen(ticketId: number) {
  removeMentions(ticketId)
  void unwrapResponse(api['ticket-notes'].mentions.seen.post({ ticketId })).catch(() => undefined)
}

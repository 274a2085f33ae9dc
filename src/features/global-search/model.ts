import { type Static, t } from 'elysia'
import { limits } from '../../shared/limits'
import { Contact } from '../contacts/model'
import { Message } from '../messages/model'
import { Ticket } from '../tickets/model'

const id = t.Optional(t.Numeric({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }))
const day = t.Optional(t.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }))

/** `userId` holds the ticket or wrote the message; days are the company's; `cursor` is the `next` of the page before. */
export const SearchQuery = t.Object({
  q: t.Optional(t.String({ maxLength: limits.search.max })),
  userId: id,
  contactId: id,
  queueId: id,
  tagId: id,
  from: day,
  to: day,
  hasMedia: t.Optional(t.BooleanString()),
  cursor: t.Optional(t.String({ maxLength: 15, pattern: '^\\d+$' })),
})
export type SearchQuery = Static<typeof SearchQuery>

/** A message that was found: a piece of its text or its file's name, and where in that the words are. */
export const FoundMessage = t.Object({
  message: Message,
  ticket: Ticket,
  snippet: t.Object({ text: t.String(), ranges: t.Array(t.Tuple([t.Number(), t.Number()])) }),
})
export type FoundMessage = Static<typeof FoundMessage>

/** Contacts and tickets come with the first page; `hasMore` and `next` are of the messages, newest first. */
export const SearchResult = t.Object({
  contacts: t.Array(Contact),
  tickets: t.Array(Ticket),
  messages: t.Array(FoundMessage),
  hasMore: t.Boolean(),
  next: t.Nullable(t.String()),
})
export type SearchResult = Static<typeof SearchResult>

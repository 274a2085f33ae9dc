import { type Static, t } from 'elysia'
import { day } from '../../../../core/http/schemas'
import { limits } from '../../../../shared/limits'
import { Contact } from '../../../contacts/contacts/model'
import { Message } from '../../messages/model'
import { Snippet, Ticket } from '../../tickets/model'

const id = t.Optional(t.Numeric({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }))

/**
 * `userId` is the ticket's agent or the message's author. `from` and `to` are days in the company's time zone. `cursor`
 * is the `next` of the previous page.
 */
export const SearchQuery = t.Object({
  q: t.Optional(t.String({ maxLength: limits.search.max })),
  userId: id,
  contactId: id,
  queueId: id,
  tagId: id,
  from: t.Optional(day),
  to: t.Optional(day),
  hasMedia: t.Optional(t.BooleanString()),
  cursor: t.Optional(t.String({ maxLength: 15, pattern: '^\\d+$' })),
})
export type SearchQuery = Static<typeof SearchQuery>

/** A found message. */
export const FoundMessage = t.Object({
  message: Message,
  ticket: Ticket,
  snippet: Snippet,
})
export type FoundMessage = Static<typeof FoundMessage>

/** Contacts and tickets are filled on the first page only. `hasMore` and `next` page the messages, newest first. */
export const SearchResult = t.Object({
  contacts: t.Array(Contact),
  tickets: t.Array(Ticket),
  messages: t.Array(FoundMessage),
  hasMore: t.Boolean(),
  next: t.Nullable(t.String()),
})
export type SearchResult = Static<typeof SearchResult>

import { type Static, t } from 'elysia'
import { limits } from '../../shared/limits'

/** What somebody wrote about a ticket for colleagues. */
export const TicketNote = t.Object({
  id: t.Number(),
  ticketId: t.Number(),
  contactId: t.Number(),
  userId: t.Nullable(t.Number()),
  /** Null once the person is gone. */
  user: t.Nullable(t.Object({ id: t.Number(), name: t.String() })),
  note: t.String(),
  /** Colleagues it names with @, as far as they see the ticket. */
  mentions: t.Array(t.Object({ id: t.Number(), name: t.String() })),
  createdAt: t.String(),
})
export type TicketNote = Static<typeof TicketNote>

/** A note that names somebody who has not seen it, as they are told of it. */
export const Mention = t.Object({
  id: t.Number(),
  ticketId: t.Number(),
  /** Of the ticket. */
  uuid: t.String(),
  contactName: t.String(),
  /** Null once the person is gone. */
  author: t.Nullable(t.String()),
  note: t.String(),
  createdAt: t.String(),
})
export type Mention = Static<typeof Mention>
/** The newest ones, as many as `limits.unseenMentions`. */
export const Mentions = t.Object({ mentions: t.Array(Mention) })
export type Mentions = Static<typeof Mentions>
export const SeenMentions = t.Object({ ticketId: t.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) })

export const NewNote = t.Object({
  ticketId: t.Number(),
  note: t.String({ minLength: limits.note.min, maxLength: limits.note.max }),
  mentions: t.Optional(
    t.Array(t.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), { maxItems: limits.noteMentions }),
  ),
})
export type NewNote = Static<typeof NewNote>

/** Of one ticket, or of every ticket of a contact that the person sees. */
export const NoteQuery = t.Object({
  ticketId: t.Optional(t.Numeric({ minimum: 1 })),
  contactId: t.Optional(t.Numeric({ minimum: 1 })),
  cursor: t.Optional(t.String({ maxLength: 20, pattern: '^\\d+$' })),
})
export type NoteQuery = Static<typeof NoteQuery>

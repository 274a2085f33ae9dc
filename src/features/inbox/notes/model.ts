import { type Static, t } from 'elysia'
import { limits } from '../../../shared/limits'

/** A note about a ticket, for colleagues only. */
export const TicketNote = t.Object({
  id: t.Number(),
  ticketId: t.Number(),
  contactId: t.Number(),
  userId: t.Nullable(t.Number()),
  /** Null after the user was deleted. */
  user: t.Nullable(t.Object({ id: t.Number(), name: t.String() })),
  note: t.String(),
  /** Colleagues mentioned with @ who may see the ticket. */
  mentions: t.Array(t.Object({ id: t.Number(), name: t.String() })),
  createdAt: t.String(),
})
export type TicketNote = Static<typeof TicketNote>

/** An unseen mention. */
export const Mention = t.Object({
  id: t.Number(),
  ticketId: t.Number(),
  /** The ticket's uuid. */
  uuid: t.String(),
  contactName: t.String(),
  /** Null after the user was deleted. */
  author: t.Nullable(t.String()),
  note: t.String(),
  createdAt: t.String(),
})
export type Mention = Static<typeof Mention>
/** The newest ones, at most `limits.unseenMentions`. */
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

/** Notes of one ticket, or of all tickets of a contact that the user sees. */
export const NoteQuery = t.Object({
  ticketId: t.Optional(t.Numeric({ minimum: 1 })),
  contactId: t.Optional(t.Numeric({ minimum: 1 })),
  cursor: t.Optional(t.String({ maxLength: 20, pattern: '^\\d+$' })),
})
export type NoteQuery = Static<typeof NoteQuery>

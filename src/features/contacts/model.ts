import { type Static, t } from 'elysia'
import { pageNumber } from '../../core/http'
import { limits } from '../../shared/limits'

export const ExtraInfo = t.Object({ id: t.Number(), name: t.String(), value: t.String() })
export type ExtraInfo = Static<typeof ExtraInfo>

export const Contact = t.Object({
  id: t.Number(),
  name: t.String(),
  /** Digits with country code; null while WhatsApp hides it ("number hidden"). */
  number: t.Nullable(t.String()),
  /** Numbers of contacts that were merged into this one. */
  otherNumbers: t.Array(t.String()),
  email: t.String(),
  profilePicUrl: t.String(),
  isGroup: t.Boolean(),
  disableBot: t.Boolean(),
  extraInfo: t.Array(ExtraInfo),
  createdAt: t.String(),
  updatedAt: t.String(),
})
export type Contact = Static<typeof Contact>

/** With the `id` of a line there is, that line changes; lines that are not named go. */
export const ExtraInput = t.Object({
  id: t.Optional(t.Number()),
  name: t.String({ minLength: 1, maxLength: limits.extraName.max }),
  value: t.String({ maxLength: limits.extraValue.max }),
})
export type ExtraInput = Static<typeof ExtraInput>

export const ContactInput = t.Object({
  name: t.String({ minLength: limits.name.min, maxLength: limits.name.max }),
  number: t.String({ minLength: limits.contactNumber.min, maxLength: 50 }),
  email: t.Optional(t.Union([t.Literal(''), t.String({ format: 'email', maxLength: limits.email.max })])),
  disableBot: t.Optional(t.Boolean()),
  extraInfo: t.Optional(t.Array(ExtraInput, { maxItems: limits.extraInfo })),
})
export type ContactInput = Static<typeof ContactInput>

const day = t.Optional(t.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }))

/**
 * `cursor` is the opaque `next` of the page before; `pageNumber` is accepted for scripts. Days are of the company's
 * calendar and mean when a contact was made.
 */
export const ContactQuery = t.Object({
  searchParam: t.Optional(t.String({ maxLength: limits.search.max })),
  date: day,
  dateStart: day,
  dateEnd: day,
  pageNumber,
  cursor: t.Optional(t.String({ maxLength: 400 })),
})
export type ContactQuery = Static<typeof ContactQuery>

export const NameQuery = t.Object({ searchParam: t.Optional(t.String({ maxLength: limits.search.max })) })
export const OfContactQuery = t.Object({ cursor: t.Optional(t.String({ maxLength: 60 })) })
export type OfContactQuery = Static<typeof OfContactQuery>

/** As a spreadsheet has it: a row that is not as it should be is answered for by itself, not the whole refused. */
const cell = t.Optional(t.Nullable(t.Union([t.String(), t.Number()])))
export const ContactRows = t.Array(t.Object({ row: t.Optional(t.Number()), name: cell, number: cell, email: cell }))
export type ContactRows = Static<typeof ContactRows>

export const MergeInput = t.Object({ otherId: t.Number() })

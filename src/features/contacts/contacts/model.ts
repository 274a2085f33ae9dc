import { type Static, t } from 'elysia'
import { pageFields } from '../../../core/http/documented-response'
import { day, oneLine, pageNumber } from '../../../core/http/schemas'
import { importFaults } from '../../../shared/enums'
import { limits } from '../../../shared/limits'

export const ExtraInfo = t.Object({ id: t.Number(), name: t.String(), value: t.String() })
export type ExtraInfo = Static<typeof ExtraInfo>

export const Contact = t.Object({
  id: t.Number(),
  name: t.String(),
  /** Digits with country code; null while WhatsApp hides the number. */
  number: t.Nullable(t.String()),
  /** Numbers of contacts that were merged into this one. */
  otherNumbers: t.Array(t.String()),
  email: t.String(),
  profilePicUrl: t.String(),
  isGroup: t.Boolean(),
  disableBot: t.Boolean(),
  /** Time since which the person wants no campaigns. */
  optedOutAt: t.Nullable(t.String()),
  extraInfo: t.Array(ExtraInfo),
  createdAt: t.String(),
  updatedAt: t.String(),
})
export type Contact = Static<typeof Contact>

/** With the `id` of an existing entry, that entry changes. Entries that are missing are deleted. */
export const ExtraInput = t.Object({
  id: t.Optional(t.Number()),
  name: t.String({ minLength: 1, maxLength: limits.extraName.max, pattern: oneLine }),
  value: t.String({ maxLength: limits.extraValue.max }),
})
export type ExtraInput = Static<typeof ExtraInput>

export const ContactInput = t.Object({
  name: t.String({ minLength: limits.name.min, maxLength: limits.name.max, pattern: oneLine }),
  number: t.String({ minLength: limits.typedNumber.min, maxLength: limits.typedNumber.max }),
  email: t.Optional(t.Union([t.Literal(''), t.String({ format: 'email', maxLength: limits.email.max })])),
  disableBot: t.Optional(t.Boolean()),
  extraInfo: t.Optional(t.Array(ExtraInput, { maxItems: limits.extraInfo })),
})
export type ContactInput = Static<typeof ContactInput>

/**
 * `cursor` is the opaque `next` of the previous page; `pageNumber` is accepted for scripts. The dates are days in the
 * company's time zone on which contacts were created.
 */
export const ContactQuery = t.Object({
  searchParam: t.Optional(t.String({ maxLength: limits.search.max })),
  date: t.Optional(day),
  dateStart: t.Optional(day),
  dateEnd: t.Optional(day),
  pageNumber,
  cursor: t.Optional(t.String({ maxLength: limits.nameCursor.max })),
})
export type ContactQuery = Static<typeof ContactQuery>

export const NameQuery = t.Object({ searchParam: t.Optional(t.String({ maxLength: limits.search.max })) })
export const OfContactQuery = t.Object({ cursor: t.Optional(t.String({ maxLength: 60 })) })
export type OfContactQuery = Static<typeof OfContactQuery>

/** Cell of a spreadsheet. Any text passes the schema, so that invalid rows are reported one by one. */
const cell = t.Optional(t.Nullable(t.Union([t.String(), t.Number()])))
export const ContactRows = t.Array(t.Object({ row: t.Optional(t.Number()), name: cell, number: cell, email: cell }))
export type ContactRows = Static<typeof ContactRows>

/** `count` is bounded (`limits.countedContacts`), and missing in pages requested by cursor. */
export const ContactPage = t.Object({ contacts: t.Array(Contact), ...pageFields, count: t.Optional(t.Number()) })
export type ContactPage = Static<typeof ContactPage>

/** Contacts with only the fields of a select box. */
export const ContactNames = t.Object({ contacts: t.Array(t.Pick(Contact, ['id', 'name', 'number', 'isGroup'])) })
export type ContactNames = Static<typeof ContactNames>

/** A refused row: its number in the spreadsheet, the text of its number column, and the reason. */
export const RefusedRow = t.Object({ row: t.Number(), number: t.String(), error: t.UnionEnum(importFaults) })
export type RefusedRow = Static<typeof RefusedRow>

/** Result of an upload. `filled` counts existing contacts of which empty fields were filled. */
export const UploadResult = t.Object({
  newContacts: t.Array(t.Object({ id: t.Number(), name: t.String(), number: t.String() })),
  filled: t.Number(),
  errorBag: t.Array(RefusedRow),
})
export type UploadResult = Static<typeof UploadResult>

/** Result of an import. `known` counts entries of the address books; 0 while no phone has sent one. */
export const ImportResult = t.Object({ known: t.Number(), imported: t.Number(), filled: t.Number() })
export type ImportResult = Static<typeof ImportResult>

import { type Static, t } from 'elysia'
import { oneLine, pageNumber } from '../../core/http/schemas'
import { importFaults } from '../../shared/enums'
import { limits } from '../../shared/limits'
import { pageFields } from '../openapi/model'
import { Ticket } from '../tickets/model'

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
  number: t.String({ minLength: limits.contactNumber.min, maxLength: 50 }),
  email: t.Optional(t.Union([t.Literal(''), t.String({ format: 'email', maxLength: limits.email.max })])),
  disableBot: t.Optional(t.Boolean()),
  extraInfo: t.Optional(t.Array(ExtraInput, { maxItems: limits.extraInfo })),
})
export type ContactInput = Static<typeof ContactInput>

const day = t.Optional(t.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }))

/**
 * `cursor` is the opaque `next` of the previous page; `pageNumber` is accepted for scripts. The dates are days in the
 * company's time zone on which contacts were created.
 */
export const ContactQuery = t.Object({
  searchParam: t.Optional(t.String({ maxLength: limits.search.max })),
  date: day,
  dateStart: day,
  dateEnd: day,
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

export const MergeInput = t.Object({ otherId: t.Number() })

/** `count` is bounded (`limits.countedContacts`), and missing in pages requested by cursor. */
export const ContactPage = t.Object({ contacts: t.Array(Contact), ...pageFields, count: t.Optional(t.Number()) })
export type ContactPage = Static<typeof ContactPage>

/** Contacts with only the fields of a select box. */
export const ContactNames = t.Object({ contacts: t.Array(t.Pick(Contact, ['id', 'name', 'number', 'isGroup'])) })
export type ContactNames = Static<typeof ContactNames>

/** `ratings`: the last rating of each of these tickets that has one, 1 to 3. */
export const TicketsOfContact = t.Object({
  tickets: t.Array(Ticket),
  ratings: t.Array(t.Object({ ticketId: t.Number(), rate: t.Number() })),
  ...pageFields,
})
export type TicketsOfContact = Static<typeof TicketsOfContact>

/** Numbers of rows deleted with a contact. */
export const Belongings = t.Object({ tickets: t.Number(), messages: t.Number() })
export type Belongings = Static<typeof Belongings>

/** A row for `POST /contacts/upload`; `row` is its number in the spreadsheet, from 1. */
export const SheetRow = t.Object({ row: t.Number(), name: t.String(), number: t.String(), email: t.String() })
export type SheetRow = Static<typeof SheetRow>

/** Rows of a spreadsheet, and the headings of columns that no field of a contact takes. */
export const Sheet = t.Object({ rows: t.Array(SheetRow), ignored: t.Array(t.String()) })
export type Sheet = Static<typeof Sheet>

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

export const MergeResult = t.Object({ contact: Contact, mergeId: t.Number() })
export type MergeResult = Static<typeof MergeResult>
export const MergeUndone = t.Object({ contact: Contact, restored: Contact })
export type MergeUndone = Static<typeof MergeUndone>

/** Merges into a contact that can be undone; `by` is null once that user is deleted. */
export const MergeList = t.Object({
  merges: t.Array(
    t.Object({
      id: t.Number(),
      name: t.String(),
      number: t.Nullable(t.String()),
      createdAt: t.String(),
      by: t.Nullable(t.String()),
    }),
  ),
})
export type MergeList = Static<typeof MergeList>

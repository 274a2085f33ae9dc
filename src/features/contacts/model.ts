import { type Static, t } from 'elysia'
import { pageNumber } from '../../core/http/http'
import { importFaults } from '../../shared/enums'
import { limits } from '../../shared/limits'
import { paged } from '../openapi/model'
import { Ticket } from '../tickets/model'

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
  cursor: t.Optional(t.String({ maxLength: limits.nameCursor.max })),
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

/** `count` up to a bound, and with a page that is asked for by number only. */
export const ContactPage = t.Object({ contacts: t.Array(Contact), ...paged, count: t.Optional(t.Number()) })
export type ContactPage = Static<typeof ContactPage>

/** No more of a contact than a select needs. */
export const ContactNames = t.Object({ contacts: t.Array(t.Pick(Contact, ['id', 'name', 'number', 'isGroup'])) })
export type ContactNames = Static<typeof ContactNames>

export const TicketsOfContact = t.Object({ tickets: t.Array(Ticket), ...paged })
export type TicketsOfContact = Static<typeof TicketsOfContact>

/** How much goes with a contact when it is deleted. */
export const Belongings = t.Object({ tickets: t.Number(), messages: t.Number() })
export type Belongings = Static<typeof Belongings>

/** A row as `POST /contacts/upload` takes it; `row` is the place in the file, as the spreadsheet's program counts. */
export const SheetRow = t.Object({ row: t.Number(), name: t.String(), number: t.String(), email: t.String() })
export type SheetRow = Static<typeof SheetRow>

/** A row that was not taken: its place in the file, what stood in its column of the number, and why. */
export const RefusedRow = t.Object({ row: t.Number(), number: t.String(), error: t.UnionEnum(importFaults) })
export type RefusedRow = Static<typeof RefusedRow>

/** What became of the rows of a spreadsheet; `filled` counts contacts that got what they had not. */
export const Uploaded = t.Object({
  newContacts: t.Array(t.Object({ id: t.Number(), name: t.String(), number: t.String() })),
  filled: t.Number(),
  errorBag: t.Array(RefusedRow),
})
export type Uploaded = Static<typeof Uploaded>

/** What became of the address books; `known` is 0 while no phone has told any. */
export const Imported = t.Object({ known: t.Number(), imported: t.Number(), filled: t.Number() })
export type Imported = Static<typeof Imported>

export const Merged = t.Object({ contact: Contact, mergeId: t.Number() })
export type Merged = Static<typeof Merged>
export const MergeUndone = t.Object({ contact: Contact, restored: Contact })
export type MergeUndone = Static<typeof MergeUndone>

/** What was merged into a contact and can be taken out again; `by` is null once that person is gone. */
export const Merges = t.Object({
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
export type Merges = Static<typeof Merges>

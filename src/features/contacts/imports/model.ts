import { type Static, t } from 'elysia'
import { day, oneLineOfText } from '../../../core/http/schemas'
import { cellFaults, columnMeanings, importSources, importStates, rowFaults } from '../../../shared/enums'
import { limits } from '../../../shared/limits'

const meaning = t.UnionEnum(columnMeanings, { default: undefined })
const sheet = t.Integer({ minimum: 0, maximum: 1000 })

/** Meaning of the cells of a file's sheet, as chosen by a person. */
export const LayoutInput = t.Object({
  sheet,
  /** Row with the headings, from 1; null without one. */
  heading: t.Nullable(t.Integer({ minimum: 0, maximum: 1_048_576 })),
  /** Meaning of each column, from A; those left out are not read. */
  columns: t.Array(meaning, { maxItems: limits.listColumns }),
})
export type LayoutInput = Static<typeof LayoutInput>

/** PUT …/preview: a sheet alone gets a proposal for its columns. */
export const PreviewInput = t.Object({ sheet, layout: t.Optional(LayoutInput) })
export type PreviewInput = Static<typeof PreviewInput>

/** Start of a file: sheets, meaning of the columns, and people as they will be stored. */
export const ImportPreview = t.Object({
  sheets: t.Array(t.String()),
  layout: LayoutInput,
  /** Columns with their headings and the first cell below. */
  columns: t.Array(t.Object({ title: t.String(), meaning, sample: t.String() })),
  rows: t.Array(
    t.Object({
      ...{ row: t.Number(), name: t.String(), number: t.String(), email: t.String() },
      fields: t.Array(t.Object({ name: t.String(), value: t.String() })),
      /** Reason of a refused row. */
      fault: t.Nullable(t.UnionEnum(rowFaults, { default: undefined })),
    }),
  ),
  /** Rows that were looked at, and whether the sheet has more. */
  sampled: t.Number(),
  hasMore: t.Boolean(),
  /** Of those: refused rows, and the first cells that are left out although their rows are not. */
  refused: t.Number(),
  leftOut: t.Array(
    t.Object({
      ...{ row: t.Number(), column: t.String(), text: t.String() },
      fault: t.UnionEnum(cellFaults, { default: undefined }),
    }),
  ),
  leftOutCount: t.Number(),
})
export type ImportPreview = Static<typeof ImportPreview>

/** An import of people into a list, or into the contacts, as returned by the API. */
export const ContactImport = t.Object({
  id: t.Number(),
  /** Null for an import into the contacts. */
  contactListId: t.Nullable(t.Number()),
  source: t.UnionEnum(importSources, { default: undefined }),
  fileName: t.String(),
  state: t.UnionEnum(importStates, { default: undefined }),
  /** Error code of a failed import. */
  reason: t.Nullable(t.String()),
  /** Rows in total; null until the file is read. */
  total: t.Nullable(t.Number()),
  /** Rows so far: the sum of added, filled, known, repeated and invalid. */
  handled: t.Number(),
  added: t.Number(),
  /** Contacts that existed and got a name, e-mail or field that they lacked. */
  filled: t.Number(),
  /** Rows with a number that the list, or a contact with all of it, already had. */
  known: t.Number(),
  /** Rows with a number of an earlier row. */
  repeated: t.Number(),
  invalid: t.Number(),
  /** Cells that were left out or cut, of people who were added. */
  leftOut: t.Number(),
  /** Added people who want no campaigns. */
  optedOut: t.Number(),
  /** Start of the file, while a person chooses the meaning of its columns. */
  preview: t.Nullable(ImportPreview),
  createdAt: t.String(),
  endedAt: t.Nullable(t.String()),
})
export type ContactImport = Static<typeof ContactImport>

/**
 * An .xlsx, .xls, .ods, .csv or .vcf file. With `ask` the import waits for the choice of its columns also when they are
 * certain.
 */
export const FileUpload = t.Object({
  file: t.File({ maxSize: limits.listFile }),
  ask: t.Optional(t.BooleanString()),
})
export type FileUpload = Static<typeof FileUpload>

const id = t.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

/** Recipients of a campaign: all, or of those who got its message the ones without or with an answer. */
const recipientChoices = ['all', 'unanswered', 'answered'] as const

/** Where the people of a new list come from: exactly one of tag, campaign and contacts. */
const sourceFields = {
  tagId: t.Optional(id),
  campaignId: t.Optional(id),
  recipients: t.Optional(t.UnionEnum(recipientChoices, { default: undefined })),
  /** All contacts, or those that match. */
  contacts: t.Optional(
    t.Object({
      searchParam: t.Optional(t.String({ maxLength: limits.search.max })),
      dateStart: t.Optional(day),
      dateEnd: t.Optional(day),
    }),
  ),
}
const PeopleSource = t.Object(sourceFields)
export type PeopleSource = Static<typeof PeopleSource>

/** POST /contact-lists/from: a new list with people the company already has. */
export const ListFromInput = t.Object({
  name: t.String({
    minLength: limits.contactListName.min,
    maxLength: limits.contactListName.max,
    pattern: oneLineOfText,
  }),
  ...sourceFields,
})
export type ListFromInput = Static<typeof ListFromInput>

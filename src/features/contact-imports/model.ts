import { type Static, t } from 'elysia'
import { oneLineOfText } from '../../core/http/schemas'
import { importSources, importStates } from '../../shared/enums'
import { limits } from '../../shared/limits'

const column = t.Integer({ minimum: 0, maximum: limits.listColumns - 1 })

/** Columns of a file, from 0, as chosen by a person. */
export const ColumnsInput = t.Object({
  name: t.Nullable(column),
  number: column,
  email: t.Nullable(column),
  heading: t.Boolean(),
})
export type ColumnsInput = Static<typeof ColumnsInput>

/** An import into a list, as returned by the API. */
export const ContactImport = t.Object({
  id: t.Number(),
  contactListId: t.Number(),
  source: t.UnionEnum(importSources, { default: undefined }),
  fileName: t.String(),
  state: t.UnionEnum(importStates, { default: undefined }),
  /** Error code of a failed import. */
  reason: t.Nullable(t.String()),
  /** Rows in total; null until the file is read. */
  total: t.Nullable(t.Number()),
  /** Rows so far: the sum of added, known, repeated and invalid. */
  handled: t.Number(),
  added: t.Number(),
  /** Rows with a number that the list already had. */
  known: t.Number(),
  /** Rows with a number of an earlier row. */
  repeated: t.Number(),
  invalid: t.Number(),
  /** Added people who want no campaigns. */
  optedOut: t.Number(),
  /** First rows and proposed columns, while a person chooses them. */
  preview: t.Nullable(t.Object({ rows: t.Array(t.Array(t.String())), columns: ColumnsInput })),
  createdAt: t.String(),
  endedAt: t.Nullable(t.String()),
})
export type ContactImport = Static<typeof ContactImport>

/** POST /contact-lists/:id/upload: one .xlsx, .xls or .csv file. */
export const ListUpload = t.Object({ file: t.File({ maxSize: limits.listFile }) })
export type ListUpload = Static<typeof ListUpload>

const id = t.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const day = t.Optional(t.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }))

/** Recipients of a campaign: all, or of those who got its message the ones without or with an answer. */
export const recipientChoices = ['all', 'unanswered', 'answered'] as const

/** Where the people of a new list come from: exactly one of tag, campaign and contacts. */
const sourceFields = {
  tagId: t.Optional(id),
  campaignId: t.Optional(id),
  recipients: t.Optional(t.UnionEnum(recipientChoices, { default: undefined })),
  /** All contacts, or those that match. */
  contacts: t.Optional(
    t.Object({
      searchParam: t.Optional(t.String({ maxLength: limits.search.max })),
      dateStart: day,
      dateEnd: day,
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

import { type Static, t } from 'elysia'
import { oneLine, oneLineOfText, pageNumber } from '../../../core/http/schemas'
import { limits } from '../../../shared/limits'

/** One file of a list; `path` is null until it is uploaded. */
export const FileOption = t.Object({
  id: t.Number(),
  name: t.String(),
  /** Signed URL; expires after one to two hours. */
  path: t.Nullable(t.String()),
  file: t.Nullable(t.String()),
  mediaType: t.Nullable(t.String()),
  size: t.Nullable(t.Number()),
})
export type FileOption = Static<typeof FileOption>

/** A list of files that are sent together, as returned by the API. */
export const FileList = t.Object({
  id: t.Number(),
  name: t.String(),
  message: t.String(),
  options: t.Array(FileOption),
  createdAt: t.String(),
  updatedAt: t.String(),
})
export type FileList = Static<typeof FileList>

const name = t.String({
  minLength: limits.fileListName.min,
  maxLength: limits.fileListName.max,
  pattern: oneLineOfText,
})
const optionId = t.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

/** Options with an id stay and keep their files; options without one are new; options that are missing are deleted. */
export const FileListInput = t.Object({
  name,
  message: t.String({ minLength: limits.fileListMessage.min, maxLength: limits.fileListMessage.max, pattern: '\\S' }),
  options: t.Optional(
    t.Array(
      t.Object({
        id: t.Optional(optionId),
        name: t.String({
          minLength: limits.fileOptionName.min,
          maxLength: limits.fileOptionName.max,
          pattern: oneLine,
        }),
      }),
      { maxItems: limits.fileOptions },
    ),
  ),
})
export type FileListInput = Static<typeof FileListInput>

/** POST /files/uploadList/:id: the n-th file belongs to the option with the n-th id, or to the n-th without a file. */
export const FileUpload = t.Object({
  files: t.Files({ maxItems: limits.fileOptions }),
  id: t.Optional(
    t.Union([t.Numeric({ minimum: 1 }), t.Array(t.Numeric({ minimum: 1 }), { maxItems: limits.fileOptions })]),
  ),
})
export type FileUpload = Static<typeof FileUpload>

export const FileQuery = t.Object({
  searchParam: t.Optional(t.String({ maxLength: limits.search.max })),
  pageNumber,
  cursor: t.Optional(t.String({ maxLength: limits.nameCursor.max })),
})
export type FileQuery = Static<typeof FileQuery>

import { textCursor, textOfCursor } from '../../../core/http/cursor'
import type { Scope } from '../../../core/scope'
import { containsText, sortsAfter } from '../../../core/storage/expressions'
import { hot, type Tables } from '../../../core/storage/tenant'
import { AppError } from '../../../shared/errors'
import { pageSizes } from '../../../shared/limits'
import { foldText } from '../../../shared/text'
import type { FileList, FileOption, FileQuery } from './model'

const columns = ['id', 'name', 'code', 'message', 'createdAt', 'updatedAt'] as const
const fileListRows = (db: Tables) => db.select('file_lists').select(columns)

const byId = hot<{ id: number }>()((db, p) => fileListRows(db).where('id', '=', p('id')))
type FileListRow = NonNullable<(typeof byId)['row']>

const pageOfLists = hot<{ code: string; id: number; text: string; limit: number; offset: number }>()((db, p) =>
  fileListRows(db)
    .where(sortsAfter(['code', 'id'], [p('code'), p('id')]))
    .where(({ eb, or, val }) => or([eb(val(p('text')), '=', ''), containsText('code', p('text'))]))
    .orderBy('code')
    .orderBy('id')
    .limit(p('limit'))
    .offset(p('offset')),
)
const optionRows = (db: Tables) =>
  db
    .select('file_options')
    .leftJoin('media', 'media.id', 'file_options.mediaId')
    .select(['file_options.id', 'file_options.fileListId', 'file_options.name', 'file_options.mediaId'])
    .select(['media.originalName', 'media.mime', 'media.size'])
    .orderBy('file_options.position')
    .orderBy('file_options.id')
type OptionRow = Awaited<ReturnType<ReturnType<typeof optionRows>['execute']>>[number]

const size = pageSizes.other

/** A page of the company's file lists, by name; `searchParam` matches the name without accents. */
export async function listFileLists(scope: Scope, { searchParam = '', pageNumber = 1, cursor }: FileQuery) {
  const offset = cursor === undefined ? (pageNumber - 1) * size : 0
  const part = { ...positionAfter(cursor), text: foldText(searchParam), limit: size + 1, offset }
  const rows = await scope.db.run(pageOfLists, part)
  const hasMore = rows.length > size
  const shown = rows.slice(0, size)
  const last = shown.at(-1)
  return {
    files: await withOptions(scope, shown),
    hasMore,
    next: hasMore && last ? textCursor({ text: last.code, id: last.id }) : null,
  }
}

function positionAfter(cursor: string | undefined) {
  const { text: code, id } = textOfCursor(cursor) ?? { text: '', id: 0 }
  return { code, id }
}

/** @throws ERR_NO_FILE_FOUND also for a list of another company */
async function getFileListRow(scope: Scope, id: number): Promise<FileListRow> {
  const row = await scope.db.first(byId, { id })
  if (!row) throw new AppError('ERR_NO_FILE_FOUND')
  return row
}

/** A file list with its options in their order. @throws ERR_NO_FILE_FOUND */
export const getFileList = async (scope: Scope, id: number): Promise<FileList> =>
  (await withOptions(scope, [await getFileListRow(scope, id)]))[0] as FileList

/** Adds the options to the rows, with one query for all. */
async function withOptions(scope: Scope, rows: FileListRow[]): Promise<FileList[]> {
  const ids = rows.map(({ id }) => id)
  const options = ids.length > 0 ? await optionRows(scope.db).where('fileListId', 'in', ids).execute() : []
  return rows.map(({ code: _, ...row }) => ({
    ...row,
    options: options.filter(({ fileListId }) => fileListId === row.id).map((option) => toOption(scope, option)),
  }))
}

const toOption = (scope: Scope, { id, name, mediaId, originalName, mime, size }: OptionRow): FileOption => ({
  id,
  name,
  path: mediaId === null ? null : scope.mediaLink(mediaId),
  file: originalName,
  mediaType: mime,
  size,
})

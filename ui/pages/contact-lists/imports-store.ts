import i18n from 'i18next'
import type { ColumnsInput, ContactImport } from '../../../src/features/contact-imports/model'
import { AppError } from '../../../src/shared/errors'
import { limits } from '../../../src/shared/limits'
import { api, fetchFile, unwrapResponse } from '../../lib/api'
import { createLiveValue } from '../../lib/live-value'
import { saveFile } from '../../lib/save-file'
import { toastError } from '../../lib/toast'
import { upload } from '../../lib/upload'

const live = createLiveValue<ContactImport[]>([])
/** The last imports into the list on screen, newest first. */
export const imports = live.value

export const loadImports = (id: number) => live.load(() => unwrapResponse(api['contact-lists']({ id }).imports.get()))

/** Drops the imports of another list. */
export const resetImports = () => live.reset([])

/** Inserts or replaces an import; a new one comes first. */
export const receiveImport = (received: ContactImport) =>
  live.change((all) => [received, ...all.filter(({ id }) => id !== received.id)].sort((a, b) => b.id - a.id))

const findImport = (id: number) => imports.peek().find((one) => one.id === id)

/** Applies the response to a request about an import, unless an event brought a newer state before it. */
async function changeImport(id: number, request: () => Promise<ContactImport>) {
  const before = findImport(id)
  const changed = await request()
  if (findImport(id) === before) receiveImport(changed)
}

/** Uploads a file with progress from 0 to 1. @throws AppError */
export async function uploadList(listId: number, file: File, onProgress: (share: number) => void, signal: AbortSignal) {
  if (file.size > limits.listFile) throw new AppError('ERR_LIST_FILE_TOO_LARGE')
  const form = new FormData()
  form.append('file', file)
  const made = await upload<ContactImport>(`/api/contact-lists/${listId}/upload`, form, { onProgress, signal })
  if (!findImport(made.id)) receiveImport(made)
  return made
}

/** Begins an import with these columns. @throws AppError */
export const chooseColumns = (id: number, columns: ColumnsInput) =>
  changeImport(id, () => unwrapResponse(api['contact-list-imports']({ id }).put(columns)))

export const cancelImport = (id: number) =>
  changeImport(id, () => unwrapResponse(api['contact-list-imports']({ id }).cancel.post())).catch(toastError)

/** Saves the rows that an import refused. */
export const downloadErrors = (id: number) =>
  fetchFile(`/api/contact-list-imports/${id}/errors`)
    .then((file) => saveFile(i18n.t('contactLists.errorsFile'), file))
    .catch(toastError)

/** Saves the sample spreadsheet. */
export const downloadSample = () =>
  fetchFile('/api/contact-lists/sample')
    .then((file) => saveFile(i18n.t('contactLists.sampleFile'), file))
    .catch(toastError)

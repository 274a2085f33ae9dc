import { signal } from '@preact/signals-react'
import i18n from 'i18next'
import type { ColumnsInput, ContactImport } from '../../../src/features/contact-imports/model'
import { AppError } from '../../../src/shared/errors'
import { limits } from '../../../src/shared/limits'
import { api, fetchFile, unwrapResponse } from '../../lib/api'
import { saveFile } from '../../lib/save-file'
import { toastError } from '../../lib/toast'
import { upload } from '../../lib/upload'

/** The last imports into the list on screen, newest first. */
export const imports = signal<ContactImport[]>([])

export async function loadImports(id: number) {
  imports.value = await unwrapResponse(api['contact-lists']({ id }).imports.get())
}

/** Inserts or replaces an import; a new one comes first. */
export function receiveImport(received: ContactImport) {
  const others = imports.peek().filter(({ id }) => id !== received.id)
  imports.value = [received, ...others].sort((a, b) => b.id - a.id)
}

/** Uploads a file with progress from 0 to 1. @throws AppError */
export async function uploadList(listId: number, file: File, onProgress: (share: number) => void, signal: AbortSignal) {
  if (file.size > limits.listFile) throw new AppError('ERR_LIST_FILE_TOO_LARGE')
  const form = new FormData()
  form.append('file', file)
  const made = await upload<ContactImport>(`/api/contact-lists/${listId}/upload`, form, { onProgress, signal })
  receiveImport(made)
  return made
}

/** Begins an import with these columns. @throws AppError */
export const chooseColumns = async (id: number, columns: ColumnsInput) =>
  receiveImport(await unwrapResponse(api['contact-list-imports']({ id }).put(columns)))

export const cancelImport = (id: number) =>
  unwrapResponse(api['contact-list-imports']({ id }).cancel.post()).then(receiveImport, toastError)

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

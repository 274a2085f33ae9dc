import i18n from 'i18next'
import type { ContactImport, LayoutInput, PreviewInput } from '../../src/features/contacts/imports/model'
import { AppError } from '../../src/shared/errors'
import { limits } from '../../src/shared/limits'
import { api, fetchFile, unwrapResponse } from '../lib/api'
import { createLiveValue } from '../lib/live-value'
import { saveFile } from '../lib/save-file'
import { toastError } from '../lib/toast'
import { upload } from '../lib/upload'

/** Requests of imports into one place: a list, or the contacts. */
interface ImportRequests {
  load: () => Promise<ContactImport[]>
  uploadPath: string
  preview: (id: number, input: PreviewInput) => Promise<ContactImport>
  choose: (id: number, layout: LayoutInput) => Promise<ContactImport>
  cancel: (id: number) => Promise<ContactImport>
  errorsPath: (id: number) => string
}

const intoList = (listId: number): ImportRequests => {
  const routes = api['contact-list-imports']
  return {
    load: () => unwrapResponse(api['contact-lists']({ id: listId }).imports.get()),
    uploadPath: `/api/contact-lists/${listId}/upload`,
    preview: (id, input) => unwrapResponse(routes({ id }).preview.put(input)),
    choose: (id, layout) => unwrapResponse(routes({ id }).put(layout)),
    cancel: (id) => unwrapResponse(routes({ id }).cancel.post()),
    errorsPath: (id) => `/api/contact-list-imports/${id}/errors`,
  }
}

const intoContacts: ImportRequests = {
  load: () => unwrapResponse(api.contacts.imports.get()),
  uploadPath: '/api/contacts/imports',
  preview: (id, input) => unwrapResponse(api.contacts.imports({ id }).preview.put(input)),
  choose: (id, layout) => unwrapResponse(api.contacts.imports({ id }).put(layout)),
  cancel: (id) => unwrapResponse(api.contacts.imports({ id }).cancel.post()),
  errorsPath: (id) => `/api/contacts/imports/${id}/errors`,
}

/** Imports of one page, newest first, with their requests. */
function createImportStore(first: ImportRequests) {
  const live = createLiveValue<ContactImport[]>([])
  let requests = first
  const find = (id: number) => live.value.peek().find((one) => one.id === id)

  /** Inserts or replaces an import; a new one comes first. An event has no start of the file: the loaded one stays. */
  const receive = (received: ContactImport) => {
    const preview = received.state === 'mapping' ? (received.preview ?? find(received.id)?.preview ?? null) : null
    const merged = { ...received, preview }
    live.change((all) => [merged, ...all.filter(({ id }) => id !== merged.id)].sort((a, b) => b.id - a.id))
  }

  /** Applies the response to a request about an import, unless an event brought a newer state before it. */
  const change = async (id: number, request: () => Promise<ContactImport>) => {
    const before = find(id)
    const changed = await request()
    if (find(id) === before) receive(changed)
    return changed
  }

  return {
    imports: live.value,
    receive,
    load: () => live.load(() => requests.load()),
    /** Drops the imports of another list. */
    reset: () => live.reset([]),
    openList(listId: number) {
      requests = intoList(listId)
    },
    /** Uploads a file with progress from 0 to 1; the import waits for the columns. @throws AppError */
    async send(file: File, onProgress: (share: number) => void, signal: AbortSignal) {
      if (file.size > limits.listFile) throw new AppError('ERR_LIST_FILE_TOO_LARGE')
      const form = new FormData()
      form.append('file', file)
      form.append('ask', 'true')
      const made = await upload<ContactImport>(requests.uploadPath, form, { onProgress, signal })
      if (!find(made.id)?.preview) receive(made)
      return made
    },
    /** Start of the file by another sheet or other columns. @throws AppError */
    preview: (id: number, input: PreviewInput) => change(id, () => requests.preview(id, input)),
    /** Begins an import with these columns. @throws AppError */
    choose: (id: number, layout: LayoutInput) => change(id, () => requests.choose(id, layout)),
    cancel: (id: number) => change(id, () => requests.cancel(id)).catch(toastError),
    /** Saves the rows that an import refused, and the cells that it left out. */
    downloadErrors: (id: number) =>
      fetchFile(requests.errorsPath(id))
        .then((file) => saveFile(i18n.t('contactImport.errorsFile'), file))
        .catch(toastError),
  }
}
export type ImportStore = ReturnType<typeof createImportStore>

export const contactImports = createImportStore(intoContacts)
/** Imports into the list on screen. */
export const listImports = createImportStore(intoList(0))

/** Saves the sample spreadsheet. */
export const downloadSample = () =>
  fetchFile('/api/contact-lists/sample')
    .then((file) => saveFile(i18n.t('contactImport.sampleFile'), file))
    .catch(toastError)

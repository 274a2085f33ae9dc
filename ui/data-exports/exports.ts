import i18n from 'i18next'
import type { DataExport } from '../../src/features/data-transfer/model'
import { api, ask } from '../lib/api'
import { createList } from '../lib/list'
import { toastError, toastSuccess } from '../lib/toast'

/** Exports of the company, newest first. */
export const dataExports = createList<DataExport>({
  load: async () => ({ rows: (await ask(api.exports.get())).exports, hasMore: false }),
  compare: (a, b) => b.id - a.id,
})

/** Receives the progress of an export. */
export const receiveExportEvent = ({ export: told }: { export: DataExport }) => dataExports.put(told)

/** Inserts a requested export, unless its event has arrived before the response. */
function insertRequested(asked: DataExport) {
  if (dataExports.get(asked.id) === undefined) dataExports.put(asked)
}

export async function exportCompany() {
  try {
    insertRequested(await ask(api.exports.post()))
  } catch (failure) {
    toastError(failure)
  }
}

export async function exportPerson(id: number) {
  try {
    insertRequested(await ask(api.contacts({ id }).data.post()))
    toastSuccess(i18n.t('audit.exportStarted'))
  } catch (failure) {
    toastError(failure)
  }
}

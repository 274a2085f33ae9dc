import i18n from 'i18next'
import type { DataExport } from '../../src/features/provider/data-transfer/model'
import { api, unwrapResponse } from '../lib/api'
import { createList } from '../lib/list'
import { toastError, toastSuccess } from '../lib/toast'

/** Exports of the company, newest first. */
export const dataExports = createList<DataExport>({
  load: async () => ({ rows: (await unwrapResponse(api.exports.get())).exports, hasMore: false }),
  compare: (a, b) => b.id - a.id,
})

/** Receives the progress of an export. */
export const receiveExportEvent = ({ export: dataExport }: { export: DataExport }) => dataExports.put(dataExport)

/** Inserts a requested export, unless its event has arrived before the response. */
function insertRequested(created: DataExport) {
  if (dataExports.get(created.id) === undefined) dataExports.put(created)
}

export async function exportCompany() {
  try {
    insertRequested(await unwrapResponse(api.exports.post()))
  } catch (failure) {
    toastError(failure)
  }
}

export async function exportPerson(id: number) {
  try {
    insertRequested(await unwrapResponse(api.contacts({ id }).data.post()))
    toastSuccess(i18n.t('audit.exportStarted'))
  } catch (failure) {
    toastError(failure)
  }
}

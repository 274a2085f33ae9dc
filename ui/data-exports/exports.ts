import i18n from 'i18next'
import type { DataExport } from '../../src/features/exports/model'
import { api, ask } from '../lib/api'
import { createList } from '../lib/list'
import { toastError, toastSuccess } from '../lib/toast'

/** Files that were asked for, the last first. */
export const exports = createList<DataExport>({
  load: async () => ({ rows: (await ask(api.exports.get())).exports, hasMore: false }),
  compare: (a, b) => b.id - a.id,
})

/** What is told of one that is being made. */
export const heard = ({ export: told }: { export: DataExport }) => exports.put(told)

/** The answer to having asked for one: a small file is made, and told to be, before it is here. */
function putAsked(asked: DataExport) {
  if (exports.get(asked.id) === undefined) exports.put(asked)
}

export async function exportCompany() {
  try {
    putAsked(await ask(api.exports.post()))
  } catch (failure) {
    toastError(failure)
  }
}

export async function exportPerson(id: number) {
  try {
    putAsked(await ask(api.contacts({ id }).data.post()))
    toastSuccess(i18n.t('audit.exportStarted'))
  } catch (failure) {
    toastError(failure)
  }
}

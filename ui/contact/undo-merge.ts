import i18n from 'i18next'
import { api, unwrapResponse } from '../lib/api'
import { toastError, toastSuccess } from '../lib/toast'

/** Undoes a merge and returns true on success; all clients update by events. */
export async function undoMerge(id: number): Promise<boolean> {
  try {
    await unwrapResponse(api.contacts.merges({ id }).undo.post())
    toastSuccess(i18n.t('details.undone'))
    return true
  } catch (failure) {
    toastError(failure)
    return false
  }
}

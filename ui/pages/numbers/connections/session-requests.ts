import i18n from 'i18next'
import type { Connection } from '../../../../src/features/numbers/connections/model'
import { confirm } from '../../../components/confirm'
import { api, unwrapResponse } from '../../../lib/api'
import { connections, upsertConnectionAnswer } from '../../../lib/connections'
import { asFailure } from '../../../lib/failure'
import { toastError, toastSuccess, toastWarning } from '../../../lib/toast'

/** Sends a request about a session and applies the returned connection. Returns false and shows a toast on failure. */
const sendSessionRequest = async (call: Promise<Connection>) => {
  try {
    upsertConnectionAnswer(await call)
    return true
  } catch (failure) {
    toastError(failure)
    // The state may have been changed by someone else.
    void connections.reload()
    return false
  }
}

export const startSession = (id: number) => sendSessionRequest(unwrapResponse(api.whatsappsession({ id }).post()))
export const requestQr = (id: number) => sendSessionRequest(unwrapResponse(api.whatsappsession({ id }).put()))

/** Asks whether to end the session; returns true if so. */
export const confirmEnd = ({ name }: Connection) =>
  confirm({
    title: i18n.t('connections.disconnectTitle', { name }),
    text: i18n.t('connections.disconnectText'),
    action: i18n.t('connections.disconnect'),
    danger: true,
  })

export async function endSession(id: number) {
  if (await sendSessionRequest(unwrapResponse(api.whatsappsession({ id }).delete())))
    toastSuccess(i18n.t('connections.disconnected'))
}

export async function removeConnection({ id, name }: Connection) {
  const isConfirmed = await confirm({
    title: i18n.t('connections.deleteTitle', { name }),
    text: i18n.t('connections.deleteText'),
    action: i18n.t('common.delete'),
    danger: true,
  })
  if (!isConfirmed) return
  try {
    await unwrapResponse(api.whatsapp({ id }).delete())
    connections.drop(id)
    toastSuccess(i18n.t('connections.deleted'))
  } catch (thrown) {
    const { code, detail } = asFailure(thrown)
    const [names, count] = [detail.contacts, Number(detail.tickets)]
    if (code !== 'ERR_WAPP_IN_USE' || !Array.isArray(names)) return toastError(thrown)
    toastWarning(i18n.t('connections.inUse', { count, names: names.join(', '), name }))
  }
}

import i18n from 'i18next'
import type { ImportedFlow } from '../../../../src/features/automation/flows/files/model'
import type { Flow } from '../../../../src/features/automation/flows/model'
import type { ReadyFlowInput, ReadyFlowItem } from '../../../../src/features/automation/ready-flows/model'
import { limits } from '../../../../src/shared/limits'
import { confirm } from '../../../components/confirm'
import { api, fetchFile, unwrapResponse } from '../../../lib/api'
import { asFailure } from '../../../lib/failure'
import { fileSize } from '../../../lib/file-size'
import { language } from '../../../lib/language'
import { saveFile } from '../../../lib/save-file'
import { flowToastMs, toastError, toastSuccess } from '../../../lib/toast'
import { upload } from '../../../lib/upload'
import { foundFlows } from './store'

/** Downloads a flow with its files; offers a download without them when they are too large. */
export async function exportFlow(flow: Flow) {
  try {
    await download(flow, 'all')
  } catch (thrown) {
    if (asFailure(thrown).code !== 'ERR_TOO_LARGE') return toastError(thrown)
    const isConfirmed = await confirm({
      title: i18n.t('flowTransfer.exportTooLarge', { limit: fileSize(limits.flowFileMedia) }),
      text: i18n.t('flowTransfer.exportWithout'),
      action: i18n.t('flowTransfer.exportWithoutAction'),
    })
    if (isConfirmed) await download(flow, 'none').catch(toastError)
  }
}

const download = async ({ id, name }: Flow, media: 'all' | 'none') =>
  saveFile(`${name}.json`, await fetchFile(`/api/flowbuilder/flow/${id}/export?media=${media}`))

/** Makes a draft from a file. @throws AppError, AbortError */
export async function importFlow(file: File, signal: AbortSignal): Promise<ImportedFlow> {
  const query = new URLSearchParams({ name: file.name.slice(-limits.fileName.max) })
  const imported = await upload<ImportedFlow>(`/api/flowbuilder/import?${query}`, file, { signal })
  foundFlows.receiveEvent(imported.flow)
  return imported
}

/** Ready-made flows in the language of the interface. */
export const loadReadyFlows = async (): Promise<ReadyFlowItem[]> =>
  (await unwrapResponse(api.flowbuilder['ready-made'].get({ query: { language: language.peek() } }))).flows

/** Makes a draft from a ready-made flow. @throws AppError */
export async function createReadyFlow(input: Omit<ReadyFlowInput, 'language'>): Promise<Flow> {
  const flow = await unwrapResponse<Flow>(api.flowbuilder['ready-made'].post({ ...input, language: language.peek() }))
  foundFlows.receiveEvent(flow)
  toastSuccess(i18n.t('flowTransfer.created'), flowToastMs)
  return flow
}

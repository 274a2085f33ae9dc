import i18n from 'i18next'
import type {
  IntegrationInput,
  QueueIntegration,
  SavedIntegration,
} from '../../../../src/features/automation/integrations/model'
import { confirm } from '../../../components/confirm'
import { api, unwrapResponse } from '../../../lib/api'
import { asFailure } from '../../../lib/failure'
import { byIntegrationName } from '../../../lib/integrations'
import { createList } from '../../../lib/list'
import { useLive } from '../../../lib/realtime'
import { toastError, toastSuccess, toastWarning } from '../../../lib/toast'

const unescaped = { interpolation: { escapeValue: false } }
let searchParam = ''

/** Integrations that match the search, by name. */
export const foundIntegrations = createList<QueueIntegration>({
  async load(cursor) {
    const query = { searchParam, cursor }
    const { queueIntegrations, ...page } = await unwrapResponse(api.queueIntegration.get({ query }))
    return { rows: queueIntegrations, ...page }
  },
  compare: byIntegrationName,
  pagedBy: byIntegrationName,
})

export function searchIntegrations(text: string) {
  searchParam = text
  foundIntegrations.clear()
  void foundIntegrations.more()
}

/** Subscribes the list to events; a search is loaded again, because the server decides its matches. */
export function useIntegrationsLive() {
  useLive(
    {
      queueIntegration(event) {
        if (event.action === 'delete') return foundIntegrations.drop(event.integrationId)
        if (searchParam !== '') return void foundIntegrations.reload()
        foundIntegrations.receiveEvent(event.queueIntegration)
      },
    },
    foundIntegrations.reload,
  )
}

/** Creates or updates an integration. Returns the new signing key if one was made. @throws AppError */
export async function saveIntegration(integration: QueueIntegration | null, input: IntegrationInput) {
  const { newSecret, ...saved } = await unwrapResponse<SavedIntegration>(
    integration ? api.queueIntegration({ id: integration.id }).put(input) : api.queueIntegration.post(input),
  )
  foundIntegrations.receiveEvent(saved)
  toastSuccess(i18n.t(integration ? 'integrations.saved' : 'integrations.created'))
  return newSecret
}

/** Replaces the signing key. Returns the new key, or undefined after showing the error. */
export async function rotateIntegrationSecret(id: number): Promise<string | undefined> {
  try {
    const { newSecret, ...saved } = await unwrapResponse<SavedIntegration>(api.queueIntegration({ id }).secret.post())
    foundIntegrations.receiveEvent(saved)
    return newSecret
  } catch (thrown) {
    toastError(thrown)
    return undefined
  }
}

/** Deletes an integration after confirmation; names the queues and connections that prevent it. */
export async function removeIntegration({ id, name }: QueueIntegration) {
  const isConfirmed = await confirm({
    title: i18n.t('integrations.deleteTitle', { name, ...unescaped }),
    text: i18n.t('integrations.deleteText'),
    action: i18n.t('common.delete'),
    danger: true,
  })
  if (!isConfirmed) return
  try {
    await unwrapResponse(api.queueIntegration({ id }).delete())
    foundIntegrations.drop(id)
    toastSuccess(i18n.t('integrations.deleted'))
  } catch (thrown) {
    const { code, detail } = asFailure(thrown)
    if (code !== 'ERR_INTEGRATION_IN_USE') return toastError(thrown)
    const { connections, queues, flows } = detail as Record<string, string[]>
    const users = [connections, queues, flows].flat().join(', ')
    toastWarning(i18n.t('integrations.inUse', { name, users, ...unescaped }))
  }
}

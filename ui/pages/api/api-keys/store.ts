import i18n from 'i18next'
import type { ApiKey, ApiKeyInput, NewApiKey } from '../../../../src/features/accounts/api-keys/model'
import { confirm } from '../../../components/confirm'
import { api, unwrapResponse } from '../../../lib/api'
import { apiKeys } from '../../../lib/api-keys'
import { toastError, toastSuccess } from '../../../lib/toast'

/** Creates or updates an API key. Returns the key itself after its creation. @throws AppError */
export async function saveApiKey(apiKey: ApiKey | null, input: ApiKeyInput): Promise<string | undefined> {
  const routes = api['api-keys']
  const { key, ...saved } = await unwrapResponse<ApiKey & Partial<NewApiKey>>(
    apiKey ? routes({ id: apiKey.id }).put(input) : routes.post(input),
  )
  apiKeys.put(saved)
  toastSuccess(i18n.t(apiKey ? 'apiKeys.saved' : 'apiKeys.created'))
  return key
}

/** Revokes a key after confirmation. */
export async function revokeApiKey({ id, name }: ApiKey) {
  const isConfirmed = await confirm({
    title: i18n.t('apiKeys.revokeTitle', { name, interpolation: { escapeValue: false } }),
    text: i18n.t('apiKeys.revokeText'),
    action: i18n.t('apiKeys.revoke'),
    danger: true,
  })
  if (!isConfirmed) return
  try {
    await unwrapResponse(api['api-keys']({ id }).delete())
    apiKeys.drop(id)
    toastSuccess(i18n.t('apiKeys.revoked'))
  } catch (thrown) {
    toastError(thrown)
  }
}

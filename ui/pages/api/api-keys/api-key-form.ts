import type { ApiKey, ApiKeyInput } from '../../../../src/features/accounts/api-keys/model'
import type { KeyScope } from '../../../../src/shared/key-scopes'
import { limits } from '../../../../src/shared/limits'
import { createForm, date, isoDayOf, length, type Rule, required } from '../../../lib/form'
import { dueDay } from '../../../lib/time'

const hasChoice: Rule<KeyScope[]> = (scopes) => (scopes.length > 0 ? null : { code: 'choose' })

/** Addresses are one text, one per line. */
export const makeApiKeyForm = (apiKey: ApiKey | null) =>
  createForm(
    {
      name: apiKey?.name ?? '',
      scopes: apiKey?.scopes ?? (['read', 'send'] as KeyScope[]),
      confirms: apiKey?.confirms ?? true,
      expires: apiKey?.expiresOn ? dueDay(apiKey.expiresOn) : '',
      addresses: apiKey?.addresses.join('\n') ?? '',
    },
    { name: [required, length(limits.apiKeyName)], scopes: [hasChoice], expires: [date] },
    {},
    { expiresOn: 'expires' },
  )
export type ApiKeyForm = ReturnType<typeof makeApiKeyForm>
export type ApiKeyValues = ReturnType<ApiKeyForm['values']>

/** Form values in the format of the API. */
export const apiKeyInput = ({ name, scopes, confirms, expires, addresses }: ApiKeyValues): ApiKeyInput => ({
  ...{ name: name.trim(), scopes, confirms, expiresOn: isoDayOf(expires) },
  addresses: addresses.split(/[\s,;]+/).filter(Boolean),
})

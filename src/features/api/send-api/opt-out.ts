import { enterOptOut } from '../../contacts/opt-outs/service'
import type { ApiClient } from './authenticate'
import type { ApiOptOut, ApiOptOutAnswer } from './model'

/**
 * Enters the number that a program names into the register of opt-outs; a registered number keeps its entry.
 * @throws ERR_VALIDATION for no number
 */
export async function optOutByApi(
  { scope, connection }: ApiClient,
  { number: typed, reason = '' }: ApiOptOut,
): Promise<ApiOptOutAnswer> {
  const whatsappId = connection?.whatsappId ?? null
  const { number, at } = await enterOptOut(scope, typed, { source: 'api', reason: reason.trim(), whatsappId })
  return { number, at }
}

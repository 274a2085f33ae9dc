import { enterOptOut } from '../opt-outs/service'
import type { ApiClient } from './authenticate'
import type { ApiOptOut, ApiOptOutAnswer } from './model'

/** Enters a number by a program; one that is registered keeps its entry. @throws ERR_VALIDATION for no number */
export async function optOutByApi(
  { scope, connection }: ApiClient,
  { number: typed, reason = '' }: ApiOptOut,
): Promise<ApiOptOutAnswer> {
  const { whatsappId } = connection
  const { number, at } = await enterOptOut(scope, typed, { source: 'api', reason: reason.trim(), whatsappId })
  return { number, at }
}

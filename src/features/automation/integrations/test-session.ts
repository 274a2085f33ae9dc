import type { Scope } from '../../../core/scope'
import { AppError, type ErrorCode } from '../../../shared/errors'
import { detectIntent } from './dialogflow/client'
import { parseGoogleKey } from './dialogflow/google-key'
import { fetchAccessToken } from './dialogflow/token'
import { IntegrationFailure } from './failure'
import { assertKeyMayMove } from './key-address'
import type { TestSessionInput } from './model'
import { getIntegrationRow } from './read'
import { isMasked, openSecret } from './secrets'

/** Text that the test sends. */
const question = 'Ola'

/**
 * Asks an agent of Dialogflow with the values of a form. A masked or missing key is the stored one of `id`.
 * @throws ERR_VALIDATION, ERR_NO_INTEGRATION_FOUND, ERR_PROMPT_KEY for another address than the stored key's;
 * ERR_TEST_SESSION_DIALOG when Google refuses the key and
 * ERR_TEST_REPLY_DIALOG when the agent does not answer, both with Google's status text as `reason`,
 * or the code of the failure as `fault`
 */
export async function testSession(scope: Scope, input: TestSessionInput): Promise<{ messages: string[] }> {
  const key = parseGoogleKey(await keyOf(scope, input))
  const { token } = await fetchAccessToken(scope.ports.outside, key).catch(refuseAs('ERR_TEST_SESSION_DIALOG'))
  const agent = { project: input.projectName.trim(), language: input.language, url: input.urlN8N ?? '' }
  const intentRequest = { token, session: crypto.randomUUID(), text: question }
  const { texts } = await detectIntent(scope.ports.outside, agent, intentRequest).catch(
    refuseAs('ERR_TEST_REPLY_DIALOG'),
  )
  return { messages: texts }
}

async function keyOf(scope: Scope, { id, jsonContent = '', urlN8N = '' }: TestSessionInput): Promise<string> {
  const stored = id === undefined ? undefined : await getIntegrationRow(scope, id)
  if (!isMasked(jsonContent)) return jsonContent
  const json = stored ? await openSecret(scope, 'jsonSealed', stored.id, stored.jsonSealed) : ''
  if (!stored || json === '') throw new AppError('ERR_VALIDATION', { fields: ['jsonContent'] })
  assertKeyMayMove(stored.urlN8N, urlN8N)
  return json
}

const refuseAs = (code: ErrorCode) => (error: unknown) => {
  if (error instanceof IntegrationFailure) throw new AppError(code, { reason: error.serviceText, fault: error.message })
  throw error
}

import type { Scope } from '../../../core/scope'
import { companyLanguage } from '../../platform/company/language'
import { askModel } from './ask/ask-model'
import { baseUrlOf } from './ask/base-url'
import { systemText } from './ask/system-text'
import { isTypedKey, maskedKey, openKey } from './key'
import type { PromptTest, PromptTestResult } from './model'
import { getPromptRow } from './read'
import { assertKeyBelongsTo } from './service'

/**
 * Asks the service a question with the values of a form. A refusal of the service is in the result. The call counts for
 * the budget.
 * @throws ERR_NO_PROMPT_FOUND, ERR_PROMPT_KEY for another address than the stored key's, ERR_PROMPT_KEY_MASK, ERR_VALIDATION
 */
export async function testPrompt(scope: Scope, input: PromptTest): Promise<PromptTestResult> {
  const baseUrl = baseUrlOf(input.baseUrl ?? '')
  const { model, maxTokens, temperature, prompt, question, inputPrice = null, outputPrice = null } = input
  const { apiKey, promptId } = await keyOf(scope, input, baseUrl)
  const language = await companyLanguage(scope)
  const messages = [
    { role: 'system' as const, content: systemText({ language, prompt, firstName: '', maxTokens }) },
    { role: 'user' as const, content: question.trim() },
  ]
  const service = { baseUrl, apiKey, attempts: 1, inputPrice, outputPrice } as const
  const subject = { kind: 'test', promptId, ticketId: null } as const
  const { reply, ...result } = await askModel(scope, subject, { ...service, model, maxTokens, temperature, messages })
  return { ...result, answer: reply?.text ?? '' }
}

/** The typed key, or the stored one of the prompt at its own address. */
async function keyOf(scope: Scope, { apiKey, promptId }: PromptTest, baseUrl: string) {
  const row = promptId === undefined ? null : await getPromptRow(scope, promptId)
  if (isTypedKey(apiKey)) return { apiKey, promptId: row?.id ?? null }
  if (!row) return { apiKey: '', promptId: null }
  const stored = await openKey(scope, row.id, row.keySealed)
  assertKeyBelongsTo(baseUrl, { baseUrl: row.baseUrl, apiKey: maskedKey(stored) }, apiKey)
  return { apiKey: stored, promptId: row.id }
}

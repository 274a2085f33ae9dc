import type { Scope } from '../../../core/scope'
import type { Language } from '../../../shared/enums'
import { AppError } from '../../../shared/errors'
import { limits } from '../../../shared/limits'
import { recordAuditEntry } from '../../platform/audit/record'
import { companyLanguage } from '../../platform/company/language'
import { listFlowsNaming } from '../flows/naming-flows'
import { baseUrlOf } from './ask/base-url'
import { isTypedKey, sealKey } from './key'
import type { Prompt, PromptInput } from './model'
import { getPrompt } from './read'
import { silent, storeVoiceKey, voiceOf } from './speech/voice-of'

/**
 * Creates a prompt. @throws ERR_TOO_MANY_PROMPTS, ERR_PROMPT_QUEUE without a queue, ERR_NO_QUEUE_FOUND, ERR_VALIDATION
 * with the fields
 */
export function createPrompt(outer: Scope, input: PromptInput): Promise<Prompt> {
  return outer.transaction(async (scope) => {
    await refuseTooMany(scope)
    const { apiKey } = input
    if (!isTypedKey(apiKey)) throw new AppError('ERR_VALIDATION', { fields: ['apiKey'] })
    const { name, prompt, model, baseUrl, queueId } = input
    const values = { ...(await valuesOf(scope, { name, prompt, model, baseUrl: baseUrl ?? '', queueId })) }
    const { voiceKey, ...speaks } = voiceOf(input, silent)
    const row = { ...numbersOf(input), ...values, ...speaks, keySealed: null, keyRefusedAt: null }
    const { id } = await scope.db
      .insert('prompts', { inputPrice: null, outputPrice: null, ...(row as StoredInput) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await storeKey(scope, id, apiKey)
    await storeVoiceKey(scope, id, voiceKey)
    return auditAndPublish(scope, 'create', null, id, { apiKey, voiceKey })
  })
}

/**
 * Changes a prompt. @throws ERR_NO_PROMPT_FOUND, ERR_PROMPT_KEY for a new address without the key, and as createPrompt
 */
export function updatePrompt(outer: Scope, id: number, input: Partial<PromptInput>): Promise<Prompt> {
  return outer.transaction(async (scope) => {
    const before = await getPrompt(scope, id)
    const { apiKey, maxTokens, temperature, maxMessages, inputPrice, outputPrice, ...rest } = input
    const values = await valuesOf(scope, rest)
    assertKeyBelongsTo(values.baseUrl, before, apiKey)
    const { voiceKey, ...speaks } = voiceOf(input, before)
    const change = { ...numbersOf(input), ...values, ...speaks, updatedAt: new Date().toISOString() }
    await scope.db.update('prompts').set(change).where('id', '=', id).execute()
    if (isTypedKey(apiKey)) await storeKey(scope, id, apiKey)
    await storeVoiceKey(scope, id, voiceKey)
    return auditAndPublish(scope, 'update', before, id, { apiKey, voiceKey })
  })
}

/**
 * Deletes a prompt. @throws ERR_NO_PROMPT_FOUND, ERR_PROMPT_IN_USE with the names of its connections, queues and flows
 */
export function deletePrompt(outer: Scope, id: number) {
  return outer.transaction(async (scope) => {
    const before = await getPrompt(scope, id)
    const [connections, queues] = [await namesUsing(scope, 'connections', id), await namesUsing(scope, 'queues', id)]
    const flows = await listFlowsNaming(scope, { kind: 'prompt', id })
    if (connections.length + queues.length + flows.length > 0)
      throw new AppError('ERR_PROMPT_IN_USE', { connections, queues, flows })
    await scope.db.delete('prompts').where('id', '=', id).execute()
    const entry = { action: 'delete', entity: 'prompt', entityId: id, name: before.name }
    await recordAuditEntry(scope, { ...entry, before: auditFields(before) })
    scope.publish('prompt', { action: 'delete', promptId: id })
    return { id, message: deletedTexts[await companyLanguage(scope)] }
  })
}

const deletedTexts: Record<Language, string> = {
  pt: 'Prompt excluído.',
  en: 'Prompt deleted.',
  es: 'Prompt eliminado.',
}

/**
 * Checks that a stored key is only sent to the address for which a person typed it. Otherwise an admin could read the
 * key by changing the address. @throws ERR_PROMPT_KEY, ERR_PROMPT_KEY_MASK for a key typed behind the dots of the stored
 * one
 */
export function assertKeyBelongsTo(
  baseUrl: string | undefined,
  before: Pick<Prompt, 'baseUrl' | 'apiKey'>,
  apiKey: string | undefined,
) {
  if (apiKey?.includes('•') && apiKey !== before.apiKey) throw new AppError('ERR_PROMPT_KEY_MASK')
  const isMoved = baseUrl !== undefined && baseUrl !== before.baseUrl
  if (isMoved && !isTypedKey(apiKey)) throw new AppError('ERR_PROMPT_KEY')
}

async function refuseTooMany({ db }: Scope) {
  const { count } = await db
    .select('prompts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= limits.prompts) throw new AppError('ERR_TOO_MANY_PROMPTS', { limit: limits.prompts })
}

type StoredInput = Omit<PromptInput, 'apiKey' | 'voiceKey' | 'queueId' | 'baseUrl' | 'inputPrice' | 'outputPrice'> & {
  queueId: number
  baseUrl: string
  keySealed: null
  keyRefusedAt: null
}
type Texts = Pick<PromptInput, 'name' | 'prompt' | 'model' | 'baseUrl' | 'queueId'>

/** Checked and trimmed values of the given texts and of the queue. */
async function valuesOf(scope: Scope, { name, prompt, model, baseUrl, queueId }: Partial<Texts>) {
  return {
    ...(name !== undefined && { name: trimmed('name', name, limits.promptName.min) }),
    ...(prompt !== undefined && { prompt: trimmed('prompt', prompt, limits.promptText.min) }),
    ...(model !== undefined && { model }),
    ...(baseUrl !== undefined && { baseUrl: baseUrlOf(baseUrl) }),
    ...(queueId !== undefined && { queueId: await existingQueue(scope, queueId) }),
  }
}

function trimmed(field: string, typed: string, min: number): string {
  const text = typed.trim()
  if (text.length < min) throw new AppError('ERR_VALIDATION', { fields: [field] })
  return text
}

async function existingQueue({ db }: Scope, queueId: number | null): Promise<number> {
  if (queueId === null) throw new AppError('ERR_PROMPT_QUEUE')
  const row = await db.select('queues').select('id').where('id', '=', queueId).executeTakeFirst()
  if (!row) throw new AppError('ERR_NO_QUEUE_FOUND')
  return queueId
}

/** The given numbers. The temperature has one decimal. @throws ERR_VALIDATION */
function numbersOf({ maxTokens, temperature, maxMessages, inputPrice, outputPrice }: Partial<PromptInput>) {
  if (temperature !== undefined && Number(temperature.toFixed(1)) !== temperature)
    throw new AppError('ERR_VALIDATION', { fields: ['temperature'] })
  const given = Object.entries({ maxTokens, temperature, maxMessages, inputPrice, outputPrice })
  return Object.fromEntries(given.filter(([, value]) => value !== undefined))
}

async function storeKey(scope: Scope, id: number, apiKey: string) {
  const change = { keySealed: await sealKey(scope, id, apiKey), keyRefusedAt: null }
  await scope.db.update('prompts').set(change).where('id', '=', id).execute()
}

const namesUsing = async ({ db }: Scope, table: 'connections' | 'queues', promptId: number): Promise<string[]> =>
  (await db.select(table).select('name').where('promptId', '=', promptId).orderBy('name').execute()).map(
    ({ name }) => name,
  )

/** Logs and publishes a created or changed prompt; returns it. */
async function auditAndPublish(
  scope: Scope,
  action: 'create' | 'update',
  before: Prompt | null,
  id: number,
  { apiKey, voiceKey }: Record<'apiKey' | 'voiceKey', string | null | undefined>,
): Promise<Prompt> {
  const prompt = await getPrompt(scope, id)
  const newKeys = { ...(isTypedKey(apiKey) && { apiKey: 'new' }), ...(isTypedKey(voiceKey) && { voiceKey: 'new' }) }
  const fields = { ...auditFields(prompt), ...newKeys } // the log shows three dots
  const entry = { action, entity: 'prompt', entityId: id, name: prompt.name }
  await recordAuditEntry(scope, { ...entry, before: before && auditFields(before), after: fields })
  scope.publish('prompt', { action, prompt })
  return prompt
}

const auditFields = ({ apiKey, voiceKey, keyRefusedAt, voiceKeyRefusedAt, queue, ...fields }: Prompt) => fields

import type { Scope } from '../../../core/scope'
import { AppError } from '../../../shared/errors'
import { maskedKey, openKey } from './key'
import type { Prompt } from './model'

const columns = [
  'id',
  'name',
  'prompt',
  'model',
  'maxTokens',
  'temperature',
  'maxMessages',
  'baseUrl',
  'queueId',
  'keyRefusedAt',
  'inputPrice',
  'outputPrice',
  'voice',
  'voiceRegion',
  'voiceKeyRefusedAt',
  'createdAt',
  'updatedAt',
] as const

const promptRows = ({ db }: Scope) =>
  db
    .select('prompts')
    .leftJoin('queues', 'queues.id', 'prompts.queueId')
    .select(columns.map((name) => `prompts.${name}` as const))
    .select(['prompts.keySealed', 'prompts.voiceKeySealed', 'queues.name as queueName'])

type PromptRow = Awaited<ReturnType<ReturnType<typeof promptRows>['execute']>>[number]

/** The company's prompts by name. */
export async function listPrompts(scope: Scope): Promise<Prompt[]> {
  const rows = await promptRows(scope).orderBy('prompts.name').orderBy('prompts.id').execute()
  return Array.fromAsync(rows, (row) => toPrompt(scope, row))
}

/** @throws ERR_NO_PROMPT_FOUND also for a prompt of another company */
export const getPrompt = async (scope: Scope, id: number): Promise<Prompt> =>
  toPrompt(scope, await getPromptRow(scope, id))

/** A prompt with its encrypted key. @throws ERR_NO_PROMPT_FOUND */
export async function getPromptRow(scope: Scope, id: number): Promise<PromptRow> {
  const row = await promptRows(scope).where('prompts.id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('ERR_NO_PROMPT_FOUND')
  return row
}

async function toPrompt(scope: Scope, { keySealed, voiceKeySealed, queueName, ...row }: PromptRow): Promise<Prompt> {
  const queue = row.queueId === null ? null : { id: row.queueId, name: queueName ?? '' }
  const apiKey = maskedKey(await openKey(scope, row.id, keySealed))
  const voiceKey = maskedKey(await openKey(scope, row.id, voiceKeySealed, 'voiceKeySealed'))
  return { ...row, queue, apiKey, voiceKey }
}

/** Checks that the prompt exists in the company; null passes. @throws ERR_NO_PROMPT_FOUND */
export async function assertPromptExists({ db }: Scope, id: number | null | undefined) {
  if (id == null) return
  const row = await db.select('prompts').select('id').where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('ERR_NO_PROMPT_FOUND')
}

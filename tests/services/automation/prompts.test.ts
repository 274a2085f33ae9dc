import { describe, expect, test } from 'bun:test'
import type { Scope } from '../../../src/core/scope'
import { openKey } from '../../../src/features/automation/prompts/key'
import type { PromptInput } from '../../../src/features/automation/prompts/model'
import { getPrompt, getPromptRow, listPrompts } from '../../../src/features/automation/prompts/read'
import { createPrompt, deletePrompt, updatePrompt } from '../../../src/features/automation/prompts/service'
import { handOver } from '../../../src/features/automation/queues/handover'
import { deleteQueue, updateQueue } from '../../../src/features/automation/queues/service'
import { createInstallation } from '../../installation'

const suporte = 1
const refusal = (code: string, detail: object = {}) => expect.objectContaining({ code, detail })
const key = 'sk-proj-0123456789abcdef'
const input: PromptInput = {
  name: 'Atendimento',
  prompt: 'Você atende os clientes da Padaria Aurora com frases curtas.',
  model: 'gpt-4o-mini',
  maxTokens: 100,
  temperature: 0.7,
  maxMessages: 10,
  apiKey: key,
  queueId: suporte,
}

type Installation = Awaited<ReturnType<typeof createInstallation>>
const auditLines = ({ store }: Installation) =>
  store.read.kysely
    .selectFrom('audit_log')
    .select(['action', 'before', 'after'])
    .where('entity', '=', 'prompt')
    .execute()

test('a created prompt has its queue and the default address; only the last four characters of its key are shown', async () => {
  const installation = await createInstallation()
  const scope = installation.scopeOf('ana')
  const prompt = await createPrompt(scope, input)
  expect(prompt).toMatchObject({
    ...input,
    apiKey: '••••cdef',
    baseUrl: 'https://api.openai.com/v1',
    queue: { id: suporte, name: 'Suporte' },
    keyRefusedAt: null,
  })
  expect(await listPrompts(scope)).toEqual([prompt])
  const { keySealed } = await getPromptRow(scope, prompt.id)
  expect(Buffer.from(keySealed as Uint8Array).includes(key)).toBe(false)
  expect(await openKey(scope, prompt.id, keySealed)).toBe(key)
  expect(installation.published.map(({ entity, payload }) => [entity, payload])).toEqual([
    ['prompt', { action: 'create', prompt }],
  ])
  const lines = await auditLines(installation)
  expect(JSON.parse(lines[0]?.after as string)).toMatchObject({ name: 'Atendimento', apiKey: '•••' })
  expect(JSON.stringify(lines)).not.toContain('cdef')
})

test.each(['', '••••cdef'])('a change with the key %p keeps the stored key', async (apiKey) => {
  const scope = (await createInstallation()).scopeOf('ana')
  const { id } = await createPrompt(scope, input)
  const prompt = await updatePrompt(scope, id, { name: 'Balcão de pães', apiKey })
  expect(prompt).toMatchObject({ name: 'Balcão de pães', apiKey: '••••cdef' })
  expect(await openKey(scope, id, (await getPromptRow(scope, id)).keySealed)).toBe(key)
})

test('a key typed behind the dots of the stored one is refused', async () => {
  const scope = (await createInstallation()).scopeOf('ana')
  const { id } = await createPrompt(scope, input)
  const change = { apiKey: '••••cdefsk-other-9876543210' }
  await expect(updatePrompt(scope, id, change)).rejects.toEqual(refusal('ERR_PROMPT_KEY_MASK'))
})

test('a new key replaces the stored one and clears the refusal', async () => {
  const scope = (await createInstallation()).scopeOf('ana')
  const { id } = await createPrompt(scope, input)
  const refused = { keyRefusedAt: '2026-01-01T00:00:00.000Z' }
  await scope.transaction(({ db }) => db.update('prompts').set(refused).where('id', '=', id).execute())
  expect(await updatePrompt(scope, id, { maxTokens: 200 })).toMatchObject(refused)
  expect(await updatePrompt(scope, id, { apiKey: 'sk-other-9876543210' })).toMatchObject({
    apiKey: '••••3210',
    keyRefusedAt: null,
  })
})

test('a changed address without the key is refused, because its owner could read the stored key', async () => {
  const scope = (await createInstallation()).scopeOf('ana')
  const { id } = await createPrompt(scope, input)
  const baseUrl = 'https://elsewhere.example/v1'
  for (const apiKey of [undefined, '', '••••cdef'])
    await expect(updatePrompt(scope, id, { baseUrl, apiKey })).rejects.toEqual(refusal('ERR_PROMPT_KEY'))
  expect((await getPrompt(scope, id)).baseUrl).toBe('https://api.openai.com/v1')
  expect(await updatePrompt(scope, id, { baseUrl: `${baseUrl}/`, apiKey: 'sk-typed-again-1111' })).toMatchObject({
    baseUrl,
    apiKey: '••••1111',
  })
})

const invalid: [Partial<PromptInput>, string[]][] = [
  [{ name: '   a   ' }, ['name']],
  [{ prompt: ' '.repeat(60) }, ['prompt']],
  [{ temperature: 0.75 }, ['temperature']],
  [{ baseUrl: 'ftp://files.example' }, ['baseUrl']],
  [{ baseUrl: 'https://user:pass@ai.example/v1' }, ['baseUrl']],
  [{ baseUrl: 'https://ai.example/v1?key=1' }, ['baseUrl']],
  [{ apiKey: '••••' }, ['apiKey']],
]
test.each(invalid)('creating a prompt with %p answers ERR_VALIDATION with the field', async (change, fields) => {
  const scope = (await createInstallation()).scopeOf('ana')
  await expect(createPrompt(scope, { ...input, ...change })).rejects.toEqual(refusal('ERR_VALIDATION', { fields }))
  expect(await listPrompts(scope)).toEqual([])
})

test('a prompt without a queue, or with a queue of another company, is refused', async () => {
  const scope = (await createInstallation()).scopeOf('ana')
  await expect(createPrompt(scope, { ...input, queueId: null })).rejects.toEqual(refusal('ERR_PROMPT_QUEUE'))
  await expect(createPrompt(scope, { ...input, queueId: 3 })).rejects.toEqual(refusal('ERR_NO_QUEUE_FOUND'))
})

test('a prompt in use is not deleted and the error names its users; afterwards it is', async () => {
  const installation = await createInstallation()
  const scope = installation.scopeOf('ana')
  const { id } = await createPrompt(scope, input)
  await updateQueue(scope, suporte, { promptId: id })
  const refused = refusal('ERR_PROMPT_IN_USE', { connections: [], queues: ['Suporte'], flows: [] })
  await expect(deletePrompt(scope, id)).rejects.toEqual(refused)
  await updateQueue(scope, suporte, { promptId: null })
  expect(await deletePrompt(scope, id)).toEqual({ id, message: 'Prompt excluído.' })
  expect(await listPrompts(scope)).toEqual([])
  expect(installation.published.at(-1)).toMatchObject({ entity: 'prompt', payload: { action: 'delete', promptId: id } })
})

test('a queue that a prompt transfers to cannot be deleted before the handover, which moves the prompt', async () => {
  const installation = await createInstallation()
  const scope = installation.scopeOf('ana')
  const { id } = await createPrompt(scope, { ...input, queueId: 2 })
  const users = { members: [], connections: [], prompts: ['Atendimento'], flows: [], tickets: 0 }
  await expect(deleteQueue(scope, 2)).rejects.toEqual(refusal('ERR_QUEUE_IN_USE', users))
  expect(await handOver(scope, 2, suporte)).toEqual(users)
  expect(await getPrompt(scope, id)).toMatchObject({ queueId: suporte })
  expect(installation.published.at(-1)).toMatchObject({
    entity: 'prompt',
    payload: { prompt: { id, queueId: suporte } },
  })
  await deleteQueue(scope, 2)
})

const francisca = {
  voice: 'pt-BR-FranciscaNeural',
  voiceRegion: 'brazilsouth',
  voiceKey: 'azure-0123456789wxyz',
} as const
const voiceKeyOf = async (scope: Scope, id: number) =>
  openKey(scope, id, (await getPromptRow(scope, id)).voiceKeySealed, 'voiceKeySealed')

describe('the voice of a prompt', () => {
  test('is text unless another one is given', async () => {
    const scope = (await createInstallation()).scopeOf('ana')
    const silent = { voice: 'texto', voiceRegion: '', voiceKey: '', voiceKeyRefusedAt: null }
    expect(await createPrompt(scope, input)).toMatchObject(silent)
  })

  test('has a key of which only the last four characters are shown, and which neither the row nor the audit log has', async () => {
    const installation = await createInstallation()
    const scope = installation.scopeOf('ana')
    const { id, ...prompt } = await createPrompt(scope, { ...input, ...francisca })
    expect(prompt).toMatchObject({ ...francisca, voiceKey: '••••wxyz' })
    expect(await voiceKeyOf(scope, id)).toBe(francisca.voiceKey)
    const { voiceKeySealed } = await getPromptRow(scope, id)
    expect(Buffer.from(voiceKeySealed as Uint8Array).includes(francisca.voiceKey)).toBe(false)
    const lines = await auditLines(installation)
    expect(JSON.parse(lines[0]?.after as string)).toMatchObject({ voice: francisca.voice, voiceKey: '•••' })
    expect(JSON.stringify(lines)).not.toContain('wxyz')
  })

  test.each([undefined, '', '••••wxyz'])('keeps its key after a change with the key %p', async (voiceKey) => {
    const scope = (await createInstallation()).scopeOf('ana')
    const { id } = await createPrompt(scope, { ...input, ...francisca })
    const change = { voice: 'pt-BR-YaraNeural', voiceRegion: 'eastus', voiceKey } as const
    expect(await updatePrompt(scope, id, change)).toMatchObject({ ...change, voiceKey: '••••wxyz' })
    expect(await voiceKeyOf(scope, id)).toBe(francisca.voiceKey)
  })

  test('stays after a change of another field', async () => {
    const { scopeOf, clientAs } = await createInstallation()
    const scope = scopeOf('ana')
    const { id } = await createPrompt(scope, { ...input, ...francisca })
    expect(await updatePrompt(scope, id, { maxTokens: 200 })).toMatchObject({ ...francisca, voiceKey: '••••wxyz' })
    const { data } = await clientAs('ana').prompt({ id }).put({ maxTokens: 300 })
    expect(data).toMatchObject({ ...francisca, voiceKey: '••••wxyz', maxTokens: 300 })
  })

  test('gets a new key, which clears the refusal; text deletes key and region', async () => {
    const scope = (await createInstallation()).scopeOf('ana')
    const { id } = await createPrompt(scope, { ...input, ...francisca })
    const refused = { voiceKeyRefusedAt: '2026-01-01T00:00:00.000Z' }
    await scope.transaction(({ db }) => db.update('prompts').set(refused).where('id', '=', id).execute())
    expect(await updatePrompt(scope, id, { voiceKey: 'azure-other-9876543210' })).toMatchObject({
      voiceKey: '••••3210',
      voiceKeyRefusedAt: null,
    })
    const silent = { voice: 'texto', voiceRegion: '', voiceKey: '' }
    expect(await updatePrompt(scope, id, { voice: 'texto' })).toMatchObject(silent)
    expect((await getPromptRow(scope, id)).voiceKeySealed).toBeNull()
  })

  test.each([
    [{ voiceKey: '' }, ['voiceKey']],
    [{ voiceKey: '••••wxyz' }, ['voiceKey']],
    [{ voiceRegion: '' }, ['voiceRegion']],
    [{ voiceRegion: undefined, voiceKey: undefined }, ['voiceRegion', 'voiceKey']],
  ])('with %p is refused with the fields %p', async (change, fields) => {
    const scope = (await createInstallation()).scopeOf('ana')
    const refused = refusal('ERR_VALIDATION', { fields })
    await expect(createPrompt(scope, { ...input, ...francisca, ...change })).rejects.toEqual(refused)
    expect(await listPrompts(scope)).toEqual([])
  })

  test.each([
    [{ voice: 'pt-BR-NobodyNeural' }, 'voice'],
    [{ voiceRegion: 'evil.example/' }, 'voiceRegion'],
    [{ voiceRegion: 'a.b' }, 'voiceRegion'],
    [{ voiceRegion: 'Brazil South' }, 'voiceRegion'],
    [{ voiceKey: 'with space' }, 'voiceKey'],
  ])('with %p answers 422 with the field %s', async (change, field) => {
    const { clientAs } = await createInstallation()
    const { status, error } = await clientAs('ana').prompt.post({ ...input, ...francisca, ...change } as PromptInput)
    expect([status, error?.value]).toEqual([422, expect.objectContaining({ error: 'ERR_VALIDATION', fields: [field] })])
  })
})

import { afterAll, afterEach, expect, test } from 'bun:test'
import { startOpenAi } from '../../../emulator/openai/server'
import { readUsage } from '../../../src/features/automation/prompts/cost/budget'
import { listCalls } from '../../../src/features/automation/prompts/cost/list-calls'
import { createPrompt } from '../../../src/features/automation/prompts/service'
import { testPrompt } from '../../../src/features/automation/prompts/test-prompt'
import { createInstallation } from '../../installation'

const key = 'sk-proj-0123456789abcdef'
const service = startOpenAi({ keys: [key] })
afterAll(() => service.stop())
afterEach(() => void service.chats.splice(0))
const refusal = (code: string, detail: object = {}) => expect.objectContaining({ code, detail })

const values = {
  prompt: 'Você atende a Padaria Aurora. Abrimos de segunda a sábado, das 6h às 20h.',
  model: 'gpt-4o-mini',
  maxTokens: 100,
  temperature: 0.5,
  baseUrl: service.url,
}
const tested = { ...values, question: 'Que horas abrem no sábado?' }
const stored = { ...values, name: 'Aurora', maxMessages: 10, apiKey: key, queueId: 1 }

test('a test with the values of a form answers, and is in the log and in the sum of the month', async () => {
  const scope = (await createInstallation()).scopeOf('ana')
  const result = await testPrompt(scope, { ...tested, apiKey: key })
  expect(result).toMatchObject({
    outcome: 'answered',
    answer: '(resposta simulada) Abrimos de segunda a sábado, das 6h às 20h.',
    detail: '',
  })
  const { inputTokens, outputTokens, cost } = result
  const { calls } = await listCalls(scope, {})
  expect(calls).toMatchObject([{ kind: 'test', outcome: 'answered', inputTokens, cost, prompt: null, ticket: null }])
  expect(await readUsage(scope)).toMatchObject({ calls: 1, tokens: inputTokens + outputTokens, cost })
})

test('a test without a typed key uses the stored one, and only at its own address', async () => {
  const scope = (await createInstallation()).scopeOf('ana')
  const { id: promptId, apiKey } = await createPrompt(scope, stored)
  expect(await testPrompt(scope, { ...tested, promptId, apiKey })).toMatchObject({ outcome: 'answered' })
  const moved = { ...tested, promptId, apiKey, baseUrl: 'http://127.0.0.1:9/v1' }
  await expect(testPrompt(scope, moved)).rejects.toEqual(refusal('ERR_PROMPT_KEY'))
})

test('a refusal of the service is in the result, without the key', async () => {
  const scope = (await createInstallation()).scopeOf('ana')
  const wrong = await testPrompt(scope, { ...tested, apiKey: 'sk-wrong-123456789' })
  expect(wrong).toMatchObject({ outcome: 'keyRefused', answer: '', cost: 0 })
  expect(wrong.detail).toStartWith('401 Incorrect API key provided: ••••.')
  expect(JSON.stringify(await listCalls(scope, {}))).not.toMatch(/sk-wr|6789/)
  expect(await testPrompt(scope, { ...tested, apiKey: key, model: 'gpt-99' })).toMatchObject({ outcome: 'refused' })
})

test('a test without any key is not sent', async () => {
  const scope = (await createInstallation()).scopeOf('ana')
  expect(await testPrompt(scope, tested)).toMatchObject({ outcome: 'noKey', inputTokens: 0 })
  expect(service.chats).toEqual([])
})

test('the log has pages, newest first', async () => {
  const scope = (await createInstallation()).scopeOf('ana')
  for (let at = 0; at < 21; at++) await testPrompt(scope, tested)
  const first = await listCalls(scope, {})
  expect([first.calls.length, first.hasMore]).toEqual([20, true])
  const second = await listCalls(scope, { cursor: first.next as string })
  expect([second.calls.length, second.hasMore, second.next]).toEqual([1, false, null])
  expect(second.calls[0]!.id).toBeLessThan(first.calls.at(-1)!.id)
})

import { afterAll, expect, test } from 'bun:test'
import { startOpenAi } from '../../../emulator/openai/server'
import { createOutside } from '../../../src/core/net/outside-request'
import { askService, ServiceError, withoutKey } from '../../../src/features/automation/prompts/ask/ask-service'
import type { ChatRequest } from '../../../src/features/automation/prompts/ask/chat-protocol'
import { nestedLists } from '../../nested-lists'

const key = 'sk-proj-0123456789abcdef'
const service = startOpenAi({ keys: [key] })
afterAll(() => service.stop())
const send = createOutside(['127.0.0.1'])

const system = 'Você atende a Padaria Aurora. Abrimos de segunda a sábado, das 6h às 20h. Não entregamos aos domingos.'
const question = (content: string): ChatRequest => ({
  model: 'gpt-4o-mini',
  maxTokens: 100,
  temperature: 0.5,
  offersTransfer: true,
  messages: [
    { role: 'system', content: system },
    { role: 'user', content },
  ],
})
const ask = (request = question('Vocês abrem sábado?'), apiKey = key) =>
  askService(send, { baseUrl: service.url, apiKey }, request)
const failureOf = async (answer: Promise<unknown>) => {
  const error = await answer.then(
    () => null,
    (thrown) => thrown,
  )
  expect(error).toBeInstanceOf(ServiceError)
  return { problem: error.problem, detail: error.detail as string }
}

test('an answer has the text and the tokens that the service reports', async () => {
  const reply = await ask()
  expect(reply).toEqual({
    text: '(resposta simulada) Abrimos de segunda a sábado, das 6h às 20h.',
    isTransfer: false,
    usage: { inputTokens: Math.ceil(system.length / 4) + 5, outputTokens: 16 },
  })
})

test('a tool call of the model is a transfer', async () => {
  expect(await ask(question('Quero falar com um atendente'))).toMatchObject({ text: '', isTransfer: true })
})

test.each([
  ['Ação: Transferir para o setor de atendimento', ''],
  ['Claro, Maria! AÇÃO:  transferir para o setor de atendimento.', 'Claro, Maria!'],
  ['*Acao: Transferir para o setor de atendimento*\nJá chamo alguém.', 'Já chamo alguém.'],
  ['Ação: Transferir para o setor de atendimento'.normalize('NFD'), ''],
])('the phrase in %j is a transfer and is not shown', async (said, text) => {
  service.sayNext(said)
  expect(await ask()).toMatchObject({ text, isTransfer: true })
})

test('a wrong key is a refusal of the key, without any part of it', async () => {
  const { problem, detail } = await failureOf(ask(question('Oi'), 'sk-wrong-9876543210'))
  expect(problem).toBe('keyRefused')
  expect(detail).toBe(
    '401 Incorrect API key provided: ••••. You can find your API key at https://platform.openai.com/account/api-keys.',
  )
})

test('an unknown model is refused with the text of the service', async () => {
  expect(await failureOf(ask({ ...question('Oi'), model: 'gpt-99' }))).toEqual({
    problem: 'refused',
    detail: '404 The model `gpt-99` does not exist or you do not have access to it.',
  })
})

test('a refusal of 30,000 levels is judged by its status', async () => {
  service.failNext({ status: 401, body: nestedLists(30_000), type: 'application/json' })
  expect(await failureOf(ask())).toEqual({ problem: 'keyRefused', detail: '401' })
})

test('a model that refuses max_tokens and the temperature is asked without them', async () => {
  expect(await ask({ ...question('Vocês abrem sábado?'), model: 'gpt-5-mini' })).toMatchObject({ isTransfer: false })
})

test.each([500, 503, 429])('a status %p is asked once more, a second one is a failure', async (status) => {
  const before = service.chats.length
  service.failNext({ status })
  expect(await ask()).toMatchObject({ isTransfer: false })
  service.failNext({ status }, { status })
  expect((await failureOf(ask())).problem).toBe(status === 429 ? 'limited' : 'unreachable')
  expect(service.chats.length).toBe(before + 1)
})

test('an exhausted account is not asked again', async () => {
  service.failNext({ status: 429, code: 'insufficient_quota' })
  expect((await failureOf(ask())).problem).toBe('limited')
  expect(await ask()).toMatchObject({ isTransfer: false })
})

test.each([
  ['HTML', '<html><body>Welcome</body></html>', 'text/html', ''],
  ['JSON of another format', '{"answer":"oi"}', 'application/json', ''],
  ['an empty message', '{"choices":[{"message":{"content":""}}]}', 'application/json', ''],
  ['10 MB', 'x'.repeat(10 * 1024 * 1024), 'application/json', 'tooLarge'],
  ['lists of 30,000 levels', nestedLists(30_000), 'application/json', 'tooDeep'],
])('an answer of %s is invalid', async (_, body, type, detail) => {
  service.failNext({ body, type })
  expect(await failureOf(ask())).toEqual({ problem: 'invalid', detail })
})

test('a host that does not listen, and a private address that the operator did not name, are unreachable', async () => {
  const closed = startOpenAi({ keys: [] })
  await closed.stop()
  expect(await failureOf(askService(send, { baseUrl: closed.url, apiKey: key }, question('Oi')))).toEqual({
    problem: 'unreachable',
    detail: 'refused',
  })
  expect(await failureOf(askService(createOutside(), { baseUrl: service.url, apiKey: key }, question('Oi')))).toEqual({
    problem: 'unreachable',
    detail: 'address',
  })
})

test('a service that never answers is asked twice and times out', async () => {
  service.failNext('silence', 'silence')
  const answer = askService(send, { baseUrl: service.url, apiKey: key, timeoutMs: 50 }, question('Oi'))
  expect(await failureOf(answer)).toEqual({ problem: 'timeout', detail: '' })
  expect(await ask()).toMatchObject({ isTransfer: false }) // both faults were met
})

test('the key is removed from texts of the service, also where it is quoted in part', () => {
  expect(withoutKey(`400 bad key ${key} and sk-pr***cdef`, key)).toBe('400 bad key •••• and ••••')
})

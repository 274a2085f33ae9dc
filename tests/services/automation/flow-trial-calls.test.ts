import { afterAll, expect, test } from 'bun:test'
import { startOpenAi } from '../../../emulator/openai/server'
import { paragraph } from '../../../emulator/typebot/bot'
import { startTypebot } from '../../../emulator/typebot/server'
import { createOutside } from '../../../src/core/net/outside-request'
import { ParserPool } from '../../../src/core/parsers/pool'
import { saveDraft } from '../../../src/features/automation/flows/drafts'
import { getFlowWithContent } from '../../../src/features/automation/flows/read'
import { createFlow } from '../../../src/features/automation/flows/service'
import type { TrialProgramAnswer } from '../../../src/features/automation/flows/trial/model'
import { createPrompt } from '../../../src/features/automation/prompts/service'
import { parserLimits } from '../../../src/parsers'
import { edge, node } from '../../flow-company'
import { createInstallation } from '../../installation'
import { storedBytes } from '../../stored-rows'

const key = 'sk-proj-0123456789abcdef'
const service = startOpenAi({ keys: [key] })
const typebot = startTypebot({
  bots: {
    loja: [
      { type: 'text', richText: [paragraph('Qual bolo?')] },
      { type: 'text input' },
      { type: 'text', richText: [paragraph('Anotado.')] },
    ],
  },
})
const shop = Bun.serve({
  port: 0,
  fetch: async (request) => Response.json({ order: { state: `${request.method} ${await request.text()}` } }),
})
const installation = await createInstallation({ budgets: 1 })
installation.ports.outside = createOutside([], { allowed: () => true })
const { id: flowId } = await createFlow(installation.scopeOf('ana'), 'Triagem')
afterAll(async () => {
  await Promise.all([service.stop(), typebot.stop(), shop.stop(true)])
})

async function tryIt(call: string, body: object, who: 'ana' | 'bob' = 'ana') {
  const headers = { authorization: `Bearer ${await installation.tokenOf(who)}`, 'content-type': 'application/json' }
  const url = `http://localhost/api/flowbuilder/flow/${flowId}/try/${call}`
  const answer = await installation.app.handle(
    new Request(url, { method: 'POST', headers, body: JSON.stringify(body) }),
  )
  return { status: answer.status, body: await answer.json() }
}
const requestTo = (url: string) => ({
  ...{ method: 'POST', url, headers: [{ name: 'x-shop', value: 'aurora' }], body: '{"id":7}' },
  saves: [{ path: 'order.state', key: 'state' }],
})

test('the request of a trial is made as a run makes it, and stores nothing', async () => {
  const before = await storedBytes(installation.store)
  const asked = await tryIt('request', requestTo(`http://localhost:${shop.port}/orders`))
  expect(asked).toEqual({
    status: 200,
    body: { isSuccess: true, status: 200, problem: null, variables: { state: 'POST {"id":7}' } },
  })
  expect(await tryIt('request', requestTo('http://localhost:1/'))).toMatchObject({
    body: { isSuccess: false, status: null, problem: null, variables: {} },
  })
  expect((await storedBytes(installation.store)).equals(before)).toBe(true)
})

test('the fields of the answer of a tried request are listed with their paths, and count as trial calls', async () => {
  const before = await storedBytes(installation.store)
  const answer = {
    order: { id: 7, 'a.b': 1, items: [{ name: 'Bolo' }, { name: 'Torta' }, 3, 4], note: null, paid: true },
  }
  using service = Bun.serve({ port: 0, fetch: () => Response.json(answer, { status: 201 }) })
  const asked = await tryIt('fields', requestTo(service.url.href))
  expect(asked.body).toEqual({
    ...{ isSuccess: true, status: 201 },
    fields: [
      { path: 'order.id', value: '7' },
      { path: 'order.items.0.name', value: 'Bolo' },
      { path: 'order.items.1.name', value: 'Torta' },
      { path: 'order.items.2', value: '3' },
      { path: 'order.paid', value: 'true' },
    ],
  })
  using text = Bun.serve({ port: 0, fetch: () => new Response('nada', { status: 404 }) })
  expect((await tryIt('fields', requestTo(text.url.href))).body).toEqual({ isSuccess: false, status: 404, fields: [] })
  using deep = Bun.serve({ port: 0, fetch: () => new Response('['.repeat(99) + ']'.repeat(99)) })
  expect((await tryIt('fields', requestTo(deep.url.href))).body).toEqual({ isSuccess: true, status: 200, fields: [] })
  expect((await tryIt('fields', requestTo('http://localhost:1/'))).body).toEqual({
    ...{ isSuccess: false, status: null, fields: [] },
  })
  expect((await storedBytes(installation.store)).equals(before)).toBe(true)
})

test('fields that no worker takes are refused with the code of the workers, not as a failed request', async () => {
  const { parsers } = installation.ports
  const stopped = new ParserPool(new URL('../../../src/parser-worker.ts', import.meta.url), parserLimits)
  stopped.stop()
  using service = Bun.serve({ port: 0, fetch: () => Response.json({ id: 7 }) })
  installation.ports.parsers = stopped
  try {
    expect(await tryIt('fields', requestTo(service.url.href))).toMatchObject({
      ...{ status: 503, body: { error: 'ERR_NOT_READY' } },
    })
  } finally {
    installation.ports.parsers = parsers
  }
})

test('an answer of thousands of fields lists the first 200, each with the start of its value', async () => {
  const answer = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`k${at}`, 'x'.repeat(150)]))
  using service = Bun.serve({ port: 0, fetch: () => Response.json(answer) })
  const { fields } = (await tryIt('fields', requestTo(service.url.href))).body as { fields: { value: string }[] }
  expect(fields).toHaveLength(200)
  expect(fields[0]).toEqual({ path: 'k0', value: 'x'.repeat(100) } as object as (typeof fields)[0])
})

test('a secret header typed before its address is sent to no spelling of another address', async () => {
  const heard: (string | null)[] = []
  const stranger = Bun.serve({
    port: 0,
    fetch: ({ headers }) => Response.json({ heard: heard.push(headers.get('authorization')) }),
  })
  const request = { method: 'GET', url: '', headers: [{ name: 'Authorization', value: 'Bearer MYSECRETDRAFT123456' }] }
  const ana = installation.scopeOf('ana')
  await saveDraft(ana, flowId, {
    nodes: [node('1', 'start'), node('http', 'request', request)],
    connections: [edge('1', 'http')],
  })
  const { flow } = await getFlowWithContent(ana, flowId)
  const { headers } = flow!.nodes[1]!.data
  const host = `localhost:${stranger.port}`
  for (const url of [`http:/${host}/x`, `http:${host}/x`, `http:\\\\${host}/x`, `http://${host}/x`])
    expect(await tryIt('request', { ...requestTo(url), method: 'GET', headers, body: '' })).toMatchObject({
      body: { isSuccess: true },
    })
  expect(heard).toEqual(Array(4).fill(''))
  await stranger.stop(true)
})

test('the Typebot of a trial goes on from the state of its last answer', async () => {
  const data = { typebotIntegration: { urlN8N: typebot.url, typebotSlug: 'loja', typebotDelayMessage: 0 } }
  const customer = { data, name: 'Ana', number: '5511900000000' }
  const begun: { body: TrialProgramAnswer } = await tryIt('typebot', { ...customer, text: '' })
  expect(begun.body).toMatchObject({ says: ['Qual bolo?'], end: null })
  const answered = await tryIt('typebot', { ...customer, text: 'De milho', state: begun.body.state })
  expect(answered.body).toMatchObject({ says: ['Anotado.'], end: 'ended' })
})

test('the prompt of a trial answers within the budget and is in the log of calls', async () => {
  const prompt = await createPrompt(installation.scopeOf('ana'), {
    ...{
      name: 'Aurora',
      prompt: 'Você atende a Padaria Aurora. Abrimos de segunda a sábado. O bolo de milho custa 30 reais.',
      model: 'gpt-4o-mini',
      maxTokens: 100,
      temperature: 0.5,
    },
    ...{ maxMessages: 4, apiKey: key, baseUrl: service.url, queueId: 1, inputPrice: null, outputPrice: null },
  })
  const data = { typebotIntegration: { promptId: prompt.id } }
  const messages = [
    { fromMe: true, text: 'Olá!' },
    { fromMe: false, text: 'Quanto custa o bolo?' },
  ]
  const asked = await tryIt('prompt', { data, name: 'Ana', messages })
  expect(asked).toMatchObject({ status: 200, body: { end: null } })
  expect(asked.body.says.join('')).not.toBe('')
  expect(service.chats.at(-1)?.messages.slice(1)).toMatchObject([
    { role: 'assistant', content: 'Olá!' },
    { role: 'user', content: 'Quanto custa o bolo?' },
  ])
  const calls = await installation.acme.select('prompt_calls').select(['kind', 'promptId', 'ticketId']).execute()
  expect(calls).toEqual([{ kind: 'test', promptId: prompt.id, ticketId: null }])
})

test('an agent may not make calls of a trial, and a company has a limit of calls', async () => {
  expect((await tryIt('request', requestTo('http://localhost:1/'), 'bob')).status).toBe(403)
  const statuses: number[] = []
  for (let call = 0; call < 70; call++) statuses.push((await tryIt('request', requestTo('http://localhost:1/'))).status)
  expect(statuses[0]).toBe(200)
  expect(statuses.at(-1)).toBe(429)
})

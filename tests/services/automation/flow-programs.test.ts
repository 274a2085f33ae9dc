import { afterAll, afterEach, expect, test } from 'bun:test'
import { startOpenAi } from '../../../emulator/openai/server'
import { type Block, paragraph } from '../../../emulator/typebot/bot'
import { startTypebot, type TypebotDouble } from '../../../emulator/typebot/server'
import { saveFlow } from '../../../src/features/automation/flows/drafts'
import { enqueueSilentRuns, silentRuns } from '../../../src/features/automation/flows/runs/silent-runs'
import { createFlow } from '../../../src/features/automation/flows/service'
import { createIntegration } from '../../../src/features/automation/integrations/service'
import { createPrompt } from '../../../src/features/automation/prompts/service'
import { acceptTicket } from '../../../src/features/inbox/tickets/state/change'
import type { StoredFlow } from '../../../src/shared/flow/read'
import { createFlowCompany, edge, node } from '../../flow-company'
import { sqliteTest } from '../../postgres-databases'
import { until } from '../../until'

const doubles: { stop(): unknown }[] = []
afterEach(async () => {
  for (const double of doubles.splice(0)) await double.stop()
})
const key = 'sk-proj-0123456789abcdef'
const service = startOpenAi({ keys: [key] })
afterAll(() => service.stop())

const say = (text: string): Block => ({ type: 'text', richText: [paragraph(text)] })
const shop: Block[] = [say('Qual bolo?'), { type: 'text input' }, say('Anotado.')]

/** Company whose flow talks through a Typebot and then says goodbye. */
async function createTypebotFlow(blocks: Block[], fields: object = {}) {
  const double: TypebotDouble = startTypebot({ bots: { loja: blocks } })
  doubles.push(double)
  const settings = { name: 'Loja', urlN8N: double.url, typebotSlug: 'loja', typebotDelayMessage: 0, ...fields }
  const company = await createFlowCompany({
    nodes: [
      node('1', 'start'),
      node('bot', 'typebot', { typebotIntegration: settings }),
      node('bye', 'message', { label: 'Obrigado, {{firstName}}!' }),
    ],
    connections: [edge('1', 'bot'), edge('bot', 'bye')],
  })
  return { ...company, double }
}

test('a Typebot node begins the conversation, hears the customer, and leads on at its end', async () => {
  const { ask, runs, acme, double, ticketOf } = await createTypebotFlow(shop)
  expect(await ask('quero comprar')).toEqual(['Qual bolo?'])
  expect(await runs()).toMatchObject([{ state: 'program', nodeId: 'bot' }])
  expect(await ask('De milho')).toEqual(['Anotado.', expect.stringMatching(/^Obrigado, .+!$/)])
  expect(double.requests.map(({ body }) => body.message)).toEqual([undefined, 'De milho'])
  expect(await runs()).toMatchObject([{ state: 'done', end: 'end', programState: null }])
  expect(await ticketOf()).toMatchObject({ status: 'pending', chatbot: 0 })
  const rows = await acme.select('messages').select(['origin', 'senderName']).where('fromMe', '=', 1).execute()
  for (const row of rows) expect(row).toEqual({ origin: 'flow', senderName: 'Triagem' })
})

test('texts of one burst are one request to the Typebot of a node', async () => {
  const { ask, double } = await createTypebotFlow(shop)
  await ask('quero comprar')
  await ask('De milho', 'e de cenoura')
  expect(double.requests.map(({ body }) => body.message)).toEqual([undefined, 'De milho\ne de cenoura'])
})

test('messages with a delay are sent one by one, and then the flow goes on', async () => {
  const { ask, runs } = await createTypebotFlow([say('Um'), say('Dois')], { typebotDelayMessage: 500 })
  expect(await ask('quero comprar')).toEqual(['Um', 'Dois', expect.stringContaining('Obrigado')])
  expect(await runs()).toMatchObject([{ state: 'done', programSays: null }])
})

test('the finish word of a Typebot node leads on', async () => {
  const { ask, runs } = await createTypebotFlow(shop, { typebotKeywordFinish: 'chega' })
  await ask('quero comprar')
  expect(await ask('Chega')).toEqual([expect.stringContaining('Obrigado')])
  expect(await runs()).toMatchObject([{ state: 'done', end: 'end' }])
})

test('a command of a Typebot node moves the ticket and leads on', async () => {
  const { ask, ticketOf } = await createTypebotFlow([say('#{"queueId": 2}')])
  expect(await ask('quero comprar')).toEqual([expect.stringContaining('Obrigado')])
  expect(await ticketOf()).toMatchObject({ status: 'pending', queueId: 2, chatbot: 0 })
})

test('a Typebot that fails twice leaves the ticket to people with the text of the node', async () => {
  const { ask, double, runs, ticketOf, acme } = await createTypebotFlow(shop, { typebotUnknownMessage: 'Um momento.' })
  double.failNext({ status: 500 }, { status: 500 })
  expect(await ask('quero comprar')).toEqual(['Um momento.'])
  expect(await runs()).toMatchObject([{ state: 'failed', end: 'program', nodeId: 'bot' }])
  expect(await ticketOf()).toMatchObject({ status: 'pending', chatbot: 0 })
  const last = await acme.select('flow_run_log').select(['nodeId', 'outcome']).orderBy('id', 'desc').executeTakeFirst()
  expect(last).toEqual({ nodeId: 'bot', outcome: 'failed' })
  expect(await ask('Alô?')).toEqual([])
})

test('an agent who accepts during the request silences the Typebot of a node', async () => {
  const { ask, double, scopeOf, ticketOf, runs } = await createTypebotFlow(shop)
  const release = double.hold()
  const asked = ask('quero comprar')
  while (double.requests.length === 0) await Bun.sleep(1)
  await acceptTicket(scopeOf('ana'), (await ticketOf()).id)
  release()
  expect(await asked).toEqual([])
  expect(await runs()).toMatchObject([{ state: 'cancelled' }])
})

test('a node that names a saved integration talks with its settings', async () => {
  const double = startTypebot({ bots: { salva: [say('Sou a salva.')] } })
  doubles.push(double)
  const saved = { name: 'Salva', urlN8N: double.url, typebotSlug: 'salva', typebotDelayMessage: 0 }
  const content = {
    nodes: [node('1', 'start'), node('bot', 'typebot', { typebotIntegration: { integrationId: 1 } })],
    connections: [edge('1', 'bot')],
  }
  const company = await createFlowCompany(content, 'exact', (ana) =>
    createIntegration(ana, { type: 'typebot', ...saved }),
  )
  expect(await company.ask('quero comprar')).toEqual(['Sou a salva.'])
})

const aurora = {
  ...{ name: 'Aurora', model: 'gpt-4o-mini', maxTokens: 100, temperature: 0.5, maxMessages: 4 },
  prompt: 'Você atende a Padaria Aurora. Abrimos de segunda a sábado, das 6h às 20h. O bolo de milho custa 30 reais.',
}

/** Company whose flow asks for a wish and lets a saved prompt answer. */
const createPromptFlow = (behind = true) =>
  createCompanyWithPrompt({
    nodes: [
      node('1', 'start'),
      node('hello', 'message', { label: 'Como posso ajudar?' }),
      node('ai', 'openai', { typebotIntegration: { promptId: 1 } }),
      node('bye', 'message', { label: 'Uma pessoa responde.' }),
    ],
    connections: [edge('1', 'hello'), edge('hello', 'ai'), ...(behind ? [edge('ai', 'bye')] : [])],
  })

/** Company with a flow and the prompt that the flow names by the id 1. */
const createCompanyWithPrompt = (content: StoredFlow) =>
  createFlowCompany(content, 'exact', (ana) =>
    createPrompt(ana, { ...aurora, apiKey: key, baseUrl: service.url, queueId: 2 }),
  )

test('an OpenAI node waits for the customer, answers each message, and leads on after a transfer', async () => {
  const { ask, runs, ticketOf } = await createPromptFlow()
  expect(await ask('quero comprar')).toEqual(['Como posso ajudar?'])
  expect(await ask('Quanto custa o bolo?')).toEqual([expect.stringContaining('30 reais')])
  expect(await runs()).toMatchObject([{ state: 'program', nodeId: 'ai' }])
  expect(await ask('Quero falar com um atendente')).toEqual(['Uma pessoa responde.'])
  expect(await ticketOf()).toMatchObject({ status: 'pending', queueId: 2, chatbot: 0 })
  expect(await runs()).toMatchObject([{ state: 'done' }])
})

test('an OpenAI node at the start of a flow answers the message that started it', async () => {
  const company = await createCompanyWithPrompt({
    nodes: [node('1', 'start'), node('ai', 'openai', { typebotIntegration: { promptId: 1 } })],
    connections: [edge('1', 'ai')],
  })
  expect(await company.ask('quero comprar')).toHaveLength(1)
})

test('a prompt that fails leaves the ticket to people in its queue', async () => {
  const { ask, runs, ticketOf, acme } = await createPromptFlow()
  await ask('quero comprar')
  await acme.transaction((tx) => tx.update('prompts').set({ keySealed: null }).execute())
  expect(await ask('Quanto custa o bolo?')).toEqual([expect.stringContaining('Uma pessoa vai responder')])
  expect(await runs()).toMatchObject([{ state: 'failed', end: 'program' }])
  expect(await ticketOf()).toMatchObject({ status: 'pending', queueId: 2, chatbot: 0 })
})

test('a word that the company chose ends a flow while a prompt talks, and the usual words do not', async () => {
  const { ask, runs, acme } = await createPromptFlow()
  await acme.transaction((tx) => tx.insert('settings', { key: 'flowStopWords', value: 'Tchau, Chega' }).execute())
  await ask('quero comprar')
  expect(await ask('sair')).toHaveLength(1)
  expect(await ask('TCHAU')).toEqual([])
  expect(await runs()).toMatchObject([{ state: 'cancelled', end: 'stopped' }])
})

test('a customer who is silent for a day ends the run, and people answer', async () => {
  const { ask, wake, runs, ticketOf, attendanceOf } = await createPromptFlow()
  await ask('quero comprar')
  expect(await wake()).toEqual([])
  expect(await runs()).toMatchObject([{ state: 'cancelled', end: 'silent' }])
  expect(await ticketOf()).toMatchObject({ status: 'pending', chatbot: 0 })
  expect(await attendanceOf()).toMatchObject({ botStage: 'done', botEnd: 'flow' })
})

sqliteTest(
  'runs that wait for the customer have no job, and the query of silent ones reads one index in its order',
  async () => {
    const { ask, runs, acme, store, platform } = await createPromptFlow()
    await ask('quero comprar')
    expect(await runs()).toMatchObject([{ state: 'program', wakeAt: expect.any(String) }])
    expect(await acme.select('jobs').select('name').where('name', 'like', 'flow.%').execute()).toEqual([])
    await enqueueSilentRuns(platform)
    expect(await acme.select('jobs').select('name').where('name', 'like', 'flow.%').execute()).toEqual([])
    const { sql, parameters } = silentRuns(platform, new Date().toISOString(), undefined).compile()
    const plan = store.raw.statements.sqlite.query(`explain query plan ${sql}`).all(...(parameters as never[]))
    expect((plan as { detail: string }[]).map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/^SEARCH flow_runs USING INDEX flow_runs_silent /),
      expect.stringMatching(/^SEARCH tickets USING INTEGER PRIMARY KEY /),
    ])
  },
)

test('a step that fails until it is parked ends the run, and people answer', async () => {
  const { ask, settle, runs, ticketOf, acme, store } = await createPromptFlow()
  await ask('quero comprar')
  await acme.transaction((tx) => tx.update('flow_runs').set({ state: 'input', variables: 'no JSON' }).execute())
  await ask('Oi')
  await settle()
  expect(await runs()).toMatchObject([{ state: 'failed', end: 'broken' }])
  expect(await ticketOf()).toMatchObject({ status: 'pending', chatbot: 0 })
  expect(await store.read.kysely.selectFrom('jobs').select('state').where('name', '=', 'flow.run').execute()).toEqual([
    { state: 'failed' },
  ])
})

test('runs that wait for a slow service do not delay the steps of another flow, and eight of them ask at a time', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let asked = 0
  const server = Bun.serve({
    port: 0,
    fetch: async () => {
      asked++
      await released
      return Response.json({})
    },
  })
  doubles.push({ stop: () => server.stop(true) })
  const company = await createFlowCompany({
    nodes: [node('1', 'start'), node('http', 'request', { url: `http://localhost:${server.port}/` })],
    connections: [edge('1', 'http')],
  })
  const { acme, scopeOf, writeAll } = company
  const { id: flowId } = await createFlow(scopeOf('ana'), 'Rápido')
  const quick = { nodes: [node('1', 'start'), node('m', 'message', { label: 'Já!' })], connections: [edge('1', 'm')] }
  await saveFlow(scopeOf('ana'), flowId, quick)
  const phrase = { name: 'Rápido', phrase: 'rapido', searchText: 'rapido', matching: 'exact' as const }
  await acme.transaction((tx) => tx.insert('flow_phrases', { ...phrase, flowId, whatsappId: null }).execute())
  const slow = Array.from({ length: 20 }, (_, n) => writeAll(['quero comprar'], { from: `55119666${10_000 + n}` }))
  await until('eight requests wait', () => asked === 8)
  const other = writeAll(['Rápido'], { from: '5511933330000' })
  const isAnswered = async () =>
    (await acme.select('messages').select('id').where('body', '=', 'Já!').execute()).length > 0
  await until('the other flow has answered', isAnswered)
  expect(asked).toBe(8)
  release()
  await Promise.all([...slow, other])
  expect(asked).toBe(20)
})

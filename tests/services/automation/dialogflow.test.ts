import { afterEach, expect, test } from 'bun:test'
import { startDialogflow } from '../../../emulator/dialogflow/server'
import { keyMayMove } from '../../../src/features/automation/integrations/key-address'
import { getIntegration } from '../../../src/features/automation/integrations/read'
import { updateIntegration } from '../../../src/features/automation/integrations/service'
import { testSession } from '../../../src/features/automation/integrations/test-session'
import { createInstallation } from '../../installation'
import { createIntegrationCompany } from '../../integration-company'

const doubles: { stop(): unknown }[] = []
afterEach(async () => {
  for (const double of doubles.splice(0)) await double.stop()
})

const texts = (...all: string[]) => ({ fulfillmentMessages: all.map((text) => ({ text: { text: [text] } })) })
const intents = {
  ola: texts('Olá!', 'Em que posso ajudar?'),
  tchau: { ...texts('Até logo!'), diagnosticInfo: { end_conversation: true } },
  cartaz: { ...texts('Veja:'), parameters: { image: 'http://127.0.0.1:1/cartaz.png' } },
  obrigado: { ...texts('De nada!'), parameters: { react: '❤️' } },
  xis: { ...texts('Ok.'), parameters: { react: 'xis' } },
  slack: { fulfillmentMessages: [{ platform: 'SLACK', text: { text: ['não'] } }], fulfillmentText: 'Para todos' },
}

function start() {
  const double = startDialogflow({ project: 'loja', intents })
  doubles.push(double)
  return double
}

/** Company whose connection is answered by an agent of the stand-in. */
async function createAgentCompany() {
  const double = start()
  const { url: urlN8N, jsonKey: jsonContent } = double
  const input = { type: 'dialogflow', name: 'Agente', projectName: 'loja', language: 'pt-BR', urlN8N } as const
  return { double, ...(await createIntegrationCompany({ ...input, jsonContent })) }
}

test('an agent answers each text; the session is the ticket and the token is fetched once', async () => {
  const { write, double, ticketOf } = await createAgentCompany()
  expect(await write('Ola')).toEqual(['Olá!', 'Em que posso ajudar?'])
  expect(await write('algo que ninguém entende')).toEqual(['Não consegui entender sua dúvida.'])
  const { uuid, chatbot } = await ticketOf()
  expect(chatbot).toBe(1)
  expect(double.questions).toEqual([
    { session: uuid, text: 'Ola', languageCode: 'pt-BR' },
    { session: uuid, text: 'algo que ninguém entende', languageCode: 'pt-BR' },
  ])
  expect(double.tokens()).toBe(1)
})

test('the end of the conversation leaves the ticket to people', async () => {
  const { write, ticketOf } = await createAgentCompany()
  expect(await write('tchau')).toEqual(['Até logo!'])
  expect(await ticketOf()).toMatchObject({ status: 'pending', chatbot: 0 })
  expect(await write('Oi?')).toEqual([])
})

test('the picture of an intent follows its texts, as its address when it cannot be fetched', async () => {
  const { write } = await createAgentCompany()
  expect(await write('cartaz')).toEqual(['Veja:', 'http://127.0.0.1:1/cartaz.png'])
})

test('the reaction of an intent is put on the message of the customer, unless it is no emoji', async () => {
  const { write, acme } = await createAgentCompany()
  expect(await write('obrigado')).toEqual(['reaction', 'De nada!'])
  expect(await write('xis')).toEqual(['Ok.'])
  expect(await acme.select('reactions').select(['emoji', 'sender']).execute()).toEqual([{ emoji: '❤️', sender: 'me' }])
})

test('texts for another platform are left out', async () => {
  const { write } = await createAgentCompany()
  expect(await write('slack')).toEqual(['Para todos'])
})

test('a long text is cut to the length that Google accepts', async () => {
  const { write, double } = await createAgentCompany()
  await write('ã'.repeat(300))
  expect(double.questions[0]?.text).toHaveLength(256)
})

test('a token that Google no longer accepts is fetched again, and so is the one of another key', async () => {
  const { write, double, ana, integration } = await createAgentCompany()
  await write('Ola')
  double.revokeTokens()
  expect(await write('ola')).toHaveLength(2)
  expect(double.tokens()).toBe(2)
  await updateIntegration(ana, integration.id, { jsonContent: double.jsonKey, name: 'Outro' })
  await write('tchau')
  expect(double.tokens()).toBe(3)
})

test('two answers with 500 hand the ticket over with one text, and the page says why', async () => {
  const { write, double, ticketOf, ana, integration } = await createAgentCompany()
  double.failNext(500, 500)
  expect(await write('Ola')).toEqual(['Não consegui continuar por aqui. Uma pessoa vai responder em breve.'])
  expect(await ticketOf()).toMatchObject({ status: 'pending', chatbot: 0 })
  expect((await getIntegration(ana, integration.id)).failure).toBe('status 500')
})

const input = (double: ReturnType<typeof start>) => ({
  ...{ projectName: 'loja', language: 'pt-BR' as const, urlN8N: double.url, jsonContent: double.jsonKey },
})

test('the test session returns the texts of the agent, also with the stored key', async () => {
  const { double, ana, integration } = await createAgentCompany()
  const { scopeOf } = await createInstallation()
  expect(await testSession(scopeOf('ana'), input(double))).toEqual({ messages: ['Olá!', 'Em que posso ajudar?'] })
  const masked = { ...input(double), id: integration.id, jsonContent: integration.jsonContent }
  expect((await testSession(ana, masked)).messages).toHaveLength(2)
})

test('the test session returns the error of Google, and never the key', async () => {
  const { scopeOf } = await createInstallation()
  const [double, other] = [start(), start()]
  const ana = scopeOf('ana')
  const foreign = JSON.stringify({ ...JSON.parse(other.jsonKey), token_uri: `${double.url}/token` })
  const refused = testSession(ana, { ...input(double), jsonContent: foreign })
  await expect(refused).rejects.toMatchObject({
    code: 'ERR_TEST_SESSION_DIALOG',
    detail: { reason: 'Invalid JWT Signature.' },
  })
  const wrongProject = testSession(ana, { ...input(double), projectName: 'outro' })
  const failure = await wrongProject.catch((error) => error)
  expect(failure).toMatchObject({ code: 'ERR_TEST_REPLY_DIALOG' })
  expect(failure.detail.reason).toStartWith('PERMISSION_DENIED: ')
  expect(JSON.stringify(failure.detail)).not.toContain('PRIVATE KEY')
  const noKey = testSession(ana, { ...input(double), jsonContent: '' })
  await expect(noKey).rejects.toMatchObject({ code: 'ERR_VALIDATION', detail: { fields: ['jsonContent'] } })
})

test('a stored key serves its own host and the regions of Google only; another type of program has none', async () => {
  const { double, integration, scopeOf, acme } = await createAgentCompany()
  const ana = scopeOf('ana')
  const heard: string[] = []
  const stranger = Bun.serve({
    port: 0,
    fetch: ({ headers }) => new Response(heard.push(`${[...headers]}`) ? '{}' : ''),
  })
  doubles.push(stranger)
  const moved = `http://localhost:${stranger.port}`
  const masked = { ...input(double), id: integration.id, jsonContent: integration.jsonContent, urlN8N: moved }
  const refused = { code: 'ERR_PROMPT_KEY', detail: { fields: ['jsonContent'] } }
  await expect(testSession(ana, masked)).rejects.toMatchObject(refused)
  await expect(updateIntegration(ana, integration.id, { name: 'Agente', urlN8N: moved })).rejects.toMatchObject(refused)
  expect(heard).toEqual([])
  const asWebhook = { name: 'Agente', type: 'webhook', urlN8N: moved } as const
  expect(await updateIntegration(ana, integration.id, asWebhook)).toMatchObject({ jsonContent: '' })
  expect(await acme.select('queue_integrations').select('jsonSealed').execute()).toEqual([{ jsonSealed: null }])
})

test.each([
  ['', 'https://europe-west1-dialogflow.googleapis.com', true],
  ['https://us-central1-dialogflow.googleapis.com/', '', true],
  ['http://localhost:4000/a', 'http://LOCALHOST:4000', true],
  ['', 'https://googleapis.com.evil.test', false],
  ['', 'http://dialogflow.googleapis.com', false],
  ['', 'https://evil.test/.googleapis.com', false],
  ['nonsense', 'nonsense', false],
])('the key of %p may serve %p: %p', (from, to, mayMove) => {
  expect(keyMayMove(from, to)).toBe(mayMove)
})

import { afterEach, expect, spyOn, test } from 'bun:test'
import { type Block, paragraph } from '../../../emulator/typebot/bot'
import { startTypebot, type TypebotDouble, type TypebotFault } from '../../../emulator/typebot/server'
import { log } from '../../../src/core/log'
import type { IntegrationInput } from '../../../src/features/automation/integrations/model'
import { getIntegration } from '../../../src/features/automation/integrations/read'
import { receiveBatch } from '../../../src/features/inbox/messages/receive/receive'
import { acceptTicket } from '../../../src/features/inbox/tickets/state/change'
import { createBotCompany } from '../../bot-company'
import { personIdentity, textMessage } from '../../inbound-events'
import { people } from '../../installation'
import { createIntegrationCompany } from '../../integration-company'
import { nestedLists } from '../../nested-lists'
import { png } from '../../sample-files'

const doubles: { stop(): unknown }[] = []
afterEach(async () => {
  for (const double of doubles.splice(0)) await double.stop()
})

const say = (text: string): Block => ({ type: 'text', richText: [paragraph(text)] })

/** Company whose connection is answered by a Typebot. */
async function createTypebotCompany(blocks: Block[], changes: Partial<IntegrationInput> = {}) {
  const double: TypebotDouble = startTypebot({ bots: { loja: blocks } })
  doubles.push(double)
  const company = await createIntegrationCompany({
    ...{ type: 'typebot', name: 'Boas-vindas', urlN8N: double.url, typebotSlug: 'loja', typebotDelayMessage: 0 },
    ...changes,
  })
  return { ...company, double }
}

const shop: Block[] = [
  say('Bem-vindo, {{pushName}}.'),
  { type: 'choice input', items: ['Bolos', 'Pessoa'], goTo: { Pessoa: 'pessoa' } },
  say('Temos três.'),
  { type: 'text input' },
  { type: 'label', name: 'pessoa' },
  say('#{"queueId": 2}'),
]
const menu = '*[ 1 ]* - Bolos\n*[ 2 ]* - Pessoa'

test('a typebot talks with a customer in the name of the integration, and a command moves the ticket', async () => {
  const { write, ticketOf, acme } = await createTypebotCompany(shop)
  expect(await write('Oi')).toEqual([expect.stringContaining('Bem-vindo'), menu])
  expect(await write('1')).toEqual(['Temos três.'])
  expect(await ticketOf()).toMatchObject({ status: 'pending', chatbot: 1, queueId: null })
  expect(await write('Quero um')).toEqual([])
  expect(await ticketOf()).toMatchObject({ status: 'pending', chatbot: 0, queueId: 2 })
  const rows = await acme.select('messages').select(['origin', 'senderName']).where('fromMe', '=', 1).execute()
  expect(rows).toHaveLength(3)
  for (const row of rows) expect(row).toEqual({ origin: 'integration', senderName: 'Boas-vindas' })
  expect(await write('Alô?')).toEqual([])
})

test('texts of one burst are one request', async () => {
  const { write, double } = await createTypebotCompany([{ type: 'text input' }, say('Certo.')])
  expect(await write('Bom dia', 'quero um bolo')).toEqual(['Certo.'])
  expect(double.requests.map(({ body }) => body.message)).toEqual(['Bom dia\nquero um bolo'])
})

test('the keyword to finish closes the ticket with the reason integration', async () => {
  const { write, ticketOf } = await createTypebotCompany(shop, { typebotKeywordFinish: 'sair' })
  await write('Oi')
  expect(await write('SAIR')).toEqual([])
  expect(await ticketOf()).toMatchObject({ status: 'closed', closeReason: 'integration' })
})

test.each([
  ['a queue of another company', '#{"queueId": 999999}'],
  ['a user who does not see the queue', `#{"queueId": 2, "userId": ${people.bob.id}}`],
  ['no receiver', '#{"queueId": "x"}'],
])('a command that names %s moves no ticket', async (_, command) => {
  const { write, ticketOf } = await createTypebotCompany([say(command), { type: 'text input' }])
  expect(await write('Oi')).toEqual([])
  expect(await ticketOf()).toMatchObject({ status: 'pending', queueId: null, userId: null, chatbot: 1 })
})

test('a command with a user gives the ticket to that user', async () => {
  const { userId } = (await createBotCompany({})).scopeOf('ana').viewer
  const { write, ticketOf } = await createTypebotCompany([say(`#{"queueId": 2, "userId": ${userId}}`)])
  expect(await write('Oi')).toEqual([])
  expect(await ticketOf()).toMatchObject({ status: 'open', queueId: 2, userId, chatbot: 0 })
})

test.each<[string, TypebotFault[], string]>([
  ['two answers with 500', [{ status: 500 }, { status: 500 }], 'status 500'],
  ['HTML', [{ body: '<html></html>', type: 'text/html' }], 'answer 200'],
  ['ten megabytes', [{ body: 'x'.repeat(10 * 1024 * 1024), type: 'application/json' }], 'tooLarge'],
  ['a redirect into the private network', [{ location: 'http://10.1.1.1/' }], 'address'],
  ['lists of 30,000 levels', [{ body: nestedLists(30_000), type: 'application/json' }], 'tooDeep 200'],
])('%s: the customer gets the text once, people answer, the page says why', async (_, faults, failure) => {
  const { write, double, ticketOf, attendanceOf, ana, integration } = await createTypebotCompany(shop, {
    typebotUnknownMessage: 'Um momento, por favor.',
  })
  double.failNext(...faults)
  expect(await write('Oi')).toEqual(['Um momento, por favor.'])
  expect(await ticketOf()).toMatchObject({ status: 'pending', chatbot: 0 })
  expect(await attendanceOf()).toMatchObject({ botStage: 'done', botEnd: 'failed' })
  expect(await write('Tem alguém?')).toEqual([])
  expect(await getIntegration(ana, integration.id)).toMatchObject({ failure, failedAt: expect.any(String) })
})

test('an integration that answers again loses the mark of its failure', async () => {
  const { write, writeAll, settle, double, ana, integration } = await createTypebotCompany(shop)
  double.failNext({ status: 500 }, { status: 500 })
  expect(await write('Oi')).toHaveLength(1)
  expect((await getIntegration(ana, integration.id)).failure).toBe('status 500')
  await writeAll(['Oi'], { from: '5511966660000' })
  await settle()
  expect(await getIntegration(ana, integration.id)).toMatchObject({ failure: null, failedAt: null })
})

test('an agent who accepts during the request silences the bot', async () => {
  const company = await createTypebotCompany(shop)
  const release = company.double.hold()
  const written = company.write('Oi')
  while (company.double.requests.length === 0) await Bun.sleep(1)
  await acceptTicket(company.ana, (await company.ticketOf()).id)
  release()
  expect(await written).toEqual([])
  expect(await company.write('Oi?')).toEqual([])
})

test('a picture is sent as a picture, and a file that cannot be fetched as its address', async () => {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ url }) => (url.endsWith('/bolo.png') ? new Response(png()) : new Response('', { status: 404 })),
  })
  doubles.push({ stop: () => server.stop(true) })
  const [there, gone] = [`http://127.0.0.1:${server.port}/bolo.png`, `http://127.0.0.1:${server.port}/nada.jpg`]
  const { write, acme } = await createTypebotCompany([
    { type: 'image', url: there },
    { type: 'image', url: gone },
    { type: 'text input' },
  ])
  expect(await write('Oi')).toEqual(['media', gone])
  const message = await acme.select('messages').selectAll().where('mediaType', '=', 'image').executeTakeFirstOrThrow()
  expect(message).toMatchObject({ fromMe: 1, mediaStatus: 'ready', origin: 'integration' })
})

test('a photo of the customer reaches the bot as a signed address that opens', async () => {
  const company = await createTypebotCompany([say('Foto?'), { type: 'file input' }, say('Obrigado.')])
  const { write, settle, double, whatsapp, companyId, whatsappId, number, app } = company
  await write('Oi')
  whatsapp.mediaBytes = png()
  const media = { kind: 'image', mime: 'image/png', fileName: null, size: png().byteLength } as const
  const photo = textMessage({ chat: personIdentity(number), mediaType: 'image', body: '', media })
  await receiveBatch(company.systemScope(), { companyId, whatsappId }, [photo])
  await company.jobs.settle()
  expect(await settle()).toContain('Obrigado.')
  const { message } = double.requests.at(-1)?.body ?? {}
  expect(message).toMatch(/^http:\/\/\S+\/media\/\S+&for=program$/)
  const answer = await app.handle(new Request(message as string))
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
})

test('a link to which the bot leads is a message', async () => {
  const { write } = await createTypebotCompany([say('Veja o link'), { type: 'redirect', url: 'https://a.example/x' }])
  expect(await write('Oi')).toEqual(['Veja o link', 'https://a.example/x'])
})

test('a bubble of an unknown type is told once in the log, and the others are said', async () => {
  const carousel = { type: 'custom-embed', url: 'https://mapa.example' } as never as Block
  const { write } = await createTypebotCompany([carousel, carousel, say('Até logo!'), { type: 'text input' }])
  using warn = spyOn(log, 'warn')
  expect(await write('Oi')).toEqual(['Até logo!'])
  const lines = warn.mock.calls.filter(([, line]) => String(line).includes('no known shape'))
  expect(lines).toEqual([[{ companyId: expect.any(Number), ticketId: expect.any(Number) }, expect.any(String)]])
})

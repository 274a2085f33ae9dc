import { afterEach, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { getIntegration, integrationReceivers } from '../../../src/features/automation/integrations/read'
import { deleteIntegration } from '../../../src/features/automation/integrations/service'
import { acceptTicket } from '../../../src/features/inbox/tickets/state/change'
import { listDeliveries, sendFailedAgain } from '../../../src/features/platform/deliveries/receiver-log'
import { sendAgain } from '../../../src/features/platform/deliveries/send-again'
import { people } from '../../installation'
import { createIntegrationCompany } from '../../integration-company'
import { nestedLists } from '../../nested-lists'
import { png } from '../../sample-files'

const servers: { stop(): unknown }[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop()
})

interface Received {
  body: string
  headers: Record<string, string>
}

/** A workflow that answers with these bodies in their order, then with nothing. */
function startReceiver(answers: (object | string | number)[]) {
  const received: Received[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      received.push({ body: await request.text(), headers: Object.fromEntries(request.headers) })
      const answer = answers[received.length - 1]
      if (typeof answer === 'number') return new Response('', { status: answer })
      return typeof answer === 'object' ? Response.json(answer) : new Response(answer ?? 'ok')
    },
  })
  servers.push({ stop: () => server.stop(true) })
  return { received, url: `http://127.0.0.1:${server.port}/webhook` }
}

async function createWebhookCompany(answers: (object | string | number)[], type: 'n8n' | 'webhook' = 'n8n') {
  const { received, url } = startReceiver(answers)
  const company = await createIntegrationCompany({ type, name: 'Pedidos', urlN8N: url })
  return { ...company, received }
}

test('a message reaches the program with its facts, signed with the key of the integration', async () => {
  const { write, received, integration, ticketOf, companyId, whatsappId } = await createWebhookCompany([])
  expect(await write('Quero um bolo')).toEqual([])
  const [{ body, headers } = { body: '', headers: {} }] = received
  const ticket = await ticketOf()
  expect(JSON.parse(body)).toMatchObject({
    ...{ event: 'message', companyId },
    connection: { id: whatsappId, name: expect.any(String) },
    ticket: { id: ticket.id, uuid: ticket.uuid, status: 'pending', queueId: null },
    contact: { id: ticket.contactId, number: '5511977770000' },
    message: { id: expect.any(Number), type: 'chat', body: 'Quero um bolo', mediaUrl: null },
  })
  const signed = createHmac('sha256', integration.newSecret as string).update(`${headers['x-timestamp']}.${body}`)
  expect(headers['x-signature']).toBe(`sha256=${signed.digest('hex')}`)
  expect(ticket).toMatchObject({ status: 'pending', chatbot: 1 })
})

test('the answer may carry messages; each message of a burst is a request of its own, in order', async () => {
  const { write, received } = await createWebhookCompany([{ messages: ['Qual sabor?', { text: 'Temos três.' }] }, 'ok'])
  expect(await write('Oi', 'Quero um bolo')).toEqual(['Qual sabor?', 'Temos três.'])
  expect(received.map(({ body }) => JSON.parse(body).message.body)).toEqual(['Oi', 'Quero um bolo'])
})

test.each([
  ['transfer to a queue', { type: 'transfer', queueId: 2 }, { status: 'pending', queueId: 2, chatbot: 0 }],
  [
    'transfer to a user',
    { type: 'transfer', queueId: 2, userId: people.ana.id },
    { status: 'open', userId: people.ana.id },
  ],
  ['close', { type: 'close' }, { status: 'closed', closeReason: 'integration' }],
  ['stop', { type: 'stop' }, { status: 'pending', queueId: null, chatbot: 0 }],
  ['transfer to a queue that does not exist', { type: 'transfer', queueId: 999 }, { queueId: null, chatbot: 1 }],
  [
    'transfer to a user who does not see the queue',
    { type: 'transfer', queueId: 2, userId: people.bob.id },
    { queueId: null, userId: null, chatbot: 1 },
  ],
  ['unknown', { type: 'explode' }, { status: 'pending', chatbot: 1 }],
])('the action %s of an answer changes the ticket as validated', async (_, action, expected) => {
  const { write, ticketOf } = await createWebhookCompany([{ messages: ['Certo.'], action }], 'webhook')
  expect(await write('Oi')).toEqual(['Certo.'])
  expect(await ticketOf()).toMatchObject(expected)
})

test('an answer of an agent ends the conversation with the program', async () => {
  const { write, ana, ticketOf, received } = await createWebhookCompany([
    { messages: ['Um.'] },
    { messages: ['Dois.'] },
  ])
  await write('Oi')
  await acceptTicket(ana, (await ticketOf()).id)
  expect(await write('Alô?')).toEqual([])
  expect(received).toHaveLength(1)
})

test('a program that fails leaves the ticket to people with one text, and the delivery waits for its next attempt', async () => {
  const { writeAll, settle, ticketOf, attendanceOf, acme, received, number } = await createWebhookCompany([
    500, 500, 200,
  ])
  await writeAll(['Oi'])
  const sent = await settle()
  expect(sent).toEqual(['Não consegui continuar por aqui. Uma pessoa vai responder em breve.'])
  expect(await ticketOf()).toMatchObject({ status: 'pending', chatbot: 0 })
  expect(await attendanceOf()).toMatchObject({ botEnd: 'failed' })
  expect(received.length).toBeGreaterThan(1) // the clock of the jobs was moved to the next attempts
  const rows = await acme.select('deliveries').select(['source', 'state']).execute()
  expect(rows).toEqual([{ source: 'integration', state: 'delivered' }])
  expect(number).toBe('5511977770000')
})

test('a program that fails is marked with the reason until it answers; admins are alerted once', async () => {
  const { write, settle, ana, integration, published } = await createWebhookCompany([500, 500, 200])
  await write('Oi')
  await settle()
  const failures = published.flatMap(({ entity, payload }) =>
    entity === 'queueIntegration' && 'queueIntegration' in payload ? [payload.queueIntegration.failure] : [],
  )
  expect(failures).toContain('status 500')
  expect(await getIntegration(ana, integration.id)).toMatchObject({ failure: null, failedAt: null })
  const alerts = published.filter(({ entity }) => entity === 'integrationAlert')
  expect(alerts).toMatchObject([{ payload: { action: 'failed', integrationId: integration.id } }])
})

test('a request that was given up lies in the list of its integration and is sent again from there', async () => {
  const { write, settle, acme, ana, integration, scopeOf, received } = await createWebhookCompany([])
  await write('Oi')
  await acme.transaction((tx) => tx.update('deliveries').set({ state: 'failed' }).execute())
  const { deliveries } = await listDeliveries(ana, integrationReceivers, integration.id, { state: 'failed' })
  expect(deliveries).toMatchObject([{ event: 'message', attempts: 1 }])
  await expect(listDeliveries(scopeOf('rui'), integrationReceivers, integration.id, {})).rejects.toThrow(
    'ERR_NO_INTEGRATION_FOUND',
  )
  expect(await sendFailedAgain(ana, integrationReceivers, integration.id)).toEqual({ sent: 1 })
  await settle()
  expect(received).toHaveLength(2)
  expect((await listDeliveries(ana, integrationReceivers, integration.id, { state: 'failed' })).deliveries).toEqual([])
})

test('the answer to a message of an earlier conversation is not used', async () => {
  const { write, settle, acme, ana, ticketOf, received } = await createWebhookCompany(['ok', { messages: ['Tarde.'] }])
  await write('Oi')
  const { id } = await acme.select('deliveries').select('id').executeTakeFirstOrThrow()
  const later = { createdAt: '2099-01-01T00:00:00.000Z' }
  await acme.transaction((tx) => tx.update('attendances').set(later).execute())
  await sendAgain(ana, id)
  expect(await settle()).toEqual([])
  expect(received).toHaveLength(2)
  expect(await ticketOf()).toMatchObject({ chatbot: 1 })
})

test('files of an answer are sent as files with their captions, in order; one that cannot be fetched as its address', async () => {
  const files = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ url }) => (url.endsWith('/bolo.png') ? new Response(png()) : new Response('', { status: 404 })),
  })
  servers.push({ stop: () => files.stop(true) })
  const at = (name: string) => `http://127.0.0.1:${files.port}/${name}`
  const { write, acme, settle } = await createWebhookCompany([
    {
      messages: [
        'Veja:',
        { text: 'Bolo', mediaUrl: at('bolo.png') },
        { text: 'Ausente', mediaUrl: at('ausente.png'), delay: 10 },
        'Pronto.',
      ],
      action: { type: 'stop' },
    },
  ])
  await write('Oi')
  await settle()
  const sent = await acme
    .select('messages')
    .select(['body', 'mediaType'])
    .where('fromMe', '=', 1)
    .orderBy('id')
    .execute()
  expect(sent).toEqual([
    { body: 'Veja:', mediaType: 'chat' },
    { body: 'Bolo', mediaType: 'image' },
    { body: `Ausente\n${at('ausente.png')}`, mediaType: 'chat' },
    { body: 'Pronto.', mediaType: 'chat' },
  ])
})

test('a page of HTML in place of an answer leaves the ticket to people', async () => {
  const { write, ticketOf } = await createWebhookCompany(['<!doctype html><title>Login</title>'])
  expect(await write('Oi')).toHaveLength(1)
  expect(await ticketOf()).toMatchObject({ status: 'pending', chatbot: 0 })
})

test('an answer of 30,000 levels leaves the ticket to people, and the page says why', async () => {
  const { write, ticketOf, ana, integration } = await createWebhookCompany([nestedLists(30_000)])
  expect(await write('Oi')).toHaveLength(1)
  expect(await ticketOf()).toMatchObject({ status: 'pending', chatbot: 0 })
  expect((await getIntegration(ana, integration.id)).failure).toBe('tooDeep')
})

test('all items of an answer are sent, and texts without fields', async () => {
  const { write } = await createWebhookCompany([[{ messages: ['um'] }, { messages: ['dois'] }], 'Olá, tudo bem?'])
  expect(await write('Oi')).toEqual(['um', 'dois'])
  expect(await write('Alô')).toEqual(['Olá, tudo bem?'])
})

test('an answer of no known shape says nothing; the page, the log of requests and an alert say so until the next', async () => {
  const typo = { mesages: ['Olá'] }
  const { write, ana, acme, integration, published, ticketOf } = await createWebhookCompany([typo, typo, ''])
  expect(await write('Oi')).toEqual([])
  expect(await write('Alô?')).toEqual([])
  expect(await ticketOf()).toMatchObject({ status: 'pending', chatbot: 1 })
  const marked = { failure: 'notUnderstood', failedAt: expect.any(String) }
  expect(await getIntegration(ana, integration.id)).toMatchObject(marked)
  const { deliveries } = await listDeliveries(ana, integrationReceivers, integration.id, {})
  expect(deliveries).toMatchObject([
    { state: 'delivered', status: 200, error: 'notUnderstood' },
    { state: 'delivered', status: 200, error: 'notUnderstood' },
  ])
  const alerts = published.filter(({ entity }) => entity === 'integrationAlert')
  expect(alerts).toMatchObject([{ payload: { action: 'notUnderstood', integrationId: integration.id } }])
  await write('Tem alguém?')
  expect(await getIntegration(ana, integration.id)).toMatchObject({ failure: null, failedAt: null })
  const [last] = await acme.select('deliveries').select('error').orderBy('id', 'desc').limit(1).execute()
  expect(last).toEqual({ error: null })
})

test('the understood part of an answer is sent, and the rest is reported', async () => {
  const { write, ana, integration } = await createWebhookCompany([[{ output: 'Olá' }, { resposta: 'Tudo bem?' }]])
  expect(await write('Oi')).toEqual(['Olá'])
  expect((await getIntegration(ana, integration.id)).failure).toBe('notUnderstood')
})

test('a deleted integration leaves no deliveries behind', async () => {
  const { write, acme, ana, integration, whatsappId } = await createWebhookCompany([])
  await write('Oi')
  expect(await acme.select('deliveries').select('id').execute()).toHaveLength(1)
  await acme.transaction((tx) =>
    tx.update('connections').set({ integrationId: null }).where('id', '=', whatsappId).execute(),
  )
  await deleteIntegration(ana, integration.id)
  expect(await acme.select('deliveries').select('id').execute()).toEqual([])
})

import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { describeWebhooks } from '../../../src/features/api/webhooks/event-model'
import type { WebhookInput } from '../../../src/features/api/webhooks/model'
import { getWebhook, webhookReceivers } from '../../../src/features/api/webhooks/read'
import {
  createWebhook,
  receiveFailure,
  rotateSecret,
  sendTest,
  updateWebhook,
} from '../../../src/features/api/webhooks/service'
import { createContact, deleteContact, updateContact } from '../../../src/features/contacts/contacts/service'
import { createTag } from '../../../src/features/contacts/tags/service'
import { receiveBatch } from '../../../src/features/inbox/messages/receive/receive'
import { sendMessage } from '../../../src/features/inbox/messages/send/send'
import { deleteTicket } from '../../../src/features/inbox/tickets/create'
import { acceptTicket, closeTicket } from '../../../src/features/inbox/tickets/state/change'
import { storeState } from '../../../src/features/numbers/connections/state'
import { listDeliveries } from '../../../src/features/platform/deliveries/receiver-log'
import { isSubscribed, subscriptionNames, webhookEventNames } from '../../../src/shared/webhook-events'
import { violationsOf } from '../../documented-responses'
import { personIdentity, textMessage } from '../../inbound-events'
import { createInstallation } from '../../installation'
import { isSigned, type Received, Receiver } from '../../receiver'

let all: Awaited<ReturnType<typeof createInstallation>>
let receiver: Receiver
const arrived: Received[] = []
const documented = describeWebhooks()
beforeEach(async () => {
  all = await createInstallation()
  receiver = new Receiver((one) => {
    arrived.push(one)
    return new Response()
  })
})
afterEach(() => receiver.close())

/** Compares the bodies of all requests with the API document. */
afterEach(() => {
  for (const { body } of arrived.splice(0)) {
    const { post } = documented[body.event] as (typeof documented)[string]
    const { schema } = post.requestBody.content['application/json']
    expect(violationsOf(`event ${body.event}`, schema, body)).toBeUndefined()
  }
})

const every = ['message.*', 'ticket.*', 'contact.*', 'connection.*']
const create = (more: Partial<WebhookInput> = {}, name: 'ana' | 'rui' = 'ana') =>
  createWebhook(all.scopeOf(name), { name: 'Painel', url: receiver.url, events: every, ...more })
/** Names of the events sent since the last call. */
async function sent() {
  await all.jobs.settle()
  return receiver.received.splice(0).map(({ body }) => body.event)
}
const deliveries = () => all.acme.select('deliveries').selectAll().orderBy('id').execute()

describe('a webhook', () => {
  test('is created with a key that is shown once, masked and encrypted afterwards', async () => {
    const { newSecret, ...made } = await create()
    expect(newSecret).toMatch(/^whsec_[\w-]{32}$/)
    expect(await getWebhook(all.scopeOf('ana'), made.id)).toEqual(made)
    expect(made.secret).not.toContain(newSecret as string)
    const stored = await all.acme.select('webhooks').selectAll().execute()
    const log = await all.acme.select('audit_log').selectAll().execute()
    expect(Buffer.from(stored[0]?.secretSealed as Uint8Array).includes(newSecret as string)).toBe(false)
    expect(JSON.stringify([log, all.published])).not.toContain(newSecret as string)
  })

  test('signs with its new key after the key was replaced', async () => {
    const { id, newSecret: old } = await create()
    const { newSecret } = await rotateSecret(all.scopeOf('ana'), id)
    await sendTest(all.scopeOf('ana'), id)
    await all.jobs.settle()
    const [request] = receiver.received
    expect([isSigned(request!, newSecret as string), isSigned(request!, old as string)]).toEqual([true, false])
    expect(request?.body).toMatchObject({ event: 'webhook.test', test: true, sentBy: 'Ana' })
  })

  test.each([
    [{ url: 'ftp://x.example/' }, ['url']],
    [{ url: 'http://a:b@x.example/' }, ['url']],
    [{ name: ' a ' }, ['name']],
  ])('with %p is refused with the fields at fault', async (input, fields) => {
    await expect(create(input)).rejects.toMatchObject({ code: 'ERR_VALIDATION', detail: { fields } })
    expect(await all.acme.select('webhooks').selectAll().execute()).toEqual([])
  })

  test('is one of at most twenty', async () => {
    for (let n = 0; n < 20; n++) await create()
    await expect(create()).rejects.toThrow('ERR_TOO_MANY_WEBHOOKS')
  })

  test('that fails for five days is switched off, and a person switches it on again', async () => {
    const { id } = await create()
    const scope = all.systemScope()
    const fail = (days: number) => {
      const failingSince = new Date(Date.now() - days * 86_400_000).toISOString()
      const failure = { error: 'timeout', status: null, failingSince, isFirst: false } as const
      return scope.transaction((tx) => receiveFailure(tx, id, failure))
    }
    const alerts = () => all.published.filter(({ entity }) => entity === 'integrationAlert')
    await fail(4)
    expect((await getWebhook(scope, id)).active).toBe(true)
    expect(alerts()).toEqual([])
    await fail(6)
    expect(await getWebhook(scope, id)).toMatchObject({ active: false, disabledReason: 'failing' })
    expect(alerts()).toMatchObject([{ payload: { action: 'webhookDisabled', webhookId: id } }])
    await expect(sendTest(all.scopeOf('ana'), id)).rejects.toThrow('ERR_WEBHOOK_INACTIVE')
    expect(await updateWebhook(all.scopeOf('ana'), id, { active: true })).toMatchObject({
      active: true,
      disabledReason: null,
    })
  })
})

describe('the events', () => {
  test("of a customer's first message are the contact, the message and the new ticket, in this order per ticket", async () => {
    await create()
    const connection = await all.insertConnection()
    await receiveBatch(all.systemScope(), { companyId: connection.companyId, whatsappId: connection.id }, [
      textMessage({ chat: personIdentity('5511999990001'), body: 'Bom dia' }),
    ])
    await all.jobs.settle()
    const bodies = receiver.received.map(({ body }) => body)
    expect(bodies.map(({ event }) => event).sort()).toEqual(['contact.created', 'message.created', 'ticket.created'])
    const ofTicket = (await deliveries()).filter(({ lane }) => lane.startsWith('ticket:'))
    expect(ofTicket.map(({ event }) => event)).toEqual(['message.created', 'ticket.created'])
    const message = bodies.find(({ event }) => event === 'message.created')
    expect(message).toMatchObject({
      companyId: 1,
      message: { body: 'Bom dia', fromMe: false },
      ticket: { status: 'pending' },
    })
  })

  test('of a ticket name what happened, with the state after the transaction', async () => {
    const ticket = await all.insertTicket({ queueId: 1 })
    await create({ events: ['ticket.*'] })
    const bob = all.scopeOf('bob')
    await acceptTicket(bob, ticket.id)
    await sendMessage(bob, ticket.id, { body: 'Olá', quotedId: null, files: [] })
    await closeTicket(bob, ticket.id)
    await deleteTicket(all.scopeOf('ana'), ticket.id)
    await all.jobs.settle()
    const bodies = receiver.received.map(({ body }) => body)
    expect(bodies.map(({ event }) => event)).toEqual(['ticket.accepted', 'ticket.closed', 'ticket.deleted'])
    expect(bodies.map(({ ticket }) => (ticket as { status: string }).status)).toEqual(['open', 'closed', 'closed'])
  })

  test('of contacts and connections have no code that links a phone', async () => {
    const { id: whatsappId, companyId } = await all.insertConnection()
    await create({ events: ['contact.*', 'connection.*'] })
    const ana = all.scopeOf('ana')
    const { id } = await createContact(ana, { name: 'Maria', number: '5511999990001' })
    await updateContact(ana, id, { name: 'Maria Reis' })
    expect(await sent()).toEqual(['contact.created', 'contact.updated'])
    await deleteContact(ana, id)
    const state = { status: 'qrcode', reason: null, qrcode: 'segredo', pairingCode: 'segredo', retries: 0 } as const
    for (let n = 0; n < 2; n++)
      await storeState(all.systemScope(), { companyId, whatsappId }, { ...state, number: null, lid: null })
    await all.jobs.settle()
    expect(receiver.received.map(({ body }) => body.event).sort()).toEqual(['connection.status', 'contact.deleted'])
    expect(JSON.stringify(receiver.received)).not.toContain('segredo')
  })

  test('go to each webhook that subscribed to them, and to none that is inactive or of another company', async () => {
    await create({ events: ['contact.created'] })
    await create({ events: ['contact.*'] })
    await create({ events: ['ticket.*'] })
    await create({ events: every, active: false })
    await create({ events: every }, 'rui')
    await createContact(all.scopeOf('ana'), { name: 'Maria', number: '5511999990001' })
    expect(await sent()).toEqual(['contact.created', 'contact.created'])
  })

  test.each(['an expired licence', 'a disabled company', 'a plan without integrations'])(
    'are not stored with %s',
    async (reason) => {
      await create()
      await all.platform.transaction(async ({ db }) => {
        if (reason === 'an expired licence') await db.updateTable('companies').set({ dueDate: '2020-01-01' }).execute()
        else if (reason === 'a disabled company') await db.updateTable('companies').set({ status: 0 }).execute()
        else await db.updateTable('plans').set({ useIntegrations: 0 }).execute()
      })
      await createContact(all.systemScope(), { name: 'Maria', number: '5511999990001' }).catch(() => {})
      await all.systemScope().transaction(async (scope) => scope.publish('contact', { action: 'delete', contactId: 1 }))
      expect(await deliveries()).toEqual([])
    },
  )

  test('of a transaction that fails are not stored', async () => {
    await create()
    const failing = all.systemScope().transaction(async (scope) => {
      scope.publish('contact', { action: 'delete', contactId: 1 })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await deliveries()).toEqual([])
  })

  test('of other kinds are no events of webhooks', async () => {
    await create()
    await createTag(all.scopeOf('ana'), { name: 'Etiqueta', color: '#ff0000', kanban: 0 })
    expect(await sent()).toEqual([])
  })

  test('have an absolute address of their file', async () => {
    await create({ events: ['message.*'] })
    const ticket = await all.insertTicket({ status: 'open', userId: 3, queueId: 1 })
    const id = 'ab'.repeat(16)
    const message = { id: 1, mediaUrl: all.scopeOf('bob').mediaLink(id) }
    const payload = { action: 'update', message, ticket } as never
    await all.systemScope().transaction(async (scope) => scope.publish('appMessage', payload))
    await all.jobs.settle()
    arrived.length = 0 // not a whole message
    const { mediaUrl } = receiver.received[0]!.body.message as { mediaUrl: string }
    const url = new URL(mediaUrl)
    expect([url.origin, url.pathname]).toEqual(['http://localhost:3000', `/media/${id}`])
    expectLinkForADay(id, url)
  })

  test('have an address of the contact’s picture that a program can open for a day', async () => {
    await create({ events: ['contact.*'] })
    const [bob, id] = [all.scopeOf('bob'), 'cd'.repeat(16)]
    const payload = { action: 'update', contact: { id: 1, profilePicUrl: bob.mediaLink(id) } } as never
    await bob.transaction(async (scope) => scope.publish('contact', payload))
    await all.jobs.settle()
    arrived.length = 0 // not a whole contact
    const { profilePicUrl } = receiver.received[0]!.body.contact as { profilePicUrl: string }
    expectLinkForADay(id, new URL(profilePicUrl, all.ports.publicUrl))
  })

  function expectLinkForADay(id: string, { searchParams }: URL) {
    const { exp, ...query } = Object.fromEntries(searchParams)
    const link = { ...query, c: 1, exp: Number(exp) }
    const in23Hours = Date.now() + 23 * 3_600_000
    expect(all.ports.media.links.read(id, link, in23Hours)).toMatchObject({ readers: 'program', login: null })
    expect(all.ports.media.links.read(id, link, in23Hours + 3 * 3_600_000)).toBeNull()
  }
})

test('every event name is contained in its group and in itself, and in no other group', () => {
  for (const name of webhookEventNames)
    expect(subscriptionNames.filter((subscribed) => isSubscribed([subscribed], name)).sort()).toEqual(
      [`${name.split('.')[0]}.*`, name].sort(),
    )
})

test('the log pages through the requests of one webhook, newest first, by state', async () => {
  const { id } = await create()
  const ana = all.scopeOf('ana')
  for (let n = 0; n < 25; n++) await sendTest(ana, id)
  const one = await listDeliveries(ana, webhookReceivers, id, {})
  const two = await listDeliveries(ana, webhookReceivers, id, { cursor: one.next as string })
  expect([one.deliveries.length, two.deliveries.length, two.hasMore]).toEqual([20, 5, false])
  const ids = [...one.deliveries, ...two.deliveries].map((row) => row.id)
  expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  expect((await listDeliveries(ana, webhookReceivers, id, { state: 'failed' })).deliveries).toEqual([])
  await all.jobs.settle()
  await expect(listDeliveries(all.scopeOf('rui'), webhookReceivers, id, {})).rejects.toThrow('ERR_NO_WEBHOOK_FOUND')
})

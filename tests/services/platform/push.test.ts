import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { checkPublicUrl, publicFetch } from '../../../src/core/net/public-fetch'
import { isPublic } from '../../../src/core/net/safe-fetch'
import { SocketConnection } from '../../../src/features/api/realtime/socket-connection'
import { sendChatMessage } from '../../../src/features/inbox/chats/send'
import { createChat } from '../../../src/features/inbox/chats/service'
import { receiveBatch } from '../../../src/features/inbox/messages/receive/receive'
import { createNote, deleteNote } from '../../../src/features/inbox/notes/service'
import { encryptPush } from '../../../src/features/platform/push/encrypt'
import { findRecipient, listRecipients } from '../../../src/features/platform/push/recipients'
import { loadVapid } from '../../../src/features/platform/push/vapid'
import { personIdentity, textMessage } from '../../inbound-events'
import { createInstallation, type Name, people } from '../../installation'
import { makeJobsDue } from '../../make-jobs-due'
import { openPushService } from '../../push-service'
import { storedBytes } from '../../stored-rows'

let service: Awaited<ReturnType<typeof openPushService>>
let all: Awaited<ReturnType<typeof createInstallation>>
beforeEach(async () => {
  service = await openPushService()
  all = await createInstallation({ pushServices: service.network })
})
afterEach(() => service.close())

/** Subscribes the person's browser over HTTP. */
async function subscribe(name: Name, more: { muted?: boolean } = {}) {
  const push = all.clientAs(name).push
  const { data } = await push.key.get()
  const subscription = await service.subscribe(data!.key)
  expect((await push.subscription.put({ ...subscription, ...more })).status).toBe(200)
  return subscription
}
const pushedMessages = () => service.requests.map(({ pushed }) => pushed)
const rows = () => all.acme.select('push_subscriptions').select(['userId', 'tokenId']).execute()

/** Receives a customer's message in a ticket with this owner or queue. */
async function receiveCustomerMessage(at: { userId?: number; queueId?: number }, ...bodies: string[]) {
  const status = at.userId ? 'open' : 'pending'
  const connection = await all.insertConnection()
  const contact = await all.insertContact('acme', { name: 'Joana Reis' })
  const ticket = await all.insertTicket({ ...at, status, contactId: contact.id, whatsappId: connection.id })
  const where = { companyId: connection.companyId, whatsappId: connection.id }
  const messages = (bodies.length > 0 ? bodies : ['Bom dia']).map((body) =>
    textMessage({ chat: personIdentity(contact.number), body }),
  )
  await receiveBatch(all.systemScope(), where, messages)
  await all.jobs.settle()
  return ticket
}

describe("a customer's message", () => {
  test("is pushed to the ticket holder's browser, encrypted for it and signed with the VAPID key", async () => {
    await subscribe('bob')
    const { id, uuid } = await receiveCustomerMessage({ userId: people.bob.id, queueId: 1 }, 'Tem pão?')
    const pushed = {
      kind: 'ticket',
      title: 'Joana Reis',
      body: 'Tem pão?',
      to: `/tickets/${uuid}`,
      tag: `ticket-${id}`,
    }
    expect(pushedMessages()).toEqual([pushed as never])
    const { headers } = service.requests[0]!
    expect([headers.get('content-encoding'), headers.get('topic'), headers.get('urgency')]).toEqual([
      'aes128gcm',
      `ticket-${id}`,
      'high',
    ])
    expect(Number(headers.get('ttl'))).toBeGreaterThan(0)
  })

  const cases: [what: string, at: { userId?: number; queueId?: number }, hears: Name[]][] = [
    ['to a colleague', { userId: people.sara.id, queueId: 1 }, ['sara']],
    ['to a queue', { queueId: 1 }, ['ana', 'bob', 'sara']],
    ['to another queue', { queueId: 2 }, ['ana']],
    ['to no queue', {}, ['ana', 'caio']],
  ]
  test.each(cases)('%s is pushed only to users who may accept it', async (_, at, hears) => {
    const keys = new Map<string, Name>()
    for (const name of ['ana', 'bob', 'sara', 'caio', 'rui'] as const) keys.set((await subscribe(name)).endpoint, name)
    const send = all.ports.push.send
    const reached: (Name | undefined)[] = []
    all.ports.push.send = (address, ...rest) => {
      reached.push(keys.get(address.endpoint))
      return send(address, ...rest)
    }
    await receiveCustomerMessage(at)
    expect(reached.sort()).toEqual(hears)
  })

  test('is not pushed to a user who looks at the ticket, muted notifications or logged out', async () => {
    await subscribe('bob')
    await subscribe('ana', { muted: true })
    await subscribe('sara')
    await all.acme.transaction((tx) =>
      tx.update('tokens').set({ revokedAt: 'now' }).where('userId', '=', people.sara.id).execute(),
    )
    const { companyId, viewer } = all.scopeOf('bob')
    all.hub.join(companyId, { companyId, viewer, tokenId: 3, focused: true, send: () => {}, close: () => {} })
    await receiveCustomerMessage({ queueId: 1 })
    expect(pushedMessages()).toEqual([])
  })

  test('two messages at once are one push, about the newer one', async () => {
    await subscribe('bob')
    await receiveCustomerMessage({ userId: people.bob.id, queueId: 1 }, 'Bom dia', 'Tem pão?')
    expect(pushedMessages()).toMatchObject([{ kind: 'ticket', body: 'Tem pão?' }])
  })

  test('read before the job runs is not pushed', async () => {
    await subscribe('bob')
    service.answerWith(503)
    const { id } = await receiveCustomerMessage({ userId: people.bob.id, queueId: 1 })
    service.answerWith(201)
    await all.clientAs('bob').tickets({ id }).read.post()
    await makeJobsDue(all.store)
    await all.jobs.settle()
    expect(pushedMessages()).toEqual([])
    expect(await all.acme.select('jobs').select('name').where('name', 'like', 'push.%').execute()).toEqual([])
  })

  test('is not pushed by a retry when the user looks at the ticket meanwhile', async () => {
    await subscribe('bob')
    service.answerWith(503)
    await receiveCustomerMessage({ userId: people.bob.id, queueId: 1 })
    const attempts = service.requests.length
    service.answerWith(201)
    const { companyId, viewer } = all.scopeOf('bob')
    all.hub.join(companyId, { companyId, viewer, tokenId: 3, focused: true, send: () => {}, close: () => {} })
    await makeJobsDue(all.store)
    await all.jobs.settle()
    expect(service.requests.length).toBe(attempts)
    expect(await all.acme.select('jobs').select('name').where('name', 'like', 'push.%').execute()).toEqual([])
  })

  test("is checked per browser with the current rights of the browser's user", async () => {
    for (const name of ['ana', 'bob', 'sara'] as const) await subscribe(name)
    await subscribe('caio', { muted: true })
    await subscribe('rui')
    const scope = all.systemScope()
    const everybody = (await listRecipients(scope)).sort((one, other) => one.userId - other.userId)
    expect(everybody.map(({ userId, queueIds }) => [userId, queueIds])).toEqual([
      [people.ana.id, []],
      [people.sara.id, [1]],
      [people.bob.id, [1]],
    ])
    for (const one of everybody) expect(await findRecipient(scope, one.subscriptionId)).toEqual(one)
    const [, , , caio, rui] = await all.platform.db
      .selectFrom('push_subscriptions')
      .select('id')
      .orderBy('id')
      .execute()
    expect(await findRecipient(scope, caio!.id)).toBeUndefined()
    expect(await findRecipient(scope, caio!.id, { muted: true })).toMatchObject({ userId: people.caio.id })
    expect(await findRecipient(scope, rui!.id)).toBeUndefined()
  })

  test('creates no job without a subscription', async () => {
    await receiveCustomerMessage({ queueId: 1 })
    expect(await all.acme.select('jobs').select('name').where('name', 'like', 'push.%').execute()).toEqual([])
  })
})

describe('a mention in a note', () => {
  async function named(mentions: Name[]) {
    const { id: contactId } = await all.insertContact('acme', { name: 'Joana Reis' })
    const ticket = await all.insertTicket({ status: 'open', userId: people.bob.id, queueId: 1, contactId })
    const ids = mentions.map((name) => people[name].id)
    const note = await createNote(all.scopeOf('bob'), { ticketId: ticket.id, note: '@Sara, veja', mentions: ids })
    return { ticket, note }
  }

  test("is pushed with the ticket to the mentioned user's browser only", async () => {
    for (const name of ['ana', 'bob', 'sara', 'caio'] as const) await subscribe(name)
    const { ticket, note } = await named(['sara', 'caio'])
    await all.jobs.settle()
    const to = `/tickets/${ticket.uuid}?note=${note.id}`
    const what = { kind: 'mention', title: 'Joana Reis', body: 'Bob: @Sara, veja', tag: `note-${ticket.id}` }
    expect(pushedMessages()).toEqual([{ ...what, to } as never])
  })

  test('is not pushed once the note is deleted', async () => {
    await subscribe('sara')
    const { note } = await named(['sara'])
    await deleteNote(all.scopeOf('bob'), note.id)
    await all.jobs.settle()
    expect(pushedMessages()).toEqual([])
  })
})

describe('a subscription', () => {
  test.each([404, 410, 403])('that answers %i is deleted', async (status) => {
    await subscribe('bob')
    service.answerWith(status)
    await receiveCustomerMessage({ userId: people.bob.id, queueId: 1 })
    expect(await rows()).toEqual([])
  })

  test('that fails temporarily is retried', async () => {
    await subscribe('bob')
    service.answerWith(500)
    await receiveCustomerMessage({ userId: people.bob.id, queueId: 1 })
    expect(pushedMessages()).toEqual([])
    service.answerWith(201)
    await makeJobsDue(all.store)
    await all.jobs.settle()
    expect(pushedMessages()).toHaveLength(1)
  })

  test('is deleted with its login, and belongs to the last user of the browser', async () => {
    const { endpoint, keys } = await subscribe('bob')
    await all.clientAs('rui').push.subscription.put({ endpoint, keys })
    expect(await rows()).toEqual([])
    await subscribe('bob')
    await subscribe('bob')
    expect(await rows()).toEqual([{ userId: people.bob.id, tokenId: people.bob.id }])
    await all.clientAs('bob').push.subscription.delete()
    expect(await rows()).toEqual([])
  })

  test('is encrypted in the database, like the private VAPID key', async () => {
    const { endpoint, keys } = await subscribe('bob')
    const image = await storedBytes(all.store)
    for (const secret of [endpoint, keys.auth, keys.p256dh]) expect(image.includes(secret)).toBe(false)
  })

  test.each([
    'http://push.example.com/x',
    'https://localhost/xxxx',
    'https://127.0.0.1/xxx',
    'https://[::1]/xxxxxx',
    'https://169.254.169.254/',
    'https://10.0.0.8/push',
    'https://2130706433/xx',
    'https://router/xxxxxx',
    'https://push.example.com:8443/x',
    'https://a:b@push.example.com/x',
  ])('to %s is refused', async (endpoint) => {
    const keys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) }
    const { status } = await all.clientAs('bob').push.subscription.put({ endpoint, keys })
    expect([status, await rows()]).toEqual([422, []])
  })

  test('can be tested, also while the user looks at the screen', async () => {
    await subscribe('bob', { muted: true })
    expect((await all.clientAs('bob').push.test.post()).data).toEqual({ sent: 1 })
    await all.jobs.settle()
    expect(pushedMessages()).toMatchObject([{ kind: 'test' }])
  })
})

test('a focus frame of a tab sets whether its user is looking; invalid frames are ignored', async () => {
  const claims = { tokenId: people.bob.id, userId: people.bob.id, companyId: all.scopeOf('bob').companyId }
  const wire = { send: () => {}, subscribe: () => {}, unsubscribe: () => {}, close: () => {} }
  const now = Date.now()
  const connection = new SocketConnection(all.auth, wire, { ...claims, expiresAt: now + 60_000 }, all.viewerOf('bob'))
  const leave = all.hub.join(connection.companyId, connection)
  const looking = () => all.ports.isLooking(claims.companyId, claims.userId)
  const says = async (data: unknown) => {
    await connection.receiveFrame(JSON.stringify({ event: 'userStatus', data }))
    return looking()
  }
  expect([
    looking(),
    await says({ focused: true }),
    await says(null),
    await says({ focused: 'yes' }),
    await says('focused'),
  ]).toEqual([false, true, false, false, false])
  await says({ focused: true })
  leave()
  connection.dispose()
  expect(looking()).toBe(false)
})

test('a chat message is pushed to members, but not to its sender or to members who have read it', async () => {
  for (const name of ['bob', 'sara', 'ana'] as const) await subscribe(name)
  const chat = await createChat(all.scopeOf('bob'), { title: 'Cozinha', users: [{ id: people.sara.id }] })
  await sendChatMessage(all.scopeOf('bob'), chat.id, { message: 'Acabou o café' })
  await all.jobs.settle()
  const to = `/chats/${chat.uuid}`
  expect(pushedMessages()).toEqual([
    { kind: 'chat', title: 'Cozinha', body: 'Bob: Acabou o café', to, tag: `chat-${chat.id}` },
  ])
})

test('the key pair is created once, also by concurrent requests', async () => {
  const keys = await Promise.all([1, 2, 3].map(() => loadVapid(all.store, all.ports.secrets, 'https://a.test')))
  const { data } = await all.clientAs('bob').push.key.get()
  expect(new Set([...keys.map(({ publicKey }) => publicKey), data!.key]).size).toBe(1)
  expect(Buffer.from(data!.key, 'base64url')).toHaveLength(65)
})

/** RFC 8291, appendix A. */
test('encrypt returns the example of the standard byte for byte', () => {
  const bytes = (text: string) => Buffer.from(text, 'base64url')
  const keys = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }
  const chance = {
    salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
    privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
  }
  const text = 'When I grow up, I want to be a watermelon'
  expect(encryptPush(text, { endpoint: '', keys }, chance).toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('a push to a host name goes to public addresses only', async () => {
  expect(() => checkPublicUrl('https://fcm.googleapis.com/fcm/send/x')).not.toThrow()
  expect(['8.8.8.8', '2607:f8b0::1', '192.168.0.1', '::ffff:10.0.0.1', 'fd00::1'].map(isPublic)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
  expect(publicFetch('https://10.1.2.3/x', {})).rejects.toThrow('address')
})

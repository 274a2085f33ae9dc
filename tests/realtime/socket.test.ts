import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { createApp } from '../../src/app'
import { startHttpServer } from '../../src/core/http/listen'
import type { CompanyId } from '../../src/core/storage/schema'
import type { SocketConnection } from '../../src/features/api/realtime/socket-connection'
import { createFlow } from '../../src/features/automation/flows/service'
import type { Message } from '../../src/features/inbox/messages/model'
import type { Ticket } from '../../src/features/inbox/tickets/model'
import { limits } from '../../src/shared/limits'
import { companies, createInstallation, type Name } from '../installation'
import { LoginClient } from '../login-client'
import { until } from '../until'

const stops: (() => unknown)[] = []
afterEach(async () => {
  setSystemTime()
  for (const stop of stops.splice(0)) await stop()
})

/** Socket of a browser with its received frames; its promises wait for frames, never for a time. */
class BrowserSocket {
  readonly received: { event: string; data: unknown }[] = []
  readonly closed: Promise<{ code: number; reason: string }>
  private readonly socket: WebSocket
  private waiting: (() => void)[] = []

  constructor(url: string, headers: Record<string, string> = {}) {
    this.socket = new WebSocket(url, { headers } as never)
    this.socket.onmessage = ({ data }) => {
      const frame = JSON.parse(data)
      // Events of users who come online arrive at any moment; tests/services/accounts/online.test.ts tests them.
      if (/-(user|team)$/.test(frame.event)) return
      this.received.push(frame)
      for (const look of this.waiting) look()
    }
    this.closed = new Promise((resolve) => {
      this.socket.onclose = ({ code, reason }) => resolve({ code, reason })
    })
    stops.push(() => this.socket.close())
  }

  /** Data of the first frame of this event, received or future. */
  async until(event: string): Promise<unknown> {
    const there = () => this.received.find((frame) => frame.event === event)
    while (!there()) await new Promise<void>((resolve) => this.waiting.push(resolve))
    return there()?.data
  }

  sendEvent = (event: string, data: unknown) => this.socket.send(JSON.stringify({ event, data }))
  sendText = (frame: string) => this.socket.send(frame)

  /** Error codes of the first `count` refusals, received or future. */
  async refusals(count: number): Promise<string[]> {
    const there = () => this.received.filter(({ event }) => event === 'refused')
    while (there().length < count) await new Promise<void>((resolve) => this.waiting.push(resolve))
    return there().map(({ data }) => (data as { error: string }).error)
  }

  /** Waits for a round trip, after which all earlier frames have arrived. Returns the names of the received events. */
  async receivedEvents() {
    const refusedSoFar = this.received.filter(({ event }) => event === 'refused').length
    this.sendEvent('joinChatBox', 'no ticket')
    await this.refusals(refusedSoFar + 1)
    return this.received.map(({ event }) => event).filter((event) => event !== 'ready' && event !== 'refused')
  }
}

async function startServer(options: Parameters<typeof createInstallation>[0] = {}) {
  const installation = await createInstallation(options)
  const server = startHttpServer(createApp(installation.services), installation.hub, { port: 0 })
  stops.push(() => server.stop(true))
  const url = `ws://localhost:${server.port}/ws`
  const openSocket = (token: string, headers?: Record<string, string>) =>
    new BrowserSocket(`${url}?token=${encodeURIComponent(token)}`, headers)
  const ticketOf = async (name: Name) => {
    const { auth, tokenOf } = installation
    return (await auth.tickets.issue(await auth.tokens.verify(await tokenOf(name)))).ticket
  }
  const connectAs = async (name: Name) => {
    const one = openSocket(await ticketOf(name))
    await one.until('ready')
    return one
  }
  /** Ticket of an event with the fields that `visibleTo` reads. */
  const ticketWith = (held: { status?: Ticket['status']; userId?: number | null; queueId?: number | null }) =>
    ({ id: 1, status: 'pending', userId: null, queueId: null, ...held }) as Ticket
  return { ...installation, url, port: server.port ?? 0, openSocket, ticketOf, connectAs, ticketWith }
}

test('a socket ticket opens one socket, which receives events after `ready`', async () => {
  const { clientAs, openSocket, ports, ticketWith } = await startServer()
  const { data } = await clientAs('ana').auth['ws-ticket'].post()
  const ana = openSocket(data?.ticket ?? '')
  await ana.until('ready')
  ports.publish(1 as never, 'ticket', { action: 'update', ticket: ticketWith({}) })
  expect(await ana.until('company-1-ticket')).toMatchObject({ action: 'update', ticket: { id: 1 } })
  expect(await openSocket(data?.ticket ?? '').closed).toMatchObject({ code: 4401 })
})

test('an event is published once for all sockets of the same rights, in order with frames of one socket', async () => {
  const { connectAs, hub, ticketWith } = await startServer()
  const sockets = [await connectAs('ana'), await connectAs('ana')]
  const { broadcast } = hub
  const topics: string[] = []
  hub.broadcast = (topic, frame) => {
    // Users who come online are broadcast too, at any moment.
    if (JSON.parse(frame).event.endsWith('-ticket')) topics.push(topic)
    broadcast?.(topic, frame)
  }
  const publish = (action: 'update' | 'updateUnread', among?: () => boolean) =>
    hub.publish(companies.acme as CompanyId, 'ticket', { action, ticketId: 1, ticket: ticketWith({}) }, among)
  publish('update')
  publish('updateUnread', () => true)
  publish('update')
  for (const socket of sockets) {
    await socket.receivedEvents()
    const actions = socket.received.map(({ data }) => (data as { action?: string } | null)?.action)
    expect(actions.filter((action) => action)).toEqual(['update', 'updateUnread', 'update'])
  }
  expect(topics).toHaveLength(2)
})

test('a socket with an access token instead of a ticket is closed with 4400 and the reason', async () => {
  const { openSocket, tokenOf, hub } = await startServer()
  expect(await openSocket(await tokenOf('ana')).closed).toEqual({
    code: 4400,
    reason: 'ERR_SOCKET_TICKET: proxies log addresses; use POST /api/auth/ws-ticket',
  })
  expect(hub.listeners(companies.acme as CompanyId)).toEqual([])
})

test.each([
  ['no token', () => ''],
  ['an invented ticket', () => 'x'.repeat(32)],
  ['a forged token', () => 'a.b.c'],
])('a socket with %s is closed with 4401 and receives nothing', async (_, token) => {
  const { openSocket, ports, ticketWith } = await startServer()
  const stranger = openSocket(token())
  ports.publish(1 as never, 'ticket', { action: 'update', ticket: ticketWith({}) })
  expect(await stranger.closed).toEqual({ code: 4401, reason: 'ERR_SESSION_EXPIRED' })
  expect(stranger.received).toEqual([])
})

test('a socket of another site is closed with 4403, one of the own page is accepted', async () => {
  const { openSocket, ticketOf, url } = await startServer()
  expect(await openSocket(await ticketOf('ana'), { origin: 'https://evil.example' }).closed).toMatchObject({
    code: 4403,
  })
  await openSocket(await ticketOf('ana'), { origin: `http://${new URL(url).host}` }).until('ready')
})

test('users receive events of tickets they may see, and none of another company', async () => {
  const { connectAs, ports, ticketWith } = await startServer()
  const [ana, bob, caio, rui] = [
    await connectAs('ana'),
    await connectAs('bob'),
    await connectAs('caio'),
    await connectAs('rui'),
  ]
  const publishTicket = (ticket: Ticket) => ports.publish(1 as never, 'ticket', { action: 'update', ticket })
  publishTicket(ticketWith({ queueId: 1 }))
  publishTicket(ticketWith({ queueId: 2 }))
  publishTicket(ticketWith({ queueId: null }))
  publishTicket(ticketWith({ queueId: 2, status: 'open', userId: 4 }))
  const message = { id: 1, body: 'oi' } as Message
  ports.publish(1 as never, 'appMessage', { action: 'create', message, ticket: ticketWith({ queueId: 1 }) })
  const counts = await Promise.all([ana, bob, caio, rui].map(async (one) => (await one.receivedEvents()).length))
  expect(counts).toEqual([5, 2, 2, 0])
})

test('a user who may no longer see a changed ticket receives a delete event for it', async () => {
  const { connectAs, ports, ticketWith } = await startServer()
  const bob = await connectAs('bob')
  const was = ticketWith({ queueId: 1 })
  ports.publish(1 as never, 'ticket', { action: 'update', ticket: ticketWith({ queueId: 2 }), was })
  expect(await bob.until('company-1-ticket')).toMatchObject({ action: 'delete', ticketId: 1 })
})

test('joining an unseen, foreign or missing ticket is refused and delivers no events', async () => {
  const { connectAs, hub, insertTicket, ports, ticketWith } = await startServer()
  const own = await insertTicket({ queueId: 1 })
  const unseen = await insertTicket({ queueId: 2 })
  const foreign = await insertTicket({}, 'rival')
  const bob = await connectAs('bob')
  bob.sendEvent('joinChatBox', own.id)
  for (const id of [unseen.id, foreign.id, 99_999, 'company-2-ticket', null]) bob.sendEvent('joinChatBox', id)
  bob.sendEvent('joinTickets', 'pending')
  bob.sendEvent('joinTickets', 'everything')
  bob.sendEvent('joinNotification', null)
  bob.sendEvent('userStatus', null)
  bob.sendEvent('subscribe', 'company-2')
  bob.sendEvent('__proto__', {})
  ports.publish(2 as never, 'ticket', { action: 'update', ticket: ticketWith({ queueId: 1 }) })
  ports.publish(1 as never, 'ticket', { action: 'update', ticket: ticketWith({ queueId: 2 }) })
  const refusals = await bob.refusals(6)
  expect(refusals).toEqual(['ERR_NO_PERMISSION', ...Array(4).fill('ERR_NO_TICKET_FOUND'), 'ERR_VALIDATION'])
  expect(await bob.receivedEvents()).toEqual([])
  const [connection] = hub.listeners(companies.acme as never, 3)
  expect(connection).toMatchObject({ chats: new Set([own.id]), lists: new Set(['pending']), notified: true })
})

test('the frame userStatus updates lastSeenAt', async () => {
  let now = Date.parse('2026-03-01T12:00:00.000Z')
  const { connectAs, acme } = await startServer({ clock: () => now })
  const seenAt = async () =>
    (await acme.select('users').select('lastSeenAt').where('id', '=', 3).executeTakeFirst())?.lastSeenAt
  const bob = await connectAs('bob')
  await until('the first lastSeenAt', async () => (await seenAt()) === '2026-03-01T12:00:00.000Z')
  now += 5 * 60_000
  bob.sendEvent('userStatus', { focused: true })
  await until('the second lastSeenAt', async () => (await seenAt()) === '2026-03-01T12:05:00.000Z')
})

test('events follow a queue membership that is added or removed, after refreshRights', async () => {
  const { connectAs, store, auth, ports, ticketWith } = await startServer()
  const caio = await connectAs('caio')
  const publishTicket = () =>
    ports.publish(1 as never, 'ticket', { action: 'update', ticket: ticketWith({ queueId: 2 }) })
  publishTicket()
  expect(await caio.receivedEvents()).toEqual([])
  const row = { companyId: companies.acme as never, userId: 4, queueId: 2 }
  await store.write(({ kysely }) => kysely.insertInto('user_queues').values(row).execute())
  await auth.refreshRights(companies.acme as never, 4)
  publishTicket()
  expect((await caio.receivedEvents()).length).toBe(1)
  await store.write(({ kysely }) => kysely.deleteFrom('user_queues').where('userId', '=', 4).execute())
  await auth.refreshRights(companies.acme as never, 4)
  publishTicket()
  expect((await caio.receivedEvents()).length).toBe(1)
})

test('an event published after rightsChanged is decided by the new rights', async () => {
  const { connectAs, store, ports, ticketWith } = await startServer()
  const row = { companyId: companies.acme as never, userId: 4, queueId: 2 }
  await store.write(({ kysely }) => kysely.insertInto('user_queues').values(row).execute())
  const caio = await connectAs('caio')
  await store.write(({ kysely }) => kysely.deleteFrom('user_queues').where('userId', '=', 4).execute())
  ports.rightsChanged(companies.acme as never, 4)
  ports.publish(1 as never, 'ticket', { action: 'update', ticket: ticketWith({ queueId: 2 }) })
  expect(await caio.receivedEvents()).toEqual([])
})

test('events published while rights are read arrive in order', async () => {
  const { connectAs, ports, ticketWith } = await startServer()
  const bob = await connectAs('bob')
  ports.rightsChanged(companies.acme as never, 4)
  for (const id of [1, 2, 3])
    ports.publish(1 as never, 'ticket', { action: 'update', ticket: { ...ticketWith({ queueId: 1 }), id } })
  await bob.receivedEvents()
  const events = bob.received.filter(({ event }) => event === 'company-1-ticket')
  expect(events.map(({ data }) => (data as { ticket: { id: number } }).ticket.id)).toEqual([1, 2, 3])
})

test('joinChatBox followed at once by leaveChatBox leaves no open ticket', async () => {
  const { connectAs, hub, insertTicket } = await startServer()
  const { id } = await insertTicket({ queueId: 1 })
  await connectAs('bob')
  const [connection] = hub.listeners(companies.acme as never, 3) as SocketConnection[]
  const frames = [
    { event: 'joinChatBox', data: id },
    { event: 'leaveChatBox', data: id },
  ]
  await Promise.all(frames.map((frame) => connection?.receiveFrame(frame)))
  expect(connection?.chats).toEqual(new Set())
})

test('a login elsewhere sends an event to the old socket and closes it with 4409', async () => {
  const { connectAs, app } = await startServer()
  const old = await connectAs('bob')
  const ana = await connectAs('ana')
  await new LoginClient(app).login('bob')
  expect(await old.closed).toEqual({ code: 4409, reason: 'ERR_ACCESSED_ELSEWHERE' })
  expect(old.received.map(({ event }) => event)).toEqual(['ready', 'company-1-auth'])
  expect(await ana.receivedEvents()).toEqual([])
})

test('a socket opened with a ticket of a revoked login is closed with 4409', async () => {
  const { openSocket, ticketOf, app } = await startServer()
  const ticket = await ticketOf('bob')
  await new LoginClient(app).login('bob')
  expect(await openSocket(ticket).closed).toMatchObject({ code: 4409 })
})

test('a logout closes the socket with 4401, a disabled company with 4403', async () => {
  const { connectAs, app, openSocket, store, auth } = await startServer()
  const browser = new LoginClient(app)
  await browser.login('rui')
  const { ticket } = (await browser.request('POST', '/auth/ws-ticket')).body
  const rui = openSocket(String(ticket))
  await rui.until('ready')
  await browser.request('DELETE', '/auth/logout')
  expect(await rui.closed).toMatchObject({ code: 4401 })

  const [ana, root] = [await connectAs('ana'), await connectAs('root')]
  await store.write(({ kysely }) => kysely.updateTable('companies').set({ status: 0 }).execute())
  await auth.refreshRights(companies.acme as never)
  await auth.refreshRights(companies.provider as never)
  expect(await ana.closed).toEqual({ code: 4403, reason: 'ERR_COMPANY_DISABLED' })
  expect(await root.receivedEvents()).toEqual([])
})

test('the socket of a deleted user is closed with 4401, and other sockets stay open', async () => {
  const { connectAs, store, auth, openSocket, ticketOf } = await startServer()
  const [caio, bob] = [await connectAs('caio'), await connectAs('bob')]
  const ticket = await ticketOf('caio')
  await store.write(({ kysely }) => kysely.deleteFrom('users').where('id', '=', 4).execute())
  await auth.refreshRights(companies.acme as never)
  expect(await caio.closed).toMatchObject({ code: 4401 })
  expect(await openSocket(ticket).closed).toMatchObject({ code: 4401 })
  expect(await bob.receivedEvents()).toEqual([])
})

test('a socket is closed with 4401 when its access token expires', async () => {
  const { auth, openSocket } = await startServer()
  const { ticket } = await auth.tickets.issue({
    tokenId: 3,
    userId: 3,
    companyId: 1 as never,
    expiresAt: Date.now() + 30,
  })
  expect(await openSocket(ticket).closed).toEqual({ code: 4401, reason: 'ERR_SESSION_EXPIRED' })
})

test('a ping frame is answered with pong', async () => {
  const { connectAs } = await startServer()
  const bob = await connectAs('bob')
  bob.sendEvent('ping', null)
  expect(await bob.until('pong')).toBeNull()
})

test('too many frames, a frame above the limit and invalid JSON close the socket', async () => {
  const { connectAs } = await startServer()
  const fast = await connectAs('ana')
  for (let n = 0; n < 500; n++) fast.sendEvent('userStatus', null)
  expect(await fast.closed).toMatchObject({ code: 1008 })
  const large = await connectAs('ana')
  large.sendText('x'.repeat(70_000))
  expect((await large.closed).code).toBe(1009)
  const broken = await connectAs('ana')
  broken.sendText('{"event":')
  expect(await broken.closed).toMatchObject({ code: 1007 })
})

test('more than 200 frames a second over all sockets of a person close one of them, and no socket of others', async () => {
  const { connectAs } = await startServer()
  const bob = await connectAs('bob')
  const sockets = await Promise.all(Array.from({ length: 5 }, () => connectAs('ana')))
  setSystemTime(new Date()) // all frames belong to one second
  for (const socket of sockets) for (let n = 0; n < 45; n++) socket.sendEvent('userStatus', null)
  expect(await Promise.race(sockets.map(({ closed }) => closed))).toEqual({ code: 1008, reason: 'ERR_RATE_LIMIT' })
  bob.sendEvent('ping', null)
  expect(await bob.until('pong')).toBeNull()
})

test('a closed socket is removed from the hub', async () => {
  const { connectAs, hub } = await startServer()
  const bob = await connectAs('bob')
  expect(hub.listeners(companies.acme as never, 3)).toHaveLength(1)
  bob.sendText('not json')
  await bob.closed
  await until('no connection', () => hub.listeners(companies.acme as never, 3).length === 0)
})

test('a socket whose browser stops reading is closed, and other sockets receive all events', async () => {
  const { connectAs, port, ticketOf, hub, ports, ticketWith } = await startServer()
  const ana = await connectAs('ana')
  const path = `/ws?token=${await ticketOf('caio')}`
  const head = [
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${btoa('0123456789abcdef')}`,
  ]
  const stalled = await Bun.connect({
    hostname: 'localhost',
    port,
    socket: {
      open: (socket) => void socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${head.join('\r\n')}\r\n\r\n`),
      data: (socket) => socket.pause(),
    },
  })
  stops.push(() => stalled.end())
  const there = () => hub.listeners(companies.acme as never, 4).length
  await until('a connection', () => there() === 1)
  const lastMessage = 'x'.repeat(1 << 20)
  for (let n = 0; n < 40; n++) {
    ports.publish(1 as never, 'ticket', { action: 'update', ticket: { ...ticketWith({}), lastMessage } })
    await new Promise((resolve) => setImmediate(resolve))
  }
  await until('no connection', () => there() === 0)
  expect((await ana.receivedEvents()).length).toBe(40)
})

const receivedViewers = (socket: BrowserSocket) =>
  socket.received.flatMap(({ data }) => {
    const { action, viewers } = (data ?? {}) as { action?: string; viewers?: { name: string }[] }
    return action === 'viewers' ? [viewers?.map(({ name }) => name).join()] : []
  })

test('the viewers of a ticket receive each other’s names, and no other user does', async () => {
  const { connectAs, insertTicket } = await startServer()
  const { id } = await insertTicket({ queueId: 1, status: 'open', userId: 3 })
  const [ana, bob, sara] = [await connectAs('ana'), await connectAs('bob'), await connectAs('sara')]
  const [caio, rui] = [await connectAs('caio'), await connectAs('rui')]
  for (const one of [bob, ana, caio, rui]) {
    one.sendEvent('joinChatBox', id)
    await one.receivedEvents()
  }
  await until('both viewers', () => receivedViewers(bob).at(-1) === 'Ana,Bob')
  ana.sendEvent('leaveChatBox', id)
  await ana.receivedEvents()
  await until('the shorter list', () => receivedViewers(bob).at(-1) === 'Bob')
  expect(receivedViewers(bob)).toEqual(['Ana,Bob', 'Bob'])
  expect([sara, caio, rui].map(receivedViewers)).toEqual([[], [], []])
})

const receivedEditors = (socket: BrowserSocket) =>
  socket.received.flatMap(({ data }) => {
    const { action, editors } = (data ?? {}) as { action?: string; editors?: { name: string }[] }
    return action === 'editors' ? [editors?.map(({ name }) => name).join()] : []
  })

test('the editors of a flow receive each other’s names, and no other user does', async () => {
  const { connectAs, scopeOf } = await startServer()
  const { id } = await createFlow(scopeOf('ana'), 'Recepção')
  const other = await createFlow(scopeOf('ana'), 'Outro')
  const [ana, twin] = [await connectAs('ana'), await connectAs('ana')]
  const [bob, rui] = [await connectAs('bob'), await connectAs('rui')]
  for (const one of [ana, bob, rui, twin]) {
    one.sendEvent('joinFlow', id)
    await one.receivedEvents()
  }
  // A user with two tabs is named once; Bob may not edit flows, and Rui belongs to another company.
  await ana.receivedEvents()
  expect([ana, bob, rui, twin].map(receivedEditors)).toEqual([['Ana'], [], [], ['Ana']])
  twin.sendEvent('joinFlow', other.id)
  twin.sendEvent('leaveFlow', id) // the leave of the earlier flow may arrive after the next one was opened
  await twin.receivedEvents()
  await ana.receivedEvents()
  expect(receivedEditors(ana)).toEqual(['Ana', 'Ana'])
  twin.sendEvent('joinFlow', id)
  await twin.receivedEvents()
  twin.sendText('not json')
  await twin.closed
  await until('the event of the closed tab', async () => {
    await ana.receivedEvents()
    return receivedEditors(ana).length === 4
  })
})

test('a closed socket and a user who lost the queue are no longer viewers', async () => {
  const { connectAs, insertTicket, store, auth } = await startServer()
  const { id } = await insertTicket({ queueId: 1 })
  const [bob, sara, ana] = [await connectAs('bob'), await connectAs('sara'), await connectAs('ana')]
  for (const one of [bob, sara]) {
    one.sendEvent('joinChatBox', id)
    await one.receivedEvents()
  }
  await store.write(({ kysely }) => kysely.deleteFrom('user_queues').where('userId', '=', 3).execute())
  await auth.refreshRights(companies.acme as never, 3)
  const before = receivedViewers(bob).length
  ana.sendEvent('joinChatBox', id)
  await until('the new viewers', () => receivedViewers(sara).at(-1)?.split(',').sort().join() === 'Ana,Sara')
  await bob.receivedEvents()
  expect(receivedViewers(bob)).toHaveLength(before)
  ana.sendText('not json')
  await ana.closed
  await until('the viewer who is left', () => receivedViewers(sara).at(-1) === 'Sara')
})

test('a socket beyond the limit of its user is closed with 1008, those of other users open', async () => {
  const { hub, openSocket, connectAs, ticketOf, viewerOf } = await startServer()
  const connection = {
    companyId: companies.acme as CompanyId,
    viewer: viewerOf('ana'),
    tokenId: 1,
    send() {},
    close() {},
  }
  const leave = Array.from({ length: limits.sockets }, () => hub.join(connection.companyId, { ...connection }))
  expect(await openSocket(await ticketOf('ana')).closed).toEqual({ code: 1008, reason: 'ERR_RATE_LIMIT' })
  await connectAs('bob')
  leave[0]?.()
  await connectAs('ana')
})

import { afterEach, expect, test } from 'bun:test'
import { startHttpServer } from '../../src/core/http/listen'
import type { CompanyId } from '../../src/core/storage/schema'
import type { Message } from '../../src/features/messages/model'
import type { SocketConnection } from '../../src/features/realtime/socket-connection'
import type { Ticket } from '../../src/features/tickets/model'
import { limits } from '../../src/shared/limits'
import { companies, createInstallation, type Name } from '../installation'
import { LoginClient } from '../login-client'
import { until } from '../until'

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

/** A browser's socket with what it heard; each promise waits for the thing itself, never for a time. */
class Ear {
  readonly heard: { event: string; data: unknown }[] = []
  readonly closed: Promise<{ code: number; reason: string }>
  private readonly socket: WebSocket
  private waiting: (() => void)[] = []

  constructor(url: string, headers: Record<string, string> = {}) {
    this.socket = new WebSocket(url, { headers } as never)
    this.socket.onmessage = ({ data }) => {
      const frame = JSON.parse(data)
      // Each of these sockets makes somebody come online, at a moment of its own: tests/services/online.test.ts.
      if (frame.event.endsWith('-user')) return
      this.heard.push(frame)
      for (const look of this.waiting) look()
    }
    this.closed = new Promise((resolve) => {
      this.socket.onclose = ({ code, reason }) => resolve({ code, reason })
    })
    stops.push(() => this.socket.close())
  }

  /** Resolves with the first frame of that event. */
  async until(event: string): Promise<unknown> {
    const there = () => this.heard.find((frame) => frame.event === event)
    while (!there()) await new Promise<void>((resolve) => this.waiting.push(resolve))
    return there()?.data
  }

  say = (event: string, data: unknown) => this.socket.send(JSON.stringify({ event, data }))
  raw = (frame: string) => this.socket.send(frame)

  /** The codes of the first so many refusals. */
  async refusals(count: number): Promise<string[]> {
    const there = () => this.heard.filter(({ event }) => event === 'refused')
    while (there().length < count) await new Promise<void>((resolve) => this.waiting.push(resolve))
    return there().map(({ data }) => (data as { error: string }).error)
  }

  /** Everything the server sent before this round trip has arrived after it; answers the names of what was told. */
  async settled() {
    const refusedSoFar = this.heard.filter(({ event }) => event === 'refused').length
    this.say('joinChatBox', 'no ticket')
    await this.refusals(refusedSoFar + 1)
    return this.heard.map(({ event }) => event).filter((event) => event !== 'ready' && event !== 'refused')
  }
}

async function listening(given: Parameters<typeof createInstallation>[0] = {}) {
  const installation = await createInstallation(given)
  const server = startHttpServer(installation.app, { port: 0 })
  stops.push(() => server.stop(true))
  const url = `ws://localhost:${server.port}/ws`
  const ear = (token: string, headers?: Record<string, string>) =>
    new Ear(`${url}?token=${encodeURIComponent(token)}`, headers)
  const sit = async (name: Name) => {
    const one = ear(await installation.tokenOf(name))
    await one.until('ready')
    return one
  }
  /** A ticket as events carry it; only what `visibleTo` reads is real. */
  const event = (held: { status?: Ticket['status']; userId?: number | null; queueId?: number | null }) =>
    ({ id: 1, status: 'pending', userId: null, queueId: null, ...held }) as Ticket
  return { ...installation, url, port: server.port ?? 0, ear, sit, event }
}

test('a ticket opens one socket, and `ready` comes when it hears', async () => {
  const { clientAs, ear, ports, event } = await listening()
  const { data } = await clientAs('ana').auth['ws-ticket'].post()
  const ana = ear(data?.ticket ?? '')
  await ana.until('ready')
  ports.publish(1 as never, 'ticket', { action: 'update', ticket: event({}) })
  expect(await ana.until('company-1-ticket')).toMatchObject({ action: 'update', ticket: { id: 1 } })
  expect(await ear(data?.ticket ?? '').closed).toMatchObject({ code: 4401 })
})

test.each([
  ['nobody', () => ''],
  ['an invented ticket', () => 'x'.repeat(32)],
  ['a forged token', () => 'a.b.c'],
])('%s is closed with 4401 and hears nothing', async (_, token) => {
  const { ear, ports, event } = await listening()
  const stranger = ear(token())
  ports.publish(1 as never, 'ticket', { action: 'update', ticket: event({}) })
  expect(await stranger.closed).toEqual({ code: 4401, reason: 'ERR_SESSION_EXPIRED' })
  expect(stranger.heard).toEqual([])
})

test('another site is closed with 4403; our own page is let in', async () => {
  const { ear, tokenOf, url } = await listening()
  expect(await ear(await tokenOf('ana'), { origin: 'https://evil.example' }).closed).toMatchObject({ code: 4403 })
  await ear(await tokenOf('ana'), { origin: `http://${new URL(url).host}` }).until('ready')
})

test('another company hears nothing, and within one each hears what they may see', async () => {
  const { sit, ports, event } = await listening()
  const [ana, bob, caio, rui] = [await sit('ana'), await sit('bob'), await sit('caio'), await sit('rui')]
  const tell = (ticket: Ticket) => ports.publish(1 as never, 'ticket', { action: 'update', ticket })
  tell(event({ queueId: 1 }))
  tell(event({ queueId: 2 }))
  tell(event({ queueId: null }))
  tell(event({ queueId: 2, status: 'open', userId: 4 }))
  const message = { id: 1, body: 'oi' } as Message
  ports.publish(1 as never, 'appMessage', { action: 'create', message, ticket: event({ queueId: 1 }) })
  const counts = await Promise.all([ana, bob, caio, rui].map(async (one) => (await one.settled()).length))
  expect(counts).toEqual([5, 2, 2, 0])
})

test('one who loses sight of a ticket is told to drop it, once, and no more', async () => {
  const { sit, ports, event } = await listening()
  const bob = await sit('bob')
  const was = event({ queueId: 1 })
  ports.publish(1 as never, 'ticket', { action: 'update', ticket: event({ queueId: 2 }), was })
  expect(await bob.until('company-1-ticket')).toMatchObject({ action: 'delete', ticketId: 1 })
})

test('joining names no room: a foreign or unseen ticket is refused like a missing one, and nothing is heard', async () => {
  const { sit, hub, insertTicket, ports, event } = await listening()
  const own = await insertTicket({ queueId: 1 })
  const unseen = await insertTicket({ queueId: 2 })
  const foreign = await insertTicket({}, 'rival')
  const bob = await sit('bob')
  bob.say('joinChatBox', own.id)
  for (const id of [unseen.id, foreign.id, 99_999, 'company-2-ticket', null]) bob.say('joinChatBox', id)
  bob.say('joinTickets', 'pending')
  bob.say('joinTickets', 'everything')
  bob.say('joinNotification', null)
  bob.say('userStatus', null)
  bob.say('subscribe', 'company-2')
  bob.say('__proto__', {})
  ports.publish(2 as never, 'ticket', { action: 'update', ticket: event({ queueId: 1 }) })
  ports.publish(1 as never, 'ticket', { action: 'update', ticket: event({ queueId: 2 }) })
  const refusals = await bob.refusals(6)
  expect(refusals).toEqual(['ERR_NO_PERMISSION', ...Array(4).fill('ERR_NO_TICKET_FOUND'), 'ERR_VALIDATION'])
  expect(await bob.settled()).toEqual([])
  const [connection] = hub.listeners(companies.acme as never, 3)
  expect(connection).toMatchObject({ chats: new Set([own.id]), lists: new Set(['pending']), notified: true })
})

test('who says that they are there is seen', async () => {
  let now = Date.parse('2026-03-01T12:00:00.000Z')
  const { sit, acme } = await listening({ clock: () => now })
  const seenAt = async () =>
    (await acme.select('users').select('lastSeenAt').where('id', '=', 3).executeTakeFirst())?.lastSeenAt
  const bob = await sit('bob')
  await until('they have come', async () => (await seenAt()) === '2026-03-01T12:00:00.000Z')
  now += 5 * 60_000
  bob.say('userStatus', { focused: true })
  await until('they were seen', async () => (await seenAt()) === '2026-03-01T12:05:00.000Z')
})

test('a queue given or taken changes at once what is heard', async () => {
  const { sit, store, auth, ports, event } = await listening()
  const caio = await sit('caio')
  const tell = () => ports.publish(1 as never, 'ticket', { action: 'update', ticket: event({ queueId: 2 }) })
  tell()
  expect(await caio.settled()).toEqual([])
  const row = { companyId: companies.acme as never, userId: 4, queueId: 2 }
  await store.write(({ kysely }) => kysely.insertInto('user_queues').values(row).execute())
  await auth.refreshRights(companies.acme as never, 4)
  tell()
  expect((await caio.settled()).length).toBe(1)
  await store.write(({ kysely }) => kysely.deleteFrom('user_queues').where('userId', '=', 4).execute())
  await auth.refreshRights(companies.acme as never, 4)
  tell()
  expect((await caio.settled()).length).toBe(1)
})

test('an event published right after a queue was taken is judged by the rights without it', async () => {
  const { sit, store, ports, event } = await listening()
  const row = { companyId: companies.acme as never, userId: 4, queueId: 2 }
  await store.write(({ kysely }) => kysely.insertInto('user_queues').values(row).execute())
  const caio = await sit('caio')
  await store.write(({ kysely }) => kysely.deleteFrom('user_queues').where('userId', '=', 4).execute())
  ports.rightsChanged(companies.acme as never, 4)
  ports.publish(1 as never, 'ticket', { action: 'update', ticket: event({ queueId: 2 }) })
  expect(await caio.settled()).toEqual([])
})

test('events published while rights are read are all told, in order', async () => {
  const { sit, ports, event } = await listening()
  const bob = await sit('bob')
  ports.rightsChanged(companies.acme as never, 4)
  for (const id of [1, 2, 3])
    ports.publish(1 as never, 'ticket', { action: 'update', ticket: { ...event({ queueId: 1 }), id } })
  await bob.settled()
  const told = bob.heard.filter(({ event }) => event === 'company-1-ticket')
  expect(told.map(({ data }) => (data as { ticket: { id: number } }).ticket.id)).toEqual([1, 2, 3])
})

test('a ticket joined and left in one breath is off the screen', async () => {
  const { sit, hub, insertTicket } = await listening()
  const { id } = await insertTicket({ queueId: 1 })
  await sit('bob')
  const [connection] = hub.listeners(companies.acme as never, 3) as SocketConnection[]
  const frames = [
    { event: 'joinChatBox', data: id },
    { event: 'leaveChatBox', data: id },
  ]
  await Promise.all(frames.map((frame) => connection?.receiveFrame(frame)))
  expect(connection?.chats).toEqual(new Set())
})

test('signing in elsewhere tells the old socket, then closes it with 4409', async () => {
  const { sit, app } = await listening()
  const old = await sit('bob')
  const ana = await sit('ana')
  await new LoginClient(app).login('bob')
  expect(await old.closed).toEqual({ code: 4409, reason: 'ERR_ACCESSED_ELSEWHERE' })
  expect(old.heard.map(({ event }) => event)).toEqual(['ready', 'company-1-auth'])
  expect(await ana.settled()).toEqual([])
})

test('a revoked login that comes back with its token is closed with 4409, too', async () => {
  const { ear, tokenOf, app } = await listening()
  const token = await tokenOf('bob')
  await new LoginClient(app).login('bob')
  expect(await ear(token).closed).toMatchObject({ code: 4409 })
})

test('logging out closes with 4401, a company switched off or expired with 4403', async () => {
  const { sit, app, port, store, auth } = await listening()
  const browser = new LoginClient(app)
  await browser.login('rui')
  const rui = new Ear(`ws://localhost:${port}/ws?token=${browser.token}`)
  await rui.until('ready')
  await browser.request('DELETE', '/auth/logout')
  expect(await rui.closed).toMatchObject({ code: 4401 })

  const [ana, root] = [await sit('ana'), await sit('root')]
  await store.write(({ kysely }) => kysely.updateTable('companies').set({ status: 0 }).execute())
  await auth.refreshRights(companies.acme as never)
  await auth.refreshRights(companies.provider as never)
  expect(await ana.closed).toEqual({ code: 4403, reason: 'ERR_COMPANY_DISABLED' })
  expect(await root.settled()).toEqual([])
})

test('a deleted person’s socket is closed with 4401, and the others’ are not troubled', async () => {
  const { sit, store, auth, ear, tokenOf } = await listening()
  const [caio, bob] = [await sit('caio'), await sit('bob')]
  const token = await tokenOf('caio')
  await store.write(({ kysely }) => kysely.deleteFrom('users').where('id', '=', 4).execute())
  await auth.refreshRights(companies.acme as never)
  expect(await caio.closed).toMatchObject({ code: 4401 })
  expect(await ear(token).closed).toMatchObject({ code: 4401 })
  expect(await bob.settled()).toEqual([])
})

test('the socket ends when its access token does', async () => {
  const { auth, ear } = await listening()
  const { ticket } = auth.tickets.issue({
    tokenId: 3,
    userId: 3,
    companyId: 1 as never,
    expiresAt: Date.now() + 30,
  })
  expect(await ear(ticket).closed).toEqual({ code: 4401, reason: 'ERR_SESSION_EXPIRED' })
})

test('a browser that asks whether the line lives is answered', async () => {
  const { sit } = await listening()
  const bob = await sit('bob')
  bob.say('ping', null)
  expect(await bob.until('pong')).toBeNull()
})

test('too many frames, too large a frame and no JSON end the socket', async () => {
  const { sit } = await listening()
  const fast = await sit('ana')
  for (let n = 0; n < 500; n++) fast.say('userStatus', null)
  expect(await fast.closed).toMatchObject({ code: 1008 })
  const large = await sit('ana')
  large.raw('x'.repeat(70_000))
  expect((await large.closed).code).toBe(1009)
  const broken = await sit('ana')
  broken.raw('{"event":')
  expect(await broken.closed).toMatchObject({ code: 1007 })
})

test('a closed socket leaves nobody behind', async () => {
  const { sit, hub } = await listening()
  const bob = await sit('bob')
  expect(hub.listeners(companies.acme as never, 3)).toHaveLength(1)
  bob.raw('not json')
  await bob.closed
  await until('no connection', () => hub.listeners(companies.acme as never, 3).length === 0)
})

test('a browser that stops reading is closed, and the others go on hearing', async () => {
  const { sit, port, tokenOf, hub, ports, event } = await listening()
  const ana = await sit('ana')
  const path = `/ws?token=${encodeURIComponent(await tokenOf('caio'))}`
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
    ports.publish(1 as never, 'ticket', { action: 'update', ticket: { ...event({}), lastMessage } })
    await new Promise((resolve) => setImmediate(resolve))
  }
  await until('no connection', () => there() === 0)
  expect((await ana.settled()).length).toBe(40)
})

const viewersHeard = (ear: Ear) =>
  ear.heard.flatMap(({ data }) => {
    const { action, viewers } = (data ?? {}) as { action?: string; viewers?: { name: string }[] }
    return action === 'viewers' ? [viewers?.map(({ name }) => name).join()] : []
  })

test('who looks at a ticket is told to those who look at it, too, and to nobody else', async () => {
  const { sit, insertTicket } = await listening()
  const { id } = await insertTicket({ queueId: 1, status: 'open', userId: 3 })
  const [ana, bob, sara] = [await sit('ana'), await sit('bob'), await sit('sara')]
  const [caio, rui] = [await sit('caio'), await sit('rui')]
  for (const one of [bob, ana, caio, rui]) {
    one.say('joinChatBox', id)
    await one.settled()
  }
  await bob.settled()
  expect(viewersHeard(bob)).toEqual(['Ana,Bob'])
  expect([sara, caio, rui].map(viewersHeard)).toEqual([[], [], []])
  ana.say('leaveChatBox', id)
  await ana.settled()
  await bob.settled()
  expect(viewersHeard(bob).at(-1)).toBe('Bob')
})

test('a closed browser looks at nothing; one whose queue was taken is neither named nor told', async () => {
  const { sit, insertTicket, store, auth } = await listening()
  const { id } = await insertTicket({ queueId: 1 })
  const [bob, sara, ana] = [await sit('bob'), await sit('sara'), await sit('ana')]
  for (const one of [bob, sara]) {
    one.say('joinChatBox', id)
    await one.settled()
  }
  await store.write(({ kysely }) => kysely.deleteFrom('user_queues').where('userId', '=', 3).execute())
  await auth.refreshRights(companies.acme as never, 3)
  const before = viewersHeard(bob).length
  ana.say('joinChatBox', id)
  await ana.settled()
  await sara.settled()
  await bob.settled()
  expect(viewersHeard(bob)).toHaveLength(before)
  expect(viewersHeard(sara).at(-1)?.split(',').sort()).toEqual(['Ana', 'Sara'])
  const leaving = viewersHeard(sara).length
  ana.raw('not json')
  await ana.closed
  while (viewersHeard(sara).length === leaving) await sara.settled()
  expect(viewersHeard(sara).at(-1)).toBe('Sara')
})

test('a person has so many sockets and no more, which takes none from others', async () => {
  const { hub, ear, sit, tokenOf, viewerOf } = await listening()
  const connection = {
    companyId: companies.acme as CompanyId,
    viewer: viewerOf('ana'),
    tokenId: 1,
    send() {},
    close() {},
  }
  const leave = Array.from({ length: limits.sockets }, () => hub.join(connection.companyId, { ...connection }))
  expect(await ear(await tokenOf('ana')).closed).toEqual({ code: 1008, reason: 'ERR_RATE_LIMIT' })
  await sit('bob')
  leave[0]?.()
  await sit('ana')
})

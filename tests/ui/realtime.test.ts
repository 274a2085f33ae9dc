import './browser'
import { afterEach, beforeEach, expect, jest, mock, setSystemTime, spyOn, test } from 'bun:test'
import type { Me } from '../../src/features/accounts/auth/model'
import { heartbeat } from '../../ui/lib/heartbeat'
import { onLinkRenewal } from '../../ui/lib/link-renewal'
import {
  afterFirstConnect,
  afterReconnect,
  joinChatBox,
  receiveFrame,
  startRealtime,
  subscribeToEvents,
} from '../../ui/lib/realtime'
import { session } from '../../ui/lib/session'
import { allowSessionEnd, loginRedirect, readLoginNotice } from '../../ui/lib/session-end'
import { setAccessToken } from '../../ui/lib/token'
import { loadQuickMessages } from '../../ui/pages/inbox/tickets/store/quick-messages'
import { until } from '../until'
import { ana, type Call, json, serve } from './browser'

/** Client side of a socket; the test plays the server. */
class Socket {
  static all: Socket[] = []
  static get last() {
    return Socket.all.at(-1)!
  }
  onmessage: (event: { data: string }) => void = () => {}
  onclose: (event: { code: number }) => void = () => {}
  sent: { event: string; data: unknown }[] = []
  constructor(readonly url: string) {
    Socket.all.push(this)
  }
  send(frame: string) {
    this.sent.push(JSON.parse(frame))
  }
  close(code = 1000) {
    this.onclose({ code })
  }
  say(event: string, data?: unknown) {
    this.onmessage({ data: JSON.stringify({ event, data }) })
  }
}

const leave = mock(() => {})
let calls: Call[]
let stop: () => void
const answers = ({ path }: Call) =>
  path.endsWith('ws-ticket') ? json({ ticket: `t${Socket.all.length + 1}` }) : json({ token: 'new', user: ana })
const opened = (count: number) => until(`${count} sockets`, () => Socket.all.length === count)

beforeEach(async () => {
  setSystemTime(new Date()) // a slow machine must not count as a slow connection
  Object.assign(globalThis, { WebSocket: Socket })
  Socket.all = []
  loginRedirect.leave = leave
  leave.mockClear()
  sessionStorage.clear()
  allowSessionEnd()
  setAccessToken('old')
  session.value = { kind: 'in', me: ana as unknown as Me }
  calls = serve(answers)
  stop = startRealtime()
  await opened(1)
})
afterEach(() => {
  stop()
  setSystemTime()
})

test('pages with addresses of files load again every 25 minutes until the realtime connection ends', () => {
  stop()
  jest.useFakeTimers()
  let loads = 0
  const leave = onLinkRenewal(() => loads++)
  const end = startRealtime()
  jest.advanceTimersByTime(24 * 60_000)
  expect(loads).toBe(0)
  jest.advanceTimersByTime(26 * 60_000)
  expect(loads).toBe(2)
  end()
  jest.advanceTimersByTime(60 * 60_000)
  jest.useRealTimers()
  leave()
  expect(loads).toBe(2)
})

test('links of files in events get the pass of the login', () => {
  const link = `/media/${'a'.repeat(32)}?c=3&exp=1800&sig=${'b'.repeat(43)}`
  const received: unknown[] = []
  const stop = subscribeToEvents({ appMessage: (event) => void received.push('message' in event && event.message) })
  session.value = { kind: 'in', me: { ...ana, mediaPass: '9-7-3.mac' } as never }
  receiveFrame(
    JSON.stringify({ event: 'company-3-appMessage', data: { message: { mediaUrl: link, body: `ver ${link}` } } }),
  )
  stop()
  expect(received).toEqual([{ mediaUrl: `${link}&s=9-7-3.mac`, body: `ver ${link}` }])
})

test('the socket opens with a one-use ticket and sends nothing before `ready`', () => {
  const out = joinChatBox(5)
  expect(Socket.last.url).toBe('ws://localhost/ws?token=t1')
  expect(Socket.last.sent).toEqual([])
  Socket.last.say('ready')
  expect(Socket.last.sent.map(({ event, data }) => [event, data])).toEqual([
    ['joinChatBox', 5],
    ['userStatus', { focused: true }],
  ])
  out()
  expect(Socket.last.sent.at(-1)).toEqual({ event: 'leaveChatBox', data: 5 })
})

test('a room joined twice is joined once on the server and left with the last reference', () => {
  Socket.last.say('ready')
  const [one, two] = [joinChatBox(9), joinChatBox(9)]
  one()
  expect(Socket.last.sent.filter(({ data }) => data === 9)).toHaveLength(1)
  two()
  expect(Socket.last.sent.at(-1)?.event).toBe('leaveChatBox')
})

test("events reach listeners of their entity, only for the user's company", () => {
  const received: unknown[] = []
  const stopListening = subscribeToEvents({ contact: (data) => received.push(data) })
  const data = { action: 'delete', contactId: 4 }
  Socket.last.say('company-3-contact', data)
  Socket.last.say('company-4-contact', data)
  Socket.last.say('company-3-user', { action: 'delete', userId: 99 })
  stopListening()
  Socket.last.say('company-3-contact', data)
  expect(received).toEqual([data])
})

test.each(['not JSON', '', 'null', '[]', '{"event":5}'])(
  'a frame %p without a readable event is dropped and logged, and the next one is received',
  (frame) => {
    const log = spyOn(console, 'error').mockImplementation(() => {})
    const received: unknown[] = []
    const stopListening = subscribeToEvents({ contact: (data) => received.push(data) })
    const data = { action: 'delete', contactId: 4 }
    expect(() => Socket.last.onmessage({ data: frame })).not.toThrow()
    Socket.last.say('company-3-contact', data)
    stopListening()
    expect([log.mock.calls.length, received]).toEqual([1, [data]])
    log.mockRestore()
  },
)

test('a reconnect joins the rooms again and calls the reload functions, the first connect does not', async () => {
  const reload = mock(() => {})
  const forget = afterReconnect(reload)
  const out = joinChatBox(5)
  Socket.last.say('ready')
  expect(reload).not.toHaveBeenCalled()
  Socket.last.close(1006)
  await opened(2)
  Socket.last.say('ready')
  expect(reload).toHaveBeenCalledTimes(1)
  expect(Socket.last.sent[0]).toEqual({ event: 'joinChatBox', data: 5 })
  forget()
  out()
})

test('quick messages are loaded again after a change or a reconnect, also without a mounted composer', async () => {
  const asked = () => calls.filter(({ path }) => path === '/api/quick-messages/list').length
  calls = serve((call) => (call.path.endsWith('/list') ? json({ records: [] }) : answers(call)))
  const changes = () => Socket.last.say('company-3-quickMessage', { action: 'delete', quickMessageId: 1 })
  Socket.last.say('ready')
  changes()
  await loadQuickMessages()
  await loadQuickMessages()
  expect(asked()).toBe(1)
  changes()
  await loadQuickMessages()
  expect(asked()).toBe(2)
  Socket.last.close(1006)
  await opened(2)
  Socket.last.say('ready')
  await loadQuickMessages()
  expect(asked()).toBe(3)
})

test('quick messages are loaded again before their media addresses expire', async () => {
  const offered = [{ id: 1, shortcode: 'cardapio', message: 'Aqui está', mediaPath: '/media/1?until=1' }]
  calls = serve((call) => (call.path.endsWith('/list') ? json({ records: offered }) : answers(call)))
  const asked = () => calls.filter(({ path }) => path === '/api/quick-messages/list').length
  setSystemTime(Date.now() + 60 * 60 * 1000)
  await loadQuickMessages()
  setSystemTime(Date.now() + 10 * 60 * 1000)
  await loadQuickMessages()
  expect(asked()).toBe(1)
  setSystemTime(Date.now() + 10 * 60 * 1000)
  await loadQuickMessages()
  expect(asked()).toBe(2)
})

test('a slow first connect calls the reload functions, a fast one does not', () => {
  const reload = mock(() => {})
  const out = afterReconnect(reload)
  Socket.last.say('ready')
  expect(reload).not.toHaveBeenCalled()
  stop()
  stop = startRealtime()
  return opened(2)
    .then(() => {
      setSystemTime(Date.now() + 5000)
      Socket.last.say('ready')
      expect(reload).toHaveBeenCalledTimes(1)
    })
    .finally(out)
})

test('a fast first connect reloads the rows that must not be missed once the first responses are there', async () => {
  const reload = mock(() => {})
  const out = afterFirstConnect(reload)
  Socket.last.say('ready')
  expect(reload).not.toHaveBeenCalled()
  await until('the reload', () => reload.mock.calls.length === 1)
  out()
})

test('a connection lost within that time reloads once, when it is back', async () => {
  const [reload, first] = [mock(() => {}), mock(() => {})]
  const outs = [afterReconnect(reload), afterFirstConnect(first)]
  Socket.last.say('ready')
  Socket.last.close(1006)
  await opened(2)
  Socket.last.say('ready')
  await Bun.sleep(1100)
  expect([reload.mock.calls.length, first.mock.calls.length]).toEqual([1, 0])
  for (const out of outs) out()
})

test('close code 4401 renews the access token before the next attempt', async () => {
  Socket.last.close(4401)
  await opened(2)
  expect(calls.map(({ path }) => path.split('/').at(-1))).toEqual(['ws-ticket', 'refresh_token', 'ws-ticket'])
})

test('close code 4409 deletes personal data and shows the reason at the login page', () => {
  localStorage.setItem('draft:7:1', 'Olá')
  localStorage.setItem('preferredTheme', 'dark')
  Socket.last.close(4409)
  expect([leave.mock.calls.length, readLoginNotice()]).toEqual([1, { kind: 'elsewhere' }])
  expect([localStorage.getItem('draft:7:1'), localStorage.getItem('preferredTheme')]).toEqual([null, 'dark'])
})

test('a login elsewhere of the same user ends the session, one of a colleague does not', () => {
  Socket.last.say('company-3-auth', { action: 'update', user: { id: 8 }, tokenId: 2 })
  expect(leave).not.toHaveBeenCalled()
  Socket.last.say('company-3-auth', { action: 'update', user: { id: 7 }, tokenId: 2 })
  expect(readLoginNotice()).toEqual({ kind: 'elsewhere' })
})

test('a stopped connection does not reconnect', async () => {
  stop()
  await Bun.sleep(20)
  expect(Socket.all).toHaveLength(1)
})

test('a socket without frames is replaced, one that answers pings is kept', async () => {
  const usual = { ...heartbeat }
  Object.assign(heartbeat, { interval: 25, timeout: 250 })
  const asked = (socket: Socket) => socket.sent.filter(({ event }) => event === 'ping').length
  const first = Socket.last
  first.say('ready')
  first.send = (frame) => {
    Socket.prototype.send.call(first, frame)
    if (asked(first) <= 20) first.say('pong')
  }
  await until('the end of its answers', () => asked(first) >= 20)
  expect(Socket.all).toEqual([first])
  const dead = first.onmessage
  await opened(2)
  // Frames of the dropped socket are ignored.
  const received = mock(() => {})
  const stopListening = subscribeToEvents({ contact: received })
  dead({ data: JSON.stringify({ event: 'company-3-contact', data: {} }) })
  expect(received).not.toHaveBeenCalled()
  stopListening()
  Object.assign(heartbeat, usual)
})

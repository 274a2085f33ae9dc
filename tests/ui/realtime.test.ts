import './browser'
import { afterEach, beforeEach, expect, mock, setSystemTime, spyOn, test } from 'bun:test'
import type { Me } from '../../src/features/auth/model'
import { heartbeat } from '../../ui/lib/heartbeat'
import { afterReconnect, joinChatBox, listen, startRealtime } from '../../ui/lib/realtime'
import { session } from '../../ui/lib/session'
import { allowSessionEnd, exit, readLoginNotice } from '../../ui/lib/session-end'
import { setAccessToken } from '../../ui/lib/token'
import { loadOffered } from '../../ui/pages/tickets/store/quick-messages'
import { until } from '../until'
import { ana, type Call, json, serve } from './browser'

/** The browser's end of a socket; the test plays the server. */
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
  setSystemTime(new Date()) // a slow machine is no slow socket
  Object.assign(globalThis, { WebSocket: Socket })
  Socket.all = []
  exit.leave = leave
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

test('the socket opens with a one-use ticket and speaks only once the server is ready', () => {
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

test('a room two parts of a page are in is joined once and left by the last', () => {
  Socket.last.say('ready')
  const [one, two] = [joinChatBox(9), joinChatBox(9)]
  one()
  expect(Socket.last.sent.filter(({ data }) => data === 9)).toHaveLength(1)
  two()
  expect(Socket.last.sent.at(-1)?.event).toBe('leaveChatBox')
})

test('events reach those who listen to their entity, and only those of this company', () => {
  const heard: unknown[] = []
  const silence = listen({ contact: (data) => heard.push(data) })
  const data = { action: 'delete', contactId: 4 }
  Socket.last.say('company-3-contact', data)
  Socket.last.say('company-4-contact', data)
  Socket.last.say('company-3-user', { action: 'delete', userId: 99 })
  silence()
  Socket.last.say('company-3-contact', data)
  expect(heard).toEqual([data])
})

test.each(['not JSON', '', 'null', '[]', '{"event":5}'])(
  'a frame %p without a readable event is dropped and logged, and the next one is received',
  (frame) => {
    const log = spyOn(console, 'error').mockImplementation(() => {})
    const received: unknown[] = []
    const stopListening = listen({ contact: (data) => received.push(data) })
    const data = { action: 'delete', contactId: 4 }
    expect(() => Socket.last.onmessage({ data: frame })).not.toThrow()
    Socket.last.say('company-3-contact', data)
    stopListening()
    expect([log.mock.calls.length, received]).toEqual([1, [data]])
    log.mockRestore()
  },
)

test('after a reconnect rooms are joined again and what is on screen is reloaded, not before', async () => {
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

test('what a composer offers is asked for again after a change or a gap, also when no composer stood there', async () => {
  const asked = () => calls.filter(({ path }) => path === '/api/quick-messages/list').length
  calls = serve((call) => (call.path.endsWith('/list') ? json({ records: [] }) : answers(call)))
  const changes = () => Socket.last.say('company-3-quickMessage', { action: 'delete', quickMessageId: 1 })
  Socket.last.say('ready')
  changes()
  await loadOffered()
  await loadOffered()
  expect(asked()).toBe(1)
  changes()
  await loadOffered()
  expect(asked()).toBe(2)
  Socket.last.close(1006)
  await opened(2)
  Socket.last.say('ready')
  await loadOffered()
  expect(asked()).toBe(3)
})

test('what a composer offers is asked for again before the addresses of its files run out', async () => {
  const offered = [{ id: 1, shortcode: 'cardapio', message: 'Aqui está', mediaPath: '/media/1?until=1' }]
  calls = serve((call) => (call.path.endsWith('/list') ? json({ records: offered }) : answers(call)))
  const asked = () => calls.filter(({ path }) => path === '/api/quick-messages/list').length
  setSystemTime(Date.now() + 60 * 60 * 1000)
  await loadOffered()
  setSystemTime(Date.now() + 20 * 60 * 1000)
  await loadOffered()
  expect(asked()).toBe(1)
  setSystemTime(Date.now() + 20 * 60 * 1000)
  await loadOffered()
  expect(asked()).toBe(2)
})

test('a first socket that was long in coming reloads what came meanwhile, a prompt one nothing', () => {
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

test('4401 renews the access token before the next try', async () => {
  Socket.last.close(4401)
  await opened(2)
  expect(calls.map(({ path }) => path.split('/').at(-1))).toEqual(['ws-ticket', 'refresh_token', 'ws-ticket'])
})

test('4409 clears what was kept and says so at the login page', () => {
  localStorage.setItem('draft:7:1', 'Olá')
  localStorage.setItem('preferredTheme', 'dark')
  Socket.last.close(4409)
  expect([leave.mock.calls.length, readLoginNotice()]).toEqual([1, { kind: 'elsewhere' }])
  expect([localStorage.getItem('draft:7:1'), localStorage.getItem('preferredTheme')]).toEqual([null, 'dark'])
})

test('so does the event that I signed in elsewhere; a colleague’s does not', () => {
  Socket.last.say('company-3-auth', { action: 'update', user: { id: 8 }, tokenId: 2 })
  expect(leave).not.toHaveBeenCalled()
  Socket.last.say('company-3-auth', { action: 'update', user: { id: 7 }, tokenId: 2 })
  expect(readLoginNotice()).toEqual({ kind: 'elsewhere' })
})

test('stopped, it stays closed', async () => {
  stop()
  await Bun.sleep(20)
  expect(Socket.all).toHaveLength(1)
})

test('a line that says nothing, asked or not, is left for another; one that answers is kept', async () => {
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
  // What the dead one still brings is not heard.
  const heard = mock(() => {})
  const silence = listen({ contact: heard })
  dead({ data: JSON.stringify({ event: 'company-3-contact', data: {} }) })
  expect(heard).not.toHaveBeenCalled()
  silence()
  Object.assign(heartbeat, usual)
})

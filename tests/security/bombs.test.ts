import { beforeAll, beforeEach, expect, test } from 'bun:test'
import { deflateSync, gzipSync } from 'node:zlib'
import { limits } from '../../src/shared/limits'
import { type Serving, signIn } from '../executable/balcao'
import { sizeOf } from '../size'
import { type CompanyLogin, openCompany, password } from './companies'
import { residentBytes, waitForMemoryBelow } from './memory'
import { bytesOf, RawConnection, type RawRequest } from './raw-http'
import { Rows } from './rows'
import { openSharedServer } from './shared-server'

/** Requests that are cheap to send and expensive to process. After each, the server answers and frees its memory. */

const megabyte = 2 ** 20
/** Bytes by which memory may grow over one test. */
const memoryAllowance = 64 * megabyte

let serving: Serving
let company: CompanyLogin
let ticketId: number
let memoryBefore = 0
let logLinesBefore = 0
beforeAll(async () => {
  serving = await openSharedServer()
  company = await openCompany({ ...serving, providerToken: '' }, 'Bombas')
  ticketId = await new Rows(company).get('ticket')
})
beforeEach(async () => {
  memoryBefore = await residentBytes(serving)
  logLinesBefore = serving.log().length
})

/** Expects an answer to another request, memory back below the limit, and no error in the log. */
async function expectServerHealthy() {
  expect((await request('/auth/me')).status).toBe(200)
  await waitForMemoryBelow(serving, memoryBefore + memoryAllowance)
  const news = serving.log().slice(logLinesBefore)
  expect(news.filter(({ level }) => level >= 50)).toEqual([])
}

const authorization = () => `Bearer ${company.token}`
const request = (path: string, init: RequestInit = {}) =>
  fetch(`${serving.url}/api${path}`, { ...init, headers: { authorization: authorization(), ...init.headers } })
const json = { 'content-type': 'application/json' }
const post = (path: string, body: string, headers: Record<string, string> = json) =>
  request(path, { method: 'POST', body, headers })
const withTicket = (path: string) => path.replace(':id', String(ticketId))
const messagePath = () => withTicket('/messages/:id')

/** Head of a request with any Content-Length, which HTTP clients would refuse to send. */
const requestHead = (raw: Partial<RawRequest> & { path: string }, announced: number): Uint8Array<ArrayBuffer> =>
  bytesOf({
    method: 'POST',
    body: null,
    ...raw,
    headers: [...(raw.headers ?? []), ['content-length', String(announced)]],
  })

test.each([
  ['a route’s body', '/api/auth/login', json],
  ['a message', '/api/messages/:id', { ...json, authorization: 'x' }],
  ['a form', '/api/messages/:id', { 'content-type': 'multipart/form-data; boundary=x', authorization: 'x' }],
])('%s with a Content-Length of 200 MB is refused with 413 before the body is sent', async (_, path, headers) => {
  const connection = new RawConnection(serving.port)
  const signed = Object.entries({
    ...headers,
    ...('authorization' in headers ? { authorization: authorization() } : {}),
  })
  const response = await connection.sendBytes(requestHead({ path: withTicket(path), headers: signed }, 200 * megabyte))
  connection.close()
  expect(response.status).toBe(413)
  await expectServerHealthy()
})

/** Body of zeros sent in chunks without Content-Length; ends early when the server closes the connection. */
const streamWithoutLength = (megabytes: number) => {
  const chunk = new Uint8Array(megabyte)
  let sent = 0
  return new ReadableStream({
    pull: (controller) => (sent++ < megabytes ? controller.enqueue(chunk) : controller.close()),
  })
}

test.each([
  ['a sign-in', 'POST', '/auth/login'],
  ['a message', 'POST', '/messages/:id'],
  ['an upload', 'PUT', '/messages/:id/upload'],
])('%s of 200 MB without Content-Length is cut off', async (_, method, path) => {
  const init = { method, body: streamWithoutLength(200), headers: json }
  const answer = await request(withTicket(path), init).catch(() => null)
  if (answer) expect([400, 413, 422]).toContain(answer.status)
  await expectServerHealthy()
})

test('an upload with a Content-Length of 200 MB is refused with 413', async () => {
  const connection = new RawConnection(serving.port)
  const path = `/api/messages/${ticketId}/upload`
  const response = await connection.sendBytes(
    requestHead({ method: 'PUT', path, headers: [['authorization', authorization()]] }, 200 * megabyte),
  )
  connection.close()
  expect(response.status).toBe(413)
  await expectServerHealthy()
})

test('300 connections with incomplete requests do not block other requests', async () => {
  const beginnings = ['GET /api/system HTT', 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n{']
  const slow = await Promise.all(
    Array.from({ length: 300 }, (_, n) =>
      Bun.connect({
        hostname: '127.0.0.1',
        port: serving.port,
        socket: { data() {}, open: (socket) => void socket.write(beginnings[n % beginnings.length] as string) },
      }),
    ),
  )
  for (let n = 0; n < 20; n++) {
    slow[n]?.write('a')
    expect((await request('/tickets')).status).toBe(200)
  }
  for (const socket of slow) socket.terminate()
  await expectServerHealthy()
})

test('a form of 10,000 parts is refused', async () => {
  const parts = (name: (n: number) => string) =>
    Array.from({ length: 10_000 }, (_, n) => `--x\r\nContent-Disposition: form-data; ${name(n)}\r\n\r\n${n}\r\n`).join(
      '',
    )
  for (const name of [
    (n: number) => `name="part${n}"`,
    () => 'name="body"',
    () => 'name="medias"; filename="x.txt"\r\nContent-Type: text/plain',
    (n: number) => `name="${'a.'.repeat(50)}${n}"`,
    (n: number) => `name="body[${n}][${n}]"`,
    () => 'name="mediaIds[1000000000]"',
    () => 'name="waveform[4294967294].a"',
  ]) {
    const answer = await post(messagePath(), `${parts(name)}--x--\r\n`, {
      'content-type': 'multipart/form-data; boundary=x',
    })
    expect([400, 413, 422]).toContain(answer.status)
  }
  await expectServerHealthy()
})

test('a form field with a huge index in its name is refused, also on routes without a login', async () => {
  for (const path of [
    '/auth/login',
    '/auth/login/second-step',
    '/auth/passkey/login',
    '/auth/setup',
    '/companies/cadastro',
    '/contacts',
    '/queue',
    '/whatsapp',
    messagePath(),
  ])
    for (const name of ['email[1000000000]', 'name[4294967294]', 'password[1000000000].a', 'a.name[1000000000].b']) {
      const body = new FormData()
      body.append(name, 'x')
      const answer = await request(path, { method: 'POST', body, headers: { 'x-forwarded-for': '198.51.100.8' } })
      expect([path, name, answer.status === 400 ? 422 : answer.status]).toEqual([path, name, 422])
    }
  await expectServerHealthy()
})

test('a compressed request body is refused and not decompressed', async () => {
  const body = Buffer.concat([Buffer.from('{"body":"'), Buffer.alloc(2 * memoryAllowance, 'a'), Buffer.from('"}')])
  const bomb = gzipSync(body)
  expect(bomb.length).toBeLessThan(megabyte)
  const answer = await request(messagePath(), {
    method: 'POST',
    body: bomb,
    headers: { ...json, 'content-encoding': 'gzip' },
  })
  expect([400, 415]).toContain(answer.status)
  await expectServerHealthy()
})

test.each([
  ['lists', '['.repeat(5_000_000)],
  ['lists, few', '['.repeat(8_000)],
  ['lists that end, few', `${'['.repeat(8_000)}${']'.repeat(8_000)}`],
  ['lists that end', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
  ['objects', `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`],
  ['objects where a text belongs', `{"body":${'{"a":'.repeat(200_000)}1${'}'.repeat(200_001)}`],
  ['lists where an id belongs', `{"body":"oi","quotedMsg":${'['.repeat(200_000)}${']'.repeat(200_000)}}`],
  ['names', `{${Array.from({ length: 300_000 }, (_, n) => `"n${n}":1`).join()}}`],
  ['a list where a text belongs', `{"body":[${'1,'.repeat(2_000_000)}1]}`],
  ['wrong numbers', `{"waveform":[${'"x",'.repeat(500_000)}1]}`],
  ['digits', `{"body":${'9'.repeat(5_000_000)}}`],
])('JSON of too many %s is refused', async (_, body) => {
  for (const path of [messagePath(), '/auth/login', '/contacts', '/whatsapp']) {
    const answer = await post(path, body, { ...json, 'x-forwarded-for': '198.51.100.7' })
    expect([path, answer.status === 400 || answer.status === 413 ? 422 : answer.status]).toEqual([path, 422])
  }
  await expectServerHealthy()
})

/** PNG whose header declares this size, with little pixel data. */
function hugePng(width: number, height: number): Uint8Array<ArrayBuffer> {
  const part = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(Bun.hash.crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  size.set([1, 0], 8) // one bit per pixel, grey
  const pixels = deflateSync(Buffer.alloc(8 * megabyte))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const parts = [part('IHDR', size), part('IDAT', pixels), part('IEND', Buffer.alloc(0))]
  return new Uint8Array(Buffer.concat([signature, ...parts]))
}

test('a PNG that declares 50,000 × 50,000 pixels is stored as a file or refused, and never decoded', async () => {
  const form = new FormData()
  form.append('medias', new File([hugePng(50_000, 50_000)], 'enorme.png', { type: 'image/png' }))
  form.append('body', 'veja')
  const answer = await request(messagePath(), { method: 'POST', body: form })
  expect([200, 400, 413, 415, 422]).toContain(answer.status)
  const path = `/messages/${ticketId}/upload?fileName=enorme.png`
  expect([200, 400, 413, 415]).toContain(
    (await request(path, { method: 'PUT', body: hugePng(2 ** 31 - 1, 50_000) })).status,
  )
  await expectServerHealthy()
})

/** Opens a websocket; resolves at its first frame or its close. `closed` resolves to the close code. */
async function openSocket() {
  const { ticket } = (await (await post('/auth/ws-ticket', '{}')).json()) as { ticket: string }
  const ws = new WebSocket(`ws://127.0.0.1:${serving.port}/ws?token=${ticket}`)
  const closed = new Promise<number>((resolve) => ws.addEventListener('close', ({ code }) => resolve(code)))
  const ready = new Promise<void>((resolve) => ws.addEventListener('message', () => resolve(), { once: true }))
  await Promise.race([ready, closed])
  return { ws, closed }
}

test.each([
  [
    'too many frames',
    1008,
    (ws: WebSocket) => {
      for (let n = 0; n < 20_000; n++) ws.send('{"event":"userStatus"}')
    },
  ],
  ['a frame over 4 KB', 1009, (ws: WebSocket) => ws.send(`{"event":"x","data":"${'x'.repeat(4096)}"}`)],
  ['a frame of 50 MB', 1009, (ws: WebSocket) => ws.send(new Uint8Array(50 * megabyte))],
  ['a deep frame', 1007, (ws: WebSocket) => ws.send('['.repeat(4000))],
  ['bytes', 1007, (ws: WebSocket) => ws.send(new Uint8Array(1000))],
])('a websocket that sends %s is closed, and another one stays open', async (_, code, send) => {
  const [loud, quiet] = [await openSocket(), await openSocket()]
  send(loud.ws)
  expect(await loud.closed).toBe(code)
  quiet.ws.send('{"event":"userStatus"}')
  await expectServerHealthy()
  expect(quiet.ws.readyState).toBe(WebSocket.OPEN)
  quiet.ws.close()
})

test('websockets of one user beyond the limit are closed with 1008', async () => {
  const all = await Promise.allSettled(Array.from({ length: 500 }, () => openSocket()))
  const known = all.filter((one) => one.status === 'fulfilled').map(({ value }) => value)
  const seated = known.filter(({ ws }) => ws.readyState === WebSocket.OPEN)
  expect(seated.length).toBeWithin(1, limits.sockets + 1)
  for (const { closed } of known.filter((one) => !seated.includes(one))) expect(await closed).toBe(1008)
  await expectServerHealthy()
  for (const { ws } of seated) ws.close()
})

const loginCount = sizeOf({ everyday: 100, full: 300 })

test(`${loginCount} concurrent logins do not block other requests`, async () => {
  const { email } = await openCompany({ ...serving, providerToken: '' }, 'Trancada')
  let answered = 0
  const logins = Array.from({ length: loginCount }, async (_, n) => {
    const body = JSON.stringify({ email: n % 2 ? email : `ninguem${n}@fuzz.test`, password: `errada ${n}` })
    const headers = { ...json, 'x-forwarded-for': `203.0.${n}.7` }
    const { status } = await fetch(`${serving.url}/api/auth/login`, { method: 'POST', body, headers })
    answered++
    return status
  })
  const before: number[] = []
  for (let n = 0; n < 10; n++) {
    expect((await request('/tickets')).status).toBe(200)
    before.push(answered)
  }
  expect(before[0]).toBeLessThan(loginCount) // the first other request was answered before all logins were
  expect(new Set(await Promise.all(logins)).difference(new Set([401, 429, 503])).size).toBe(0)
  expect(await signIn(serving, { email, password })).toBeUndefined() // ten wrong passwords lock the account for a while
  await expectServerHealthy()
})

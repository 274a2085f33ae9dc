import { beforeAll, expect, test } from 'bun:test'
import type { Serving } from '../executable/balcao'
import { until } from '../until'
import { type CompanyLogin, openCompany } from './companies'
import { Rows } from './rows'
import { openServerWithUsualBudgets } from './shared-server'

/** Clients that use HTTP and websockets against their purpose. Another company is answered meanwhile. */

let serving: Serving
let hostile: CompanyLogin
let neighbour: CompanyLogin
beforeAll(async () => {
  serving = await openServerWithUsualBudgets()
  hostile = await openCompany({ ...serving, providerToken: '' }, 'Hostil')
  neighbour = await openCompany({ ...serving, providerToken: '' }, 'Vizinha')
})

const listOfNeighbour = () =>
  fetch(`${serving.url}/api/tickets?status=open`, { headers: { authorization: `Bearer ${neighbour.token}` } })

/**
 * Sends bytes over a connection of its own; `answers` counts the responses, `received` has their
 * beginning, and `closed` resolves at the end.
 */
async function sendBytes(bytes: Uint8Array) {
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  const sending = { answers: 0, closed, received: '', end: () => {} }
  let unsent = bytes
  const send = (socket: Bun.Socket) => {
    unsent = unsent.subarray(Math.max(0, socket.write(unsent)))
  }
  const data = (_: Bun.Socket, received: Buffer) => {
    const text = received.toString('latin1')
    sending.answers += text.split('HTTP/1.1 ').length - 1
    sending.received = (sending.received + text).slice(0, 4000)
  }
  const handler = { open: send, drain: send, data, close: () => resolve(), error: () => resolve() }
  const socket = await Bun.connect({ hostname: '127.0.0.1', port: serving.port, socket: handler })
  sending.end = () => socket.terminate()
  return sending
}

test.each(['/api/system', '/login', '/api/zzz'])(
  '20,000 requests for %s that each of 8 connections pipelines are answered in turns with those of a company',
  async (path) => {
    const requests = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(20_000))
    const floods = await Promise.all(Array.from({ length: 8 }, () => sendBytes(requests)))
    expect((await listOfNeighbour()).status).toBe(200)
    const answers = floods.reduce((sum, flood) => sum + flood.answers, 0)
    await Promise.all(floods.map(({ closed }) => closed))
    expect(answers).toBeLessThan(1000)
  },
)

const uploadPath = async (company: CompanyLogin) => `/api/messages/${await new Rows(company).get('ticket')}/upload`

test('the eleventh unfinished upload of a person answers 429, and another company uploads', async () => {
  const head = [
    `PUT ${await uploadPath(hostile)} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${hostile.token}`,
    'Content-Length: 9000',
  ]
  const half = Buffer.from(`${head.join('\r\n')}\r\n\r\nbeginning`)
  const uploads = await Promise.all(Array.from({ length: 40 }, () => sendBytes(half)))
  const refused = () => uploads.filter(({ received }) => received.startsWith('HTTP/1.1 429'))
  await until('thirty refusals', () => refused().length === 30)
  expect(refused()[0]?.received).toContain('"budget":"uploads"')
  const path = await uploadPath(neighbour)
  const headers = { authorization: `Bearer ${neighbour.token}` }
  expect((await fetch(serving.url + path, { method: 'PUT', body: 'whole', headers })).status).toBe(200)
  for (const { end } of uploads) end()
  await until('a free place', async () => {
    const init = { method: 'PUT', body: 'whole', headers: { authorization: `Bearer ${hostile.token}` } }
    return (await fetch(serving.url + (await uploadPath(hostile)), init)).status === 200
  })
})

test('the connection of a stranger whose body is refused is closed, whether its body comes or not', async () => {
  const paths = ['/api/auth/login', '/api/auth/setup', '/api/companies/cadastro', '/api/forgetpassword']
  const head = (path: string, more: string) => `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n\r\n`
  const refusals = [
    ['Content-Length: 200000', '{"a"', 413],
    ['Content-Length: 200000', 'x'.repeat(200_000), 413],
    ['Transfer-Encoding: chunked', '{"a"', 400],
    ['Transfer-Encoding: chunked', '1\r\n{\r\n0\r\n\r\n', 400],
  ] as const
  for (const [header, body, status] of refusals) {
    const bytes = paths.map((path) => Buffer.from(head(path, header) + body))
    const connections = await Promise.all(bytes.flatMap((each) => Array.from({ length: 50 }, () => sendBytes(each))))
    await Promise.all(connections.map(({ closed }) => closed))
    const statuses = new Set(connections.map(({ received }) => Number(received.slice(9, 12) || status)))
    expect([header, [...statuses]]).toEqual([header, [status]])
    expect(connections.every(({ received }) => received === '' || /^connection: close\r$/im.test(received))).toBe(true)
  }
})

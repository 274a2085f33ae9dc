import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { type PostgresServer, startPostgres } from '../../scripts/postgres'
import { until } from '../until'
import { cleanUp, serve, signIn } from './balcao'

let database: PostgresServer
beforeAll(async () => {
  database = await startPostgres()
})
afterEach(cleanUp)
afterAll(() => database.stop())

/** Starts a node of the installation; each has a data directory of its own. */
const serveNode = () =>
  serve({ BALCAO_DATABASE_URL: database.address, BALCAO_SECRET: 'one root key for all of the nodes' })

type Node = Awaited<ReturnType<typeof serveNode>>
interface Tab {
  events: { event: string; data: never }[]
  send(event: string, data: unknown): void
  close(): void
}

/** Opens a websocket as a browser does, with a ticket of `issuer`. */
async function openTab(node: Node, token: string | undefined, issuer = node): Promise<Tab> {
  const headers = { authorization: `Bearer ${token}`, origin: node.url }
  const answer = await fetch(`${issuer.url}/api/auth/ws-ticket`, { method: 'POST', headers })
  const { ticket } = (await answer.json()) as { ticket: string }
  const socket = new WebSocket(`${node.url.replace('http', 'ws')}/ws?token=${ticket}`)
  const events: Tab['events'] = []
  socket.onmessage = ({ data }) => void events.push(JSON.parse(data))
  await until('the socket', () => events.some(({ event }) => event === 'ready'))
  return {
    events,
    send: (event, data) => socket.send(JSON.stringify({ event, data })),
    close: () => socket.close(),
  }
}

test('a change on one node reaches browsers on the other, whose ticket may come from either', async () => {
  const [one, two] = [await serveNode(), await serveNode()]
  const token = await signIn(one)
  const tab = await openTab(two, token, one)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const created = await fetch(`${one.url}/api/tags`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name: 'De outro nó', color: '#0a7f54', kanban: 0 }),
  })
  expect(created.status).toBe(200)
  await until('the event', () => tab.events.some(({ event }) => /^company-\d+-tag$/.test(event)))
  const listed = await fetch(`${two.url}/api/tags`, { headers })
  expect(await listed.text()).toContain('De outro nó')
  tab.close()
  expect(await Promise.all([one.stop(), two.stop()])).toEqual([0, 0])
})

test('a login that ends on one node is refused by the other at once', async () => {
  const [one, two] = [await serveNode(), await serveNode()]
  const token = await signIn(one)
  const headers = { authorization: `Bearer ${token}` }
  const tab = await openTab(two, token)
  expect((await fetch(`${two.url}/api/auth/me`, { headers })).status).toBe(200)
  const ended = await fetch(`${one.url}/api/auth/logout`, { method: 'DELETE', headers })
  expect(await ended.json()).toEqual({ ok: true, ended: 1 })
  await until('the refusal', async () => (await fetch(`${two.url}/api/auth/me`, { headers })).status === 403)
  tab.close()
})

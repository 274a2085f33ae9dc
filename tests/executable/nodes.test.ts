import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { SQL } from 'bun'
import { type PostgresServer, startPostgres } from '../../scripts/postgres'
import { clientOptions } from '../../src/core/storage/postgres/address'
import { until } from '../until'
import { createApiClient } from './api-client'
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
  isClosed(): boolean
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
    isClosed: () => socket.readyState === WebSocket.CLOSED,
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

/** Runs a statement beside the nodes. */
async function onDatabase(run: (admin: SQL) => Promise<unknown>) {
  const admin = new SQL({ ...clientOptions(database.address), max: 1 } as never)
  await run(admin)
  await admin.close({ timeout: 0 })
}

interface Nodes {
  here: string
  nodes: { id: string; state: string; sessions: number }[]
}

test('a packet of a newer version with kinds, events and fields that this one does not know changes nothing', async () => {
  const [one, two] = [await serveNode(), await serveNode()]
  const token = await signIn(one)
  const tab = await openTab(two, token, one)
  const client = createApiClient(one, token)
  const createTag = (name: string) => client('POST', '/tags', { name, color: '#0a7f54', kanban: 0 })
  const countTags = () => tab.events.filter(({ event }) => /^company-\d+-tag$/.test(event)).length
  await createTag('Antes')
  await until('the event before', () => countTags() === 1)
  const items = [
    ['kindOfNext', { any: [1] }],
    ['event', [1, 'entityOfNext', { action: 'create' }]],
  ]
  const packet = JSON.stringify({ from: 'a node of the next version', seq: 1, items, field: true })
  await onDatabase((admin) => admin`select pg_notify('balcao', ${packet})`)
  await createTag('Depois')
  await until('the event after', () => countTags() === 2)
  expect(await Promise.all([one, two].map(async (node) => (await node.get('/readyz')).status))).toEqual([200, 200])
  tab.close()
})

test('a drained node answers requests but not /readyz, closes its sockets, and takes work again when it is received', async () => {
  await onDatabase((admin) => admin`delete from nodes`) // killed ones of earlier tests count as living for 20 s
  const [one, two] = [await serveNode(), await serveNode()]
  const token = await signIn(one)
  const [client, other] = [createApiClient(one, token), createApiClient(two, token)]
  const { here: id } = await other<Nodes>('GET', '/nodes')
  const stateOf = async () => (await client<Nodes>('GET', '/nodes')).nodes.find((node) => node.id === id)?.state
  expect(await stateOf()).toBe('serving')
  const tab = await openTab(two, token)
  await client('PUT', `/nodes/${id}`, { state: 'drained' })
  const readiness = async () => {
    const answer = await two.get('/readyz')
    return `${answer.status} ${await answer.text()}`
  }
  await until('the drained node', async () => (await readiness()) === '503 drained')
  expect(await stateOf()).toBe('drained')
  expect((await other<Nodes>('GET', '/nodes')).nodes).toHaveLength(2)
  await until('the end of the socket', () => tab.isClosed())
  const { here } = await client<Nodes>('GET', '/nodes')
  await expect(client('PUT', `/nodes/${here}`, { state: 'drained' })).rejects.toThrow('409 {"error":"ERR_LAST_NODE"')
  await expect(client('PUT', '/nodes/none', { state: 'drained' })).rejects.toThrow('404 {"error":"ERR_NO_NODE_FOUND"')
  await other('PUT', `/nodes/${id}`, { state: 'serving' })
  await until('the node that takes work', async () => (await readiness()) === '200 ready')
  const { lines } = await client<{ lines: { entity: string; after: string }[] }>('GET', '/audit')
  const states = lines.filter(({ entity }) => entity === 'node').map(({ after }) => after)
  expect(states).toEqual([{ state: 'serving' }, { state: 'drained' }] as never)
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

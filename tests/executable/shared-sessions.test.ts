import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { SQL } from 'bun'
import { type PostgresServer, startPostgres } from '../../scripts/postgres'
import { clientOptions } from '../../src/core/storage/postgres/address'
import { type SimulatedWhatsApp, startSimulatedWhatsApp } from '../simulated-whatsapp'
import { until } from '../until'
import { type ApiClient, createApiClient } from './api-client'
import { cleanUp, type Serving, serve, signIn } from './balcao'

const owner = '5511911110001'
let database: PostgresServer
let admin: SQL
let whatsapp: SimulatedWhatsApp
beforeAll(async () => {
  database = await startPostgres()
  admin = new SQL({ ...clientOptions(database.address), max: 1 } as never)
  whatsapp = await startSimulatedWhatsApp()
  await whatsapp.control.addOwner({ number: owner, name: 'Loja' })
})
afterEach(cleanUp)
afterAll(async () => {
  await admin.close({ timeout: 0 })
  await database.stop()
})

interface Connection {
  id: number
  status: string
  qrcode: string
}

const serveNode = () =>
  serve({
    ...whatsapp.env,
    BALCAO_DATABASE_URL: database.address,
    BALCAO_SECRET: 'one root key for all of the nodes',
  })

/** Port of the node that has the lease of a connection. */
async function holderOf(id: number): Promise<number | null> {
  const rows = await admin`select name from nodes join leases on leases.node = nodes.id where "whatsappId" = ${id}`
  return rows[0] ? Number(rows[0].name.split(':').at(-1)) : null
}

const connectionOf = (client: ApiClient, id: number) => client<Connection>('GET', `/whatsapp/${id}`)
const isConnected = async (client: ApiClient, id: number) => (await connectionOf(client, id)).status === 'CONNECTED'

test('two nodes share a session: either one links, types, sends and logs out, and one that is drained or stops hands it over', async () => {
  const { control } = whatsapp
  const nodes: [Serving, Serving] = [await serveNode(), await serveNode()]
  const token = await signIn(nodes[0])
  const [one, two] = [createApiClient(nodes[0], token), createApiClient(nodes[1], token)]
  const { id } = await one<Connection>('POST', '/whatsapp', { name: 'Loja', isDefault: true })
  const qr = await until('a QR code', async () => (await connectionOf(two, id)).qrcode)
  await control.scan({ owner, qr })
  await until('the connection', () => isConnected(two, id))

  const { number } = await control.addCustomer({ name: 'Ana' })
  await control.send({ from: number, to: owner, content: 'Oi!' })
  const ticket = await until('a ticket', async () => {
    const { tickets } = await two<{ tickets: { id: number }[] }>('GET', '/tickets?status=pending')
    return tickets[0]
  })
  await two('PUT', `/tickets/${ticket.id}`, { status: 'open' })
  for (const [n, client] of [one, two].entries()) {
    await client('POST', `/tickets/${ticket.id}/typing`, { presence: 'composing' })
    await control.waitForStanza({ number: owner, tag: 'chatstate', count: n + 1 })
  }
  await one('POST', `/messages/${ticket.id}`, { body: 'de um' })
  await control.waitForMessage({ phone: number, text: 'de um' })
  await two('POST', `/messages/${ticket.id}`, { body: 'de outro' })
  await control.waitForMessage({ phone: number, text: 'de outro' })

  const drained = await holderOf(id)
  const [asked, askedNode] = nodes[0].port === drained ? [two, one] : [one, two]
  const { here } = await askedNode<{ here: string }>('GET', '/nodes')
  await asked('PUT', `/nodes/${here}`, { state: 'drained' })
  await until('the session away from the drained node', async () => ![drained, null].includes(await holderOf(id)))
  await until('the connection of the other node', () => isConnected(askedNode, id))
  await askedNode('POST', `/messages/${ticket.id}`, { body: 'pelo nó esvaziado' })
  await control.waitForMessage({ phone: number, text: 'pelo nó esvaziado' })
  await asked('PUT', `/nodes/${here}`, { state: 'serving' })

  const first = await holderOf(id)
  const [leaving, staying] = nodes[0].port === first ? [nodes[0], two] : [nodes[1], one]
  expect(await leaving.stop()).toBe(0)
  await until('the session elsewhere', async () => ![first, null].includes(await holderOf(id)))
  await staying('POST', `/messages/${ticket.id}`, { body: 'depois' })
  await control.waitForMessage({ phone: number, text: 'depois' })
  const logIns = (await control.connections({ number: owner })).filter(({ state }) => state === 'logged-in')
  expect(logIns).toHaveLength(3)

  const third = createApiClient(await serveNode(), token)
  await third('DELETE', `/whatsappsession/${id}`)
  expect(await connectionOf(staying, id)).toMatchObject({ status: 'DISCONNECTED' })
  expect((await control.owners()).find((each) => each.number === owner)?.devices).toEqual([])
})

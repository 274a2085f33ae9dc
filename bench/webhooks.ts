import { Database as Sqlite } from 'bun:sqlite'
import { createServer } from 'node:net'
import { cancelJob, enqueue } from '../src/core/jobs/enqueue'
import type { Ports } from '../src/core/ports'
import { Scope } from '../src/core/scope'
import { databaseFile } from '../src/core/storage/data-directory'
import type { CompanyId } from '../src/core/storage/schema'
import { SqliteStore } from '../src/core/storage/sqlite/store'
import { enqueueDelivery } from '../src/features/platform/deliveries/enqueue'
import { askers } from './data'
import { below, type Measure, percentile } from './figures'
import { ask } from './numbers'
import { login, serveProduct } from './product'

const perSecond = 200
const seconds = 15
/** Events of the first 3 s compile the code and are not measured. */
const warm = 3 * perSecond
const answerMs = 50
/** Number of waiting requests of the neighbour's receiver, which accepts connections and never answers. */
const backlog = 2000

interface Arrival {
  ticketId: number
  messageId: number
  /** From the time of the event to the answer of the receiver, in ms. */
  took: number
}

/**
 * Delay of webhooks at 200 events per second (replies to tickets of company 1) to a receiver that answers after 50 ms:
 * alone, and while company 2 has a dead receiver with 2,000 waiting requests.
 */
export async function webhooks(data: string): Promise<Measure[]> {
  const alone = await run(data, false)
  const beside = await run(data, true)
  return [
    below(`webhook answered, p99 at ${perSecond} events/s, receiver of ${answerMs} ms`, 500, 'ms', [alone.p99]),
    below('the same beside a neighbour with a dead receiver', 500, 'ms', [beside.p99]),
    below('events lost or out of order in their ticket', 1, '', [alone.wrong + beside.wrong]),
  ]
}

async function run(data: string, hasNeighbour: boolean) {
  using receiver = openReceiver()
  using dead = await openDeadReceiver()
  const hosts = [receiver.port, dead.port].map((port) => `127.0.0.1:${port}`).join(',')
  const product = await serveProduct(data, { BALCAO_INTERNAL_HOSTS: hosts })
  try {
    const tickets = prepare(product.directory)
    const tokens = await Promise.all(askers.map((email) => login(product.url, email)))
    await addWebhook(product.url, tokens[0] as string, receiver.port)
    if (hasNeighbour) await addBacklog(product.directory, dead.port)
    const sent = await sendReplies(product.url, tokens, tickets)
    for (let left = 600; left > 0 && receiver.arrivals.length < sent; left--) await Bun.sleep(50)
    const times = receiver.arrivals.slice(warm).map(({ took }) => took)
    console.error(
      `${sent} sent, ${receiver.arrivals.length} arrived, median ${percentile(times, 0.5)} ms, dead ${dead.count()}`,
    )
    return { p99: percentile(times, 0.99), wrong: sent - receiver.arrivals.length + outOfOrder(receiver.arrivals) }
  } finally {
    await product.stop()
  }
}

const addWebhook = (url: string, token: string, port: number) =>
  ask(url, token, 'POST', '/webhooks', { name: 'Bench', url: `http://127.0.0.1:${port}/`, events: ['message.created'] })

/** Allows integrations, and returns the open tickets of company 1. */
function prepare(directory: string): number[] {
  const sqlite = new Sqlite(databaseFile(directory))
  sqlite.run('pragma busy_timeout = 20000')
  sqlite.run('update plans set useIntegrations = 1')
  const rows = sqlite.query("select id from tickets where companyId = 1 and status = 'open' limit 100").all()
  sqlite.close()
  return (rows as { id: number }[]).map(({ id }) => id)
}

/** Sends replies at an even pace; returns how many were accepted. */
async function sendReplies(url: string, tokens: string[], tickets: number[]): Promise<number> {
  const total = perSecond * seconds
  const begun = performance.now()
  const pending: Promise<unknown>[] = []
  for (let n = 0; n < total; n++) {
    const wait = begun + (n * 1000) / perSecond - performance.now()
    if (wait > 0) await Bun.sleep(wait)
    const path = `/messages/${tickets[n % tickets.length]}`
    pending.push(ask(url, tokens[n % tokens.length] as string, 'POST', path, { body: `mensagem ${n}` }))
  }
  return (await Promise.allSettled(pending)).filter(({ status }) => status === 'fulfilled').length
}

function openReceiver() {
  const arrivals: Arrival[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const { createdAt, message } = (await request.json()) as Body
      await Bun.sleep(answerMs)
      arrivals.push({ ticketId: message.ticketId, messageId: message.id, took: Date.now() - Date.parse(createdAt) })
      return new Response()
    },
  })
  return { port: server.port as number, arrivals, [Symbol.dispose]: () => void server.stop(true) }
}
interface Body {
  createdAt: string
  message: { id: number; ticketId: number }
}

/** Accepts connections and never answers. */
async function openDeadReceiver() {
  let connections = 0
  const server = createServer(() => connections++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return { port, count: () => connections, [Symbol.dispose]: () => void server.close() }
}

/** Adds a webhook of company 2 with waiting requests of as many tickets; a busy timeout lets the server write too. */
async function addBacklog(directory: string, port: number) {
  const sqlite = new Sqlite(databaseFile(directory))
  sqlite.run('pragma busy_timeout = 20000')
  const store = new SqliteStore(sqlite)
  const ports = { store, enqueue, cancelJob, wakeJobs() {} } as unknown as Ports
  await Scope.for(ports, 2 as CompanyId, { system: 'bench' }).transaction(async (scope) => {
    const row = { name: 'Dead', url: `http://127.0.0.1:${port}/`, events: '[]', secretSealed: null }
    const { id } = await scope.db
      .insert('webhooks', { ...row, disabledReason: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (let n = 0; n < backlog; n++)
      await enqueueDelivery(scope, {
        ...{ source: 'webhook', sourceId: id, event: 'ticket.updated', order: `ticket:${n}`, payload: {} },
      })
  })
  sqlite.close()
}

/** Number of arrivals after a later message of their ticket. */
function outOfOrder(arrivals: Arrival[]): number {
  const last = new Map<number, number>()
  let wrong = 0
  for (const { ticketId, messageId } of arrivals) {
    if (messageId < (last.get(ticketId) ?? 0)) wrong++
    last.set(ticketId, Math.max(messageId, last.get(ticketId) ?? 0))
  }
  return wrong
}

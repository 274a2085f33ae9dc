import { Database as Sqlite } from 'bun:sqlite'
import { type Emulator, startEmulator } from '../emulator/emulator'
import { enqueue } from '../src/core/jobs/enqueue'
import { databaseFile } from '../src/core/storage/data-directory'
import type { CompanyId } from '../src/core/storage/schema'
import { SqliteStore } from '../src/core/storage/sqlite/store'
import { TenantDb } from '../src/core/storage/tenant'
import { until } from '../tests/until'
import { askers } from './data'
import { type Measure, percentile, ratio } from './figures'
import { ask, link, towards } from './numbers'
import { login, serveProduct } from './product'

const rounds = 5
const people = 10
const warm = 100
const replies = 300
/** The number of the company that has the backlog, and of the company whose replies are measured. */
const numbers = { busy: '5511911110001', other: '5511911110002' }

interface Backlog {
  emulator: Emulator
  directory: string
  /** The connection of the company with the backlog, and one of its tickets. */
  whatsappId: number
  ticketId: number
}

/** Jobs of company 1 that cannot continue, by the name of their line. */
const backlogs: Record<string, (backlog: Backlog) => Promise<void>> = {
  'while another company has 10,000 due files that stand still': (backlog) => addFiles(backlog, 10_000),
  'beside 10,000 replies in one lane of a number that does not answer': (backlog) =>
    addReplies(backlog, 10_000, () => 1),
  'beside 1,000 replies over a number that does not answer': (backlog) => addReplies(backlog, 1000, (n) => n),
}

/**
 * Replies of one company, from the request to the customer's phone, while the jobs of another company cannot continue,
 * beside replies without that backlog. Both sides are executables with one number of each company at the emulator.
 */
export async function fairJobs(data: string): Promise<Measure[]> {
  const measures: Measure[] = []
  for (const [name, addBacklog] of Object.entries(backlogs)) {
    const pairs: [number, number][] = []
    for (let round = 0; round < rounds; round++) pairs.push(await besideAndAlone(data, addBacklog))
    measures.push(ratio(`a reply p99 ${name} ÷ alone, ms`, 1.2, 'less', pairs))
  }
  return measures
}

/** p99 (ms) of two executables that answer in turn, the first of which has the backlog. */
async function besideAndAlone(
  data: string,
  addBacklog: (backlog: Backlog) => Promise<void>,
): Promise<[number, number]> {
  const [beside, alone] = [await openSite(data), await openSite(data)]
  try {
    const [ticket] = beside.busy.tickets as [Ticket]
    await addBacklog({ ...beside, whatsappId: beside.busy.whatsappId, ticketId: ticket.ticketId })
    await Bun.sleep(2000) // the job loop looks for work every second
    const times: [number, number][] = []
    for (let n = 0; n < replies; n++)
      times.push(
        n % 2 ? [await reply(beside, n), await reply(alone, n)] : swap(await reply(alone, n), await reply(beside, n)),
      )
    refuseDrained(beside.directory)
    return [0, 1].map((side) =>
      percentile(
        times.map((pair) => pair[side] as number),
        0.99,
      ),
    ) as [number, number]
  } finally {
    await Promise.all([beside.stop(), alone.stop()])
  }
}

/** @throws Error when the backlog is gone, because then nothing was measured beside it */
function refuseDrained(directory: string) {
  const sqlite = new Sqlite(databaseFile(directory), { readonly: true })
  const { left } = sqlite.query('select count(*) as left from jobs where companyId = 1').get() as { left: number }
  sqlite.close()
  if (left < 900) throw new Error(`only ${left} jobs of the backlog are left`)
}

const swap = (a: number, b: number): [number, number] => [b, a]

/** Starts an executable and its emulator, with two companies that each have a number and conversations. */
async function openSite(data: string) {
  const emulator = await startEmulator()
  const product = await serveProduct(data, await towards(emulator))
  const busy = await openConversations(product.url, askers[0] as string, emulator, numbers.busy, 1)
  const other = await openConversations(product.url, 'admin2@bench.test', emulator, numbers.other, people)
  const stop = async () => {
    await product.stop()
    await emulator.stop()
  }
  const site = { url: product.url, directory: product.directory, emulator, busy, other, stop }
  for (let n = 0; n < warm; n++) await reply(site, n)
  return site
}

type Site = Awaited<ReturnType<typeof openSite>>

interface Ticket {
  ticketId: number
  phone: string
}

const customerOf = (number: string, n: number) => `${number.slice(0, -4)}${5000 + 100 * Number(number.at(-1)) + n}`

/** Links a number; `count` customers write to it and their tickets are accepted. */
async function openConversations(url: string, email: string, emulator: Emulator, number: string, count: number) {
  const token = await login(url, email)
  const whatsappId = await link(url, token, emulator, number)
  const tickets: Ticket[] = []
  for (let n = 0; n < count; n++) {
    const phone = customerOf(number, n)
    await emulator.customer(phone).send(emulator.owner(number), 'Oi')
    const { id } = await until(`the ticket of ${phone}`, async () => {
      const { tickets } = await ask<{ tickets: { id: number; contact: { number: string } }[] }>(
        url,
        token,
        'GET',
        '/tickets?status=pending&showAll=true',
      )
      return tickets.find(({ contact }) => contact.number === phone)
    })
    await ask(url, token, 'PUT', `/tickets/${id}`, { status: 'open' })
    tickets.push({ ticketId: id, phone })
  }
  return { token, whatsappId, tickets }
}

/** Milliseconds from the request until the customer's phone shows the reply. */
async function reply({ url, other, emulator }: Pick<Site, 'url' | 'other' | 'emulator'>, n: number): Promise<number> {
  const { ticketId, phone } = other.tickets[n % people] as Ticket
  const body = crypto.randomUUID()
  const shown = emulator.customer(phone).waitFor(({ text }) => text === body, 60_000)
  const from = performance.now()
  const sent = ask(url, other.token, 'POST', `/messages/${ticketId}`, { body })
  await shown
  const took = performance.now() - from
  await sent
  await Bun.sleep(5)
  return took
}

/** Adds a received file that the media host does not deliver, and `count` copies of it, each with its job. */
async function addFiles({ emulator, directory, ticketId }: Backlog, count: number) {
  emulator.faults.holdMedia(true, 'download')
  const image = Buffer.alloc(20_000, 7)
  await emulator.customer(customerOf(numbers.busy, 0)).send(emulator.owner(numbers.busy), { image })
  await withDatabase(directory, async (sqlite, put) => {
    const pending = `from messages where ticketId = ${ticketId} and mediaStatus = 'pending'`
    await until('the file waits to be fetched', () => sqlite.query(`select id ${pending}`).get())
    const ids = copyMessage(sqlite, `${pending} limit 1`, count)
    await put(ids.map((messageId) => ['media.fetch', { messageId }, {}]))
  })
}

/** Freezes the number and adds `count` replies over it; `lane` numbers the lane of each. */
async function addReplies(
  { emulator, directory, whatsappId, ticketId }: Backlog,
  count: number,
  lane: (n: number) => number,
) {
  emulator.faults.fail(503, numbers.busy) // refuses reconnects after the product gives up the frozen connection
  emulator.faults.freeze(numbers.busy)
  await withDatabase(directory, async (sqlite, put) => {
    const written = `from messages where ticketId = ${ticketId}`
    const ids = copyMessage(sqlite, `${written} order by id limit 1`, count)
    sqlite.run("update messages set fromMe = 1, ack = 0 where waId like 'COPY%'")
    const group = `wa:${whatsappId}`
    await put(
      ids.map((messageId, n) => ['message.deliver', { messageId }, { lane: `${group}/ticket:x${lane(n)}`, group }]),
    )
  })
}

type Put = (jobs: [Parameters<typeof enqueue>[1], object, Parameters<typeof enqueue>[3]][]) => Promise<void>

/** Opens the database of a running server; a busy timeout lets both write in turn. */
async function withDatabase(directory: string, work: (sqlite: Sqlite, put: Put) => Promise<void>) {
  const sqlite = new Sqlite(databaseFile(directory))
  sqlite.run('pragma busy_timeout = 20000')
  const store = new SqliteStore(sqlite)
  const put: Put = (jobs) =>
    store.write(async (tx) => {
      const db = TenantDb.of(store, 1 as CompanyId, tx)
      for (const [name, payload, options] of jobs) await enqueue(db, name, payload, options)
    })
  await work(sqlite, put)
  sqlite.close()
}

/** Copies one message `count` times with new ids; returns the ids. */
function copyMessage(sqlite: Sqlite, from: string, count: number): number[] {
  const columns = sqlite.query("select name from pragma_table_info('messages') where name not in ('id', 'waId')").all()
  const names = (columns as { name: string }[]).map(({ name }) => `"${name}"`).join(', ')
  const copy = sqlite.query(`insert into messages (waId, ${names}) select ?, ${names} ${from} returning id`)
  const ids: number[] = []
  sqlite.transaction(() => {
    for (let n = 0; n < count; n++) ids.push((copy.get(`COPY${n}`) as { id: number }).id)
    sqlite.run('update search_progress set indexed = (select max(id) from messages)') // the copies are not indexed
  })()
  return ids
}

import { Database as Sqlite } from 'bun:sqlite'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Emulator, startEmulator } from '../emulator/emulator'
import { databaseFile } from '../src/core/storage/data-directory'
import { until } from '../tests/until'
import { askers } from './data'
import { below, type Measure, percentile, ratio } from './figures'
import { ask, link, towards } from './numbers'
import { login, scratch, serveProduct } from './product'

const recipients = 100_000
const rounds = 3
export const numbers = 20
const people = 10
const warm = 50
export const replies = 200
const [asker] = askers as [string]

/** Start of a campaign of 100,000 people: snapshot and texts, other requests meanwhile, and its report. */
export async function campaignStart(data: string): Promise<Measure[]> {
  const [starts, slowest, reports]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < rounds; round++) {
    const measured = await startOnce(data)
    starts.push(measured.seconds)
    slowest.push(measured.slowest)
    reports.push(measured.report)
  }
  return [
    below(`start of a campaign of ${recipients} people`, 5, 's', starts),
    below('the same: slowest GET /tickets meanwhile', 100, 'ms', slowest),
    below(`report of a campaign of ${recipients} people`, 200, 'ms', reports),
  ]
}

async function startOnce(data: string) {
  const prepared = prepare(data)
  const product = await serveProduct(prepared)
  rmSync(prepared, { recursive: true, force: true })
  try {
    const { url, directory } = product
    const token = await login(url, asker)
    const whatsappId = insertConnection(directory)
    const contactListId = insertList(directory, 0, recipients)
    for (let n = 0; n < warm; n++) await timed(() => ask(url, token, 'GET', '/tickets?status=open'))
    const begun = performance.now()
    const id = await startCampaign(url, token, { whatsappId, contactListId })
    const slowest = await slowestUntil(url, token, () => isPrepared(directory, id))
    const seconds = (performance.now() - begun) / 1000
    await ask(url, token, 'GET', `/campaigns/${id}/report`) // compiles the code before it is measured
    const report = await timed(() => ask(url, token, 'GET', `/campaigns/${id}/report`))
    return { seconds, slowest, report }
  } finally {
    await product.stop()
  }
}

/** Slowest of the requests, sent one after the other every 20 ms, until a condition. */
async function slowestUntil(url: string, token: string, isOver: () => boolean): Promise<number> {
  let slowest = 0
  while (!isOver()) {
    slowest = Math.max(slowest, await timed(() => ask(url, token, 'GET', '/tickets?status=open')))
    await Bun.sleep(20)
  }
  return slowest
}

/**
 * Replies of one company, from the request to the customer's phone, while 20 numbers of another send campaigns as fast as
 * their lanes allow, beside replies without campaigns.
 */
export async function campaignReplies(data: string): Promise<Measure[]> {
  const pairs: [number, number][] = []
  for (let round = 0; round < rounds; round++) pairs.push(await besideAndAlone(data))
  return [ratio(`a reply p99 while ${numbers} numbers send campaigns ÷ without, ms`, 1.2, 'less', pairs)]
}

async function besideAndAlone(data: string): Promise<[number, number]> {
  const prepared = prepare(data)
  const [beside, alone] = [await openSite(prepared), await openSite(prepared)]
  rmSync(prepared, { recursive: true, force: true })
  try {
    await startCampaigns(beside)
    const times: [number[], number[]] = [[], []]
    for (let n = 0; n < replies; n++)
      for (const side of n % 2 ? ([0, 1] as const) : ([1, 0] as const))
        times[side].push(await reply(side === 0 ? beside : alone, n))
    console.error(`${countSent(beside.directory)} campaign messages meanwhile`)
    return [percentile(times[0], 0.99), percentile(times[1], 0.99)]
  } finally {
    await Promise.all([beside.stop(), alone.stop()])
  }
}

/** Starts an executable and its emulator: 20 numbers of one company, and conversations of another. */
export async function openSite(prepared: string) {
  const emulator = await startEmulator()
  const product = await serveProduct(prepared, await towards(emulator))
  const token = await login(product.url, asker)
  const connections: number[] = []
  for (let n = 0; n < numbers; n++) connections.push(await link(product.url, token, emulator, ownerOf(n)))
  const other = await openConversations(product.url, emulator)
  const stop = async () => {
    await product.stop()
    await emulator.stop()
  }
  const site = { url: product.url, directory: product.directory, emulator, token, connections, other, stop }
  for (let n = 0; n < warm; n++) await reply(site, n)
  return site
}
type Site = Awaited<ReturnType<typeof openSite>>

export const ownerOf = (n: number) => `55119111${String(20_000 + n)}`
const replier = '5511911110002'
const customerOf = (n: number) => `551191111${String(5200 + n)}`
export const recipientOf = (list: number, n: number) => `5521${900_000_000 + list * 1_000_000 + n}`

export async function startCampaigns({ url, token, directory, connections, emulator }: Site) {
  for (const [n, whatsappId] of connections.entries()) {
    const contactListId = insertList(directory, n, replies)
    for (let each = 0; each < replies; each++) emulator.customer(recipientOf(n, each))
    await startCampaign(url, token, { whatsappId, contactListId })
  }
  await until('every number sends', () => countSent(directory) >= numbers * 2)
}

async function openConversations(url: string, emulator: Emulator) {
  const token = await login(url, 'admin2@bench.test')
  await link(url, token, emulator, replier)
  const tickets: { ticketId: number; phone: string }[] = []
  for (let n = 0; n < people; n++) {
    const phone = customerOf(n)
    await emulator.customer(phone).send(emulator.owner(replier), 'Oi')
    const { id } = await until(`the ticket of ${phone}`, async () => {
      const path = '/tickets?status=pending&showAll=true'
      const answer = await ask<{ tickets: { id: number; contact: { number: string } }[] }>(url, token, 'GET', path)
      return answer.tickets.find(({ contact }) => contact.number === phone)
    })
    await ask(url, token, 'PUT', `/tickets/${id}`, { status: 'open' })
    tickets.push({ ticketId: id, phone })
  }
  return { token, tickets }
}

/** Milliseconds from the request until the customer's phone shows the reply. */
async function reply({ url, other, emulator }: Pick<Site, 'url' | 'other' | 'emulator'>, n: number): Promise<number> {
  const { ticketId, phone } = other.tickets[n % people] as { ticketId: number; phone: string }
  const body = crypto.randomUUID()
  const shown = emulator.customer(phone).waitFor(({ text }) => text === body, 60_000)
  const took = timed(async () => {
    void ask(url, other.token, 'POST', `/messages/${ticketId}`, { body })
    await shown
  })
  await took
  await Bun.sleep(5)
  return took
}

/** Copies the data and turns the plan's campaigns on. */
export function prepare(data: string): string {
  const prepared = join(scratch, `campaigns-${crypto.randomUUID()}`)
  mkdirSync(scratch, { recursive: true })
  cpSync(data, prepared, { recursive: true })
  withDatabase(prepared, (sqlite) => {
    sqlite.run('update plans set useCampaigns = 1, connections = 1000')
    sqlite.run('update users set super = 1 where id = (select max(id) from users)') // else the server waits for its owner
  })
  return prepared
}

const unlimited = {
  ...{ messageInterval: 0, longerIntervalAfter: 0, hourlyCap: 0, dailyCap: 0, warmUp: false },
  ...{ windowStart: '00:00', windowEnd: '00:00', windowDays: [0, 1, 2, 3, 4, 5, 6] },
}

async function startCampaign(url: string, token: string, uses: { whatsappId: number; contactListId: number }) {
  await ask(url, token, 'POST', '/campaign-settings', { settings: unlimited })
  const texts = { message1: 'Oi {nome}, veja as ofertas da semana em {numero}.', message2: 'Olá {primeiroNome}!' }
  const scheduledAt = new Date().toISOString()
  const campaign = { name: 'Ofertas', ...texts, basis: 'customers', scheduledAt, ...uses }
  return (await ask<{ id: number }>(url, token, 'POST', '/campaigns', campaign)).id
}

/** A connection that is not linked: the campaign waits for it after its start. */
const insertConnection = (directory: string) =>
  withDatabase(directory, (sqlite) => {
    const row = sqlite.query("insert into connections (companyId, name) values (1, 'campanhas') returning id").get()
    return (row as { id: number }).id
  })

/** Inserts a list with verified people, in the database of a running server. */
const insertList = (directory: string, list: number, count: number): number =>
  withDatabase(directory, (sqlite) => {
    const name = `lista ${list}`
    const query = 'insert into contact_lists (companyId, name, searchText) values (1, ?, ?) returning id'
    const { id } = sqlite.query(query).get(name, name) as { id: number }
    const item = sqlite.query(`insert into contact_list_items
      (companyId, contactListId, name, searchText, number, validity, waJid) values (1, ?, ?, ?, ?, 'valid', ?)`)
    sqlite.transaction(() => {
      for (let n = 0; n < count; n++) {
        const [person, number] = [`Pessoa ${n}`, recipientOf(list, n)]
        item.run(id, person, person, number, `${number}@s.whatsapp.net`)
      }
    })()
    return id
  })

const isPrepared = (directory: string, id: number) =>
  withDatabase(
    directory,
    (sqlite) => sqlite.query('select id from campaigns where id = ? and preparedAt is not null').get(id) !== null,
  )
const countSent = (directory: string) =>
  withDatabase(
    directory,
    (sqlite) => (sqlite.query('select count(*) as n from campaign_parts where ack > 0').get() as { n: number }).n,
  )

function withDatabase<R>(directory: string, work: (sqlite: Sqlite) => R): R {
  const sqlite = new Sqlite(databaseFile(directory))
  sqlite.run('pragma busy_timeout = 20000')
  try {
    return work(sqlite)
  } finally {
    sqlite.close()
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

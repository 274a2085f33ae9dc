import { Database as Sqlite } from 'bun:sqlite'
import { mkdirSync } from 'node:fs'
import { migrations } from '../migrations'
import type { Ports } from '../src/core/ports'
import { Platform } from '../src/core/scope'
import { databaseFile } from '../src/core/storage/data-directory'
import { migrate } from '../src/core/storage/migrate'
import type { CompanyId } from '../src/core/storage/schema'
import { type IndexedMessage, indexMessages } from '../src/core/storage/search-index'
import { SqliteHandle } from '../src/core/storage/sqlite/handle'
import { openStore, type SqliteStore } from '../src/core/storage/sqlite/store'
import { storeDaysBefore } from '../src/features/inbox/dashboard/days'
import { textOf } from '../src/features/inbox/search/words'

export interface Size {
  companies: number
  tickets: number
  messages: number
}
export const small: Size = { companies: 20, tickets: 1_000, messages: 10_000 }
export const large: Size = { companies: 20, tickets: 100_000, messages: 1_000_000 }

/** Password of all users. */
export const password = 'medir sem pressa 42'
/** Admins of company 1, which owns half of all rows; several, because requests are limited per user. */
export const askers = Array.from({ length: 16 }, (_, n) => `asker${n + 1}@bench.test`)
/** Number of open tickets of company 1's admin in the large data; replies go to them. */
export const openTickets = 1_000

/** Companies with 50 attendants each: one with as many attendances as there are tickets, one with a tenth of them. */
export const reporting = [1, 2]
const attendants = 50
/** The days of all rows, and the day after them. */
export const period = { date_from: '2026-08-01', date_to: '2026-10-29', next: '2026-10-30' }

const words =
  'bom dia pedido entrega horario preço boleto pix retirada amanhã obrigado confirmar agenda consulta produto troca nota garantia endereço cidade loja aberto hoje quero saber valor desconto cartão parcela envio rastreio chegou falta peça cor tamanho modelo reserva mesa'.split(
    ' ',
  )

/** Occurs in one of `rareEvery` messages. */
export const rareWord = 'ornitorrinco'
const rareEvery = 20_000

/** Random numbers from a seed (mulberry32), so that all runs measure the same data. */
function generator(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/**
 * Makes a data directory with `size` rows in the product's own schema: company 1 has half, the others share the rest;
 * one ticket in ten is open, one in ten pending. Half a minute for a million messages.
 */
export async function makeData(directory: string, size: Size) {
  mkdirSync(directory, { recursive: true })
  const file = databaseFile(directory)
  await withStore(file, (store) => migrate(store, migrations))
  const passwordHash = await Bun.password.hash(password, {
    algorithm: 'argon2id',
    memoryCost: 19456,
    timeCost: 2,
  })
  await fill(file, size, passwordHash)
  await withStore(file, async (store) => {
    const platform = new Platform({ store } as unknown as Ports)
    const actor = { system: 'bench' }
    for (const company of reporting) await storeDaysBefore(platform.scope(company as CompanyId, actor), period.next)
    store.raw.statements.sqlite.run('analyze')
  })
}

async function withStore(file: string, work: (store: SqliteStore) => Promise<unknown>) {
  const store = openStore(file)
  await work(store)
  await store.close()
}

/**
 * Inserts all rows in one transaction without journal or flush, and creates the indexes afterwards. Triggers that count
 * a number's messages would search them without an index; the points of a number stay empty.
 */
async function fill(file: string, size: Size, passwordHash: string) {
  const sqlite = new Sqlite(file)
  for (const pragma of ['journal_mode = off', 'synchronous = off', 'cache_size = -400000', 'temp_store = memory'])
    sqlite.run(`pragma ${pragma}`)
  const indexes = sqlite.query("select name, sql from sqlite_master where type = 'index' and sql <> ''").all()
  const counting = "type = 'trigger' and tbl_name = 'messages' and name like 'number_points%'"
  const triggers = sqlite.query(`select name, sql from sqlite_master where ${counting}`).all()
  sqlite.run('begin')
  for (const { name } of indexes as Stored[]) sqlite.run(`drop index "${name}"`)
  for (const { name } of triggers as Stored[]) sqlite.run(`drop trigger "${name}"`)
  companies(sqlite, size.companies, passwordHash)
  const owners = tickets(sqlite, size)
  await messages(sqlite, size, owners)
  for (const [at, company] of reporting.entries()) attendances(sqlite, company, owners, size.tickets / 10 ** at)
  for (const { sql } of [...indexes, ...triggers] as Stored[]) sqlite.run(sql)
  sqlite.run('commit')
  const [broken] = sqlite.query('pragma foreign_key_check').all()
  if (broken) throw new Error(`a row that points nowhere: ${JSON.stringify(broken)}`)
  sqlite.close()
}

/** An index or a trigger. */
interface Stored {
  name: string
  sql: string
}

function companies(sqlite: Sqlite, count: number, passwordHash: string) {
  sqlite.run(
    "insert into plans (id, name, users, connections, queues, value) values (1, 'Bench', 9999, 9999, 9999, 3000)",
  )
  const company = sqlite.prepare(
    "insert into companies (id, name, email, phone, planId, dueDate) values (?, ?, '', '', 1, '2099-12-31')",
  )
  const user = sqlite.prepare(
    "insert into users (id, companyId, name, email, passwordHash, profile) values (?, ?, ?, ?, ?, 'admin')",
  )
  const queue = sqlite.prepare("insert into queues (companyId, name, color) values (?, ?, '#0a7')")
  const connection = sqlite.prepare(
    "insert into connections (id, companyId, name, isDefault) values (?, ?, 'principal', 1)",
  )
  for (let id = 1; id <= count; id++) {
    company.run(id, `Empresa ${id}`)
    user.run(id, id, `Admin ${id}`, `admin${id}@bench.test`, passwordHash)
    for (let n = 1; n <= 5; n++) queue.run(id, `Setor ${n}`)
    connection.run(id, id)
  }
  for (const [n, email] of askers.entries()) user.run(1000 + n, 1, `Asker ${n}`, email, passwordHash)
  // Without a super user the product waits to be set up and refuses every login.
  user.run(900, 1, 'Provedor', 'provedor@bench.test', passwordHash)
  sqlite.run('update users set super = 1 where id = 900')
}

interface Owned {
  company: number
  contact: number
}

function tickets(sqlite: Sqlite, { companies, tickets }: Size): Owned[] {
  const random = generator(1)
  const contact = sqlite.prepare(
    'insert into contacts (id, companyId, name, number, waJid, searchText) values (?, ?, ?, ?, ?, ?)',
  )
  const ticket = sqlite.prepare(
    `insert into tickets (id, companyId, uuid, status, contactId, whatsappId, userId, queueId, lastMessage, lastMessageAt,
     createdAt, updatedAt) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const owners: Owned[] = []
  // The small data, too, has full pages in every list.
  const openAtFirst = Math.min(openTickets, tickets / 100)
  for (let id = 1; id <= tickets; id++) {
    const company = id <= tickets / 2 ? 1 : 2 + Math.floor(random() * (companies - 1))
    const number = `55119${String(80_000_000 + id)}`
    const name = `${words[Math.floor(random() * words.length)]} ${id}`
    contact.run(id, company, name, number, `${number}@s.whatsapp.net`, name)
    const status = id <= openAtFirst || random() < 0.1 ? 'open' : random() < 0.11 ? 'pending' : 'closed'
    const queue = (company - 1) * 5 + 1 + Math.floor(random() * 5)
    const at = moment(Math.floor(random() * 90 * 86_400))
    const user = status === 'pending' ? null : company
    ticket.run(id, company, crypto.randomUUID(), status, id, company, user, queue, sentence(random), at, at, at)
    owners.push({ company, contact: id })
  }
  return owners
}

const indexedAtOnce = 1_000

async function messages(sqlite: Sqlite, { messages, tickets }: Size, owners: Owned[]) {
  const random = generator(2)
  const message = sqlite.prepare(
    `insert into messages (companyId, ticketId, contactId, whatsappId, waId, fromMe, origin, body, mediaType, ack,
     createdAt, updatedAt) values (?, ?, ?, ?, ?, ?, ?, ?, 'chat', 3, ?, ?)`,
  )
  const writer = new SqliteHandle(sqlite, false)
  let found: IndexedMessage[] = []
  for (let id = 1; id <= messages; id++) {
    const ticketId = 1 + Math.floor(random() * tickets)
    const { company, contact } = owners[ticketId - 1] as Owned
    const fromMe = random() < 0.5 ? 1 : 0
    const at = moment(Math.floor((id / messages) * 90 * 86_400))
    const origin = fromMe ? 'agent' : 'customer'
    const body = id % rareEvery === 0 ? `${sentence(random)} ${rareWord}` : sentence(random)
    message.run(company, ticketId, contact, company, `BENCH${id}`, fromMe, origin, body, at, at)
    found.push({ id, companyId: company as CompanyId, text: textOf({ mediaType: 'chat', body }) })
    if (found.length === indexedAtOnce || id === messages) {
      await indexMessages(writer, found)
      found = []
    }
  }
  sqlite.run('update search_progress set indexed = ?', [messages])
  writer.statements.clear()
}

/** Attendance rows of a company: each ticket in turn, some more than once, by random attendants. */
function attendances(sqlite: Sqlite, company: number, owners: Owned[], count: number) {
  const random = generator(2 + company)
  const user = sqlite.prepare(
    "insert into users (id, companyId, name, email, passwordHash, profile) values (?, ?, ?, ?, '', 'user')",
  )
  const first = 1000 + 1000 * company
  for (let n = 0; n < attendants; n++) user.run(first + n, company, `Atendente ${n}`, `a${first + n}@bench.test`)
  const insert = sqlite.prepare(
    `insert into attendances (companyId, ticketId, queuedAt, startedAt, firstResponseAt, finishedAt, userId, queueId,
     rate, reason, createdAt) values (?, ?, ?, ?, ?, ?, ?, ?, ?, 'agent', ?)`,
  )
  const tickets = owners.flatMap((owner, at) => (owner.company === company ? at + 1 : []))
  for (let id = 0; id < count; id++) {
    const began = Math.floor((id / count) * 89 * 86_400)
    const taken = began + Math.floor(random() ** 3 * 7200)
    const [answered, over] = [taken + Math.floor(random() * 300), taken + 300 + Math.floor(random() ** 2 * 14_400)]
    const [who, queue] = [first + Math.floor(random() * attendants), (company - 1) * 5 + 1 + Math.floor(random() * 5)]
    const [at, startedAt, answeredAt, finishedAt] = [moment(began), moment(taken), moment(answered), moment(over)]
    const rate = random() < 0.3 ? 1 + Math.floor(random() * 3) : null
    const ticketId = tickets[id % tickets.length] as number
    insert.run(company, ticketId, at, startedAt, answeredAt, finishedAt, who, queue, rate, at)
  }
}

/** About 56 characters on average. */
function sentence(random: () => number): string {
  const count = 4 + Math.floor(random() * 12)
  return Array.from({ length: count }, () => words[Math.floor(random() * words.length)]).join(' ')
}

const start = Date.parse('2026-08-01T00:00:00.000Z')
const moment = (seconds: number) => new Date(start + seconds * 1000).toISOString()

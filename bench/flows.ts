import { Database as Sqlite } from 'bun:sqlite'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { cancelJob, enqueue } from '../src/core/jobs/enqueue'
import type { Ports } from '../src/core/ports'
import { Scope } from '../src/core/scope'
import { databaseFile } from '../src/core/storage/data-directory'
import type { CompanyId } from '../src/core/storage/schema'
import { openStore, type SqliteStore } from '../src/core/storage/sqlite/store'
import { enqueueFlow } from '../src/features/automation/flows/runs/enqueue'
import { replier } from './accept'
import { askers } from './data'
import { below, interleaved, type Measure, percentile, ratio } from './figures'
import { ask } from './numbers'
import { login, type ProductServing, scratch, serveProduct } from './product'

const answers = 8_000
const timers = 10_000
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
/** Time from the preparation of the data until the runs are due, in ms: the start of the product and the logins. */
const leadMs = 20_000
/** Time in ms in which the first half of the answers compiles the code, before the second half is due and measured. */
const warmUpMs = 12_000
/** Pause between two requests of the API during the timers, in ms. */
const pace = 20

const node = (id: string, type: string, data = {}) => ({ id, type, position: { x: 0, y: 0 }, data })
const edge = (source: string, target: string, sourceHandle = 'a') => ({
  ...{ id: `${source}-${sourceHandle}`, source, sourceHandle, target },
})
const options = ['Vendas', 'Suporte', 'Boletos', 'Horários', 'Pessoa'].map((value, at) => ({ number: at + 1, value }))
const flow = {
  nodes: [
    node('1', 'start'),
    node('wait', 'interval', { sec: 60 }),
    node('menu', 'menu', { message: 'Olá {{firstName}}, como podemos ajudar?', arrayOption: options }),
    node('next', 'question', { message: 'Certo. Qual é o número do pedido?', answerKey: 'order' }),
  ],
  connections: [edge('1', 'wait'), edge('wait', 'menu'), edge('menu', 'next', 'a1')],
}

/** Runs that become due at one time: at a menu with the customer's answer, or at the end of an interval. */
interface Waiting {
  state: 'input' | 'timer'
  companies: number[]
  /** Number of runs of each company. */
  each: number
}

/** Steps of the engine per second (a menu's answer → next message stored), beside replies accepted per second. */
export async function flowStep(data: string): Promise<Measure[]> {
  const companies = Array.from({ length: 20 }, (_, n) => n + 1)
  const steps = async () => {
    const { moved, seconds } = await runDue(data, { state: 'input', companies, each: answers / companies.length })
    return moved / seconds
  }
  const replies = async () => {
    const product = await serveProduct(data)
    try {
      const measure = await replier(product)
      await measure() // compiles the code before it is measured
      return await measure()
    } finally {
      await product.stop()
    }
  }
  return [
    ratio(
      'steps of flows per second ÷ replies accepted per second',
      0.7,
      'more',
      await interleaved(rounds, steps, replies),
    ),
  ]
}

/** 10,000 runs of one company whose timers are due at the same time, and the API meanwhile. */
export async function flowTimers(data: string): Promise<Measure[]> {
  const results = []
  for (let n = 0; n < rounds; n++) results.push(await runDue(data, { state: 'timer', companies: [1], each: timers }))
  console.error(`GET /tickets before, p99: ${results.map(({ idle }) => Math.round(idle)).join(' · ')} ms`)
  return [
    below(
      `${timers} runs whose timers are due at once: all moved`,
      60,
      's',
      results.map(({ seconds }) => seconds),
    ),
    below(
      'the same: GET /tickets meanwhile, p99',
      100,
      'ms',
      results.map(({ p99 }) => p99),
    ),
  ]
}

/**
 * Starts the product with runs that become due later; returns the seconds until all have moved, their number, and the
 * API's p99. Of runs at a menu the first half is due earlier and not counted; the API is asked only beside timers.
 */
async function runDue(data: string, waiting: Waiting) {
  const prepared = join(scratch, `flows-${crypto.randomUUID()}`)
  mkdirSync(scratch, { recursive: true })
  cpSync(data, prepared, { recursive: true })
  const isInput = waiting.state === 'input'
  const dueAt = new Date(Date.now() + leadMs + (isInput ? warmUpMs : 0))
  await fill(prepared, waiting, dueAt)
  const product = await serveProduct(prepared)
  rmSync(prepared, { recursive: true, force: true })
  try {
    const tokens = isInput ? [] : await Promise.all(askers.map((email) => login(product.url, email)))
    const idle = await requestUntil(product.url, tokens, () => Date.now() >= dueAt.getTime())
    return { ...(await measure(product, tokens, waiting)), idle: percentile(idle, 0.99) }
  } finally {
    await product.stop()
  }
}

async function measure({ url, directory }: ProductServing, tokens: string[], { state, companies, each }: Waiting) {
  const begun = performance.now()
  const sqlite = new Sqlite(databaseFile(directory), { readonly: true })
  const left = sqlite.query('select count(*) as n from flow_runs where steps = 2 and endedAt is null')
  const countLeft = () => (left.get() as { n: number }).n
  try {
    const moved = countLeft()
    const took = await requestUntil(url, tokens, () => {
      if (performance.now() - begun > 300_000) throw new Error('runs were left behind')
      return countLeft() === 0
    })
    const seconds = (performance.now() - begun) / 1000
    console.error(
      `${moved} of ${companies.length * each} runs at ${state}: ${seconds.toFixed(1)} s, ${took.length} requests`,
    )
    return { moved, seconds, p99: percentile(took, 0.99) }
  } finally {
    sqlite.close()
  }
}

/**
 * Milliseconds of GET /tickets, asked with the tokens in turn every 20 ms until a condition, which is checked every 50
 * ms.
 */
async function requestUntil(url: string, tokens: string[], isOver: () => boolean): Promise<number[]> {
  const took: Promise<number>[] = []
  const time = async (token: string) => {
    const from = performance.now()
    await ask(url, token, 'GET', '/tickets?status=open')
    return performance.now() - from
  }
  const askNext = () => took.push(time(tokens[took.length % tokens.length] as string))
  const asking = tokens.length > 0 ? setInterval(askNext, pace) : undefined
  try {
    while (!isOver()) await Bun.sleep(50)
  } finally {
    clearInterval(asking)
  }
  return Promise.all(took)
}

async function fill(directory: string, waiting: Waiting, dueAt: Date) {
  const store = openStore(databaseFile(directory))
  try {
    store.raw.statements.sqlite.run('update plans set useIntegrations = 1')
    for (const companyId of waiting.companies) {
      insertRuns(store, companyId, waiting, dueAt.toISOString())
      await enqueueRuns(store, companyId, waiting.state === 'input', dueAt)
    }
  } finally {
    await store.close()
  }
}

/** A flow with its version, and contacts with waiting tickets in which it runs. */
function insertRuns(store: SqliteStore, companyId: number, { state, each }: Waiting, dueAt: string) {
  const { sqlite } = store.raw.statements
  const numbers = 'with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)'
  const now = new Date().toISOString()
  const insert = (sql: string, values: (string | number | null)[]) => Number(sqlite.run(sql, values).lastInsertRowid)
  const flowId = insert(
    "insert into flows (companyId, name, searchText, draft, draftAt) values (?, 'Bench', 'bench', null, null)",
    [companyId],
  )
  const versionId = insert(
    "insert into flow_versions (companyId, flowId, number, content, userName) values (?, ?, 1, ?, 'Bench')",
    [companyId, flowId, JSON.stringify(flow)],
  )
  sqlite.run('update flows set versionId = ? where id = ?', [versionId, flowId])
  const connection = insert("insert into connections (companyId, name) values (?, 'flows')", [companyId])
  sqlite.run(
    `${numbers} insert into contacts (companyId, name, searchText, number, waJid)
     select ?, 'Ana ' || i, 'ana ' || i, '5599' || ? || i, '5599' || ? || i || '@s.whatsapp.net' from n`,
    [each, companyId, companyId, companyId],
  )
  sqlite.run(
    `insert into tickets (companyId, uuid, status, chatbot, contactId, whatsappId, lastMessageAt, createdAt)
     select companyId, 'flow' || id, 'pending', 1, id, ?, ?, ? from contacts where companyId = ? and number like '5599%'`,
    [connection, now, now, companyId],
  )
  const mine = "where t.companyId = ? and t.uuid like 'flow%'"
  sqlite.run(
    `insert into attendances (companyId, ticketId, createdAt, queuedAt, botStage)
     select t.companyId, t.id, ?, ?, 'done' from tickets t ${mine}`,
    [now, now, companyId],
  )
  sqlite.run(
    `insert into messages (companyId, ticketId, contactId, whatsappId, waId, fromMe, origin, body, mediaType, createdAt)
     select t.companyId, t.id, t.contactId, t.whatsappId, 'flow' || t.id, 0, 'customer', '1', 'chat', ? from tickets t ${mine}`,
    [now, companyId],
  )
  const isInput = state === 'input'
  sqlite.run(
    `insert into flow_runs (companyId, ticketId, attendanceId, flowId, versionId, state, nodeId, steps, answeredId, wakeAt)
     select t.companyId, t.id, a.id, ?, ?, ?, ?, 2, 0, ?
     from tickets t join attendances a on a.ticketId = t.id ${mine}`,
    [flowId, versionId, state, isInput ? 'menu' : 'wait', isInput ? null : dueAt, companyId],
  )
}

async function enqueueRuns(store: SqliteStore, companyId: number, isInput: boolean, dueAt: Date) {
  const ports = { store, enqueue, cancelJob, wakeJobs() {} } as unknown as Ports
  await Scope.for(ports, companyId as CompanyId, { system: 'bench' }).transaction(async (scope) => {
    const runs = await scope.db.select('flow_runs').select('ticketId').execute()
    const early = new Date(dueAt.getTime() - warmUpMs)
    for (const [n, { ticketId }] of runs.entries())
      await enqueueFlow(scope, ticketId, isInput && n < runs.length / 2 ? early : dueAt)
  })
}

import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stalledError } from '../../src/core/jobs/stalled'
import { type StallRecord, stallFile } from '../../src/core/process/stall-record'
import { until } from '../until'
import { Deployment } from './deployment'
import { type LinkedNumber, linkNumber, waitForConnection } from './linking'

/** The executable stands still in one piece of work, is killed, and serves everything else after its next start. */

let deployment: Deployment
let linked: LinkedNumber
beforeAll(async () => {
  deployment = await Deployment.open()
  linked = await linkNumber(deployment, '5511911110096')
  for (const [name, number] of customers) await deployment.control.addCustomer({ number, name })
}, 600_000)
afterAll(() => deployment.close())

const customers = [
  ['Ana', '5511930000096'],
  ['Bia', '5511930000097'],
] as const
const [[, ana], [, bia]] = customers

const say = (from: string, text: string) => deployment.control.send({ from, to: linked.owner, content: text })

function withDatabase<R>(use: (sqlite: Database) => R): R {
  const sqlite = new Database(join(deployment.dataDir, 'balcao.db'))
  sqlite.run('pragma busy_timeout = 5000')
  try {
    return use(sqlite)
  } finally {
    sqlite.close()
  }
}

/** Makes the insert of rows with a text stand still: SQLite joins the schema with itself, some 10^13 rows. */
const standStillAt = (table: string, column: string, text: string) =>
  withDatabase((sqlite) => {
    const tables = ['a', 'b', 'c', 'd', 'e'].map((name) => `sqlite_schema as ${name}`).join()
    sqlite.run(`create trigger ${table}_${text} before insert on ${table} when new.${column} like '%${text}%'
      begin select count(*) from ${tables}; end`)
  })

async function waitForStall(): Promise<StallRecord> {
  const file = stallFile(deployment.dataDir)
  await until('the record of the stall', async () => existsSync(file))
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** Kills the process that stands still and starts it again. */
async function restart() {
  await deployment.stop('SIGKILL')
  deployment.start()
  await deployment.logIn()
  await waitForConnection(deployment, linked.whatsappId, { status: 'CONNECTED' })
  await until('the work is held back', async () => !existsSync(stallFile(deployment.dataDir)))
}

interface Shown {
  body: string
  mediaType: string
}
async function shownOf(name: string): Promise<Shown[]> {
  const { tickets } = await deployment.get<{ tickets: { id: number; contact: { name: string } }[] }>(
    '/tickets?status=pending&showAll=true',
  )
  const ticket = tickets.find(({ contact }) => contact.name === name)
  return ticket ? (await deployment.get<{ messages: Shown[] }>(`/messages/${ticket.id}`)).messages : []
}
const waitForText = (name: string, text: string) =>
  until(text, async () => (await shownOf(name)).some(({ body }) => body === text))

interface Job {
  id: number
  state: string
  lastError: string | null
}
const jobsOf = (name: string) =>
  withDatabase((sqlite) => sqlite.query('select id, state, lastError from jobs where name = ?').all(name) as Job[])

test('a job during which the process stands still is parked at the next start, and reported', async () => {
  standStillAt('link_previews', 'url', 'veneno')
  await say(ana, 'https://veneno.invalid/pagina')
  const { work } = await waitForStall()
  const [job] = jobsOf('message.preview')
  expect(work).toEqual([{ kind: 'job', group: 0, id: job?.id as number }])
  await restart()
  await say(bia, 'Bom dia')
  await waitForText('Bia', 'Bom dia')
  expect(jobsOf('message.preview')).toEqual([{ id: job?.id as number, state: 'failed', lastError: stalledError }])
  expect(await deployment.get('/stalls')).toMatchObject({ jobs: [{ id: job?.id as number, name: 'message.preview' }] })
  const metrics = await (await fetch(`${deployment.url}/metrics`)).text()
  expect(metrics).toContain('balcao_jobs_stalled{job="message.preview"} 1')
  expect(deployment.readLog()).toContainEqual(
    expect.objectContaining({ level: 50, job: 'message.preview', id: job?.id as number }),
  )
}, 300_000)

test('a message during whose storing the process stands still becomes a placeholder, and later ones arrive', async () => {
  standStillAt('messages', 'body', 'praga')
  await say(ana, 'praga')
  const { work } = await waitForStall()
  expect(work).toMatchObject([{ kind: 'message', group: linked.whatsappId }])
  await say(ana, 'depois')
  await say(bia, 'Boa tarde')
  await restart()
  await waitForText('Ana', 'depois')
  await waitForText('Bia', 'Boa tarde')
  const kinds = (await shownOf('Ana')).map(({ body, mediaType }) => body || mediaType)
  expect(kinds).toEqual(['https://veneno.invalid/pagina', 'unsupported', 'depois'])
}, 300_000)

test('a message during whose decryption the process stands still is refused, and those of others arrive', async () => {
  standStillAt('wa_inbox', 'attrs', bia)
  await say(bia, 'nunca lida')
  const { work } = await waitForStall()
  expect(work).toMatchObject([{ kind: 'message', group: linked.whatsappId }])
  await restart()
  await say(ana, 'e agora')
  await waitForText('Ana', 'e agora')
  await until('the placeholder', async () =>
    (await shownOf('Bia')).some(({ mediaType }) => mediaType === 'unsupported'),
  )
}, 300_000)

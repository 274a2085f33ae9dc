import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { type Serving, serve } from '../executable/balcao'
import { explainFailuresBy, type Harness, until } from './harness'

/** A company on a running executable, with users, a queue and a linked number. */

export const password = 'nove violoncelos azuis'
/** `olga` signed up the company. Tests use her for API requests only, so that no login in a browser is replaced. */
export const people = {
  olga: { name: 'Padaria Estrela', email: 'olga@estrela.test', profile: 'admin' },
  ana: { name: 'Ana Prado', email: 'ana@estrela.test', profile: 'admin' },
  bia: { name: 'Bia Torres', email: 'bia@estrela.test', profile: 'user' },
  duda: { name: 'Duda Reis', email: 'duda@estrela.test', profile: 'admin' },
  caio: { name: 'Caio Lima', email: 'caio@estrela.test', profile: 'user' },
} as const
export type PersonName = keyof typeof people

type RequestFunction = <A>(method: string, path: string, body?: unknown) => Promise<A>
interface Row {
  id: number
  uuid: string
  status: string
  qrcode: string
}

export interface Shop {
  serving: Serving
  url: string
  /** The number that is linked. */
  owner: string
  companyId: number
  whatsappId: number
  queueId: number
  /** Sends a request as olga to a path below /api. @throws Error when refused */
  request: RequestFunction
  /** Stops the executable and starts it at the same address; `between` is called with the database in the meantime. */
  restart(between?: (db: Database) => void): Promise<void>
}

let lastNumber = 11_110_000
/** Phone number that is unique in this process. */
export const nextNumber = () => `55119${lastNumber++}`

/** Starts an executable, creates the company and links its number. @param env further variables for the executable */
export async function openShop(harness: Harness, env: Record<string, string> = {}): Promise<Shop> {
  const all = { ...harness.whatsapp, BALCAO_LOG_LEVEL: 'warn', ...env }
  let serving = await serve(all)
  const { url } = serving
  const companyId = await signUp(url)
  insertUsers(serving.dataDir, companyId)
  const request = await createRequest(url)
  const { id: queueId } = await request<Row>('POST', '/queue', { name: 'Balcão da loja', color: '#0f766e' })
  const shop: Shop = {
    ...{ serving, url, companyId, queueId, request, owner: nextNumber(), whatsappId: 0 },
    async restart(between) {
      await serving.stop()
      if (between) writeDatabase(serving.dataDir, between)
      serving = await serve({ ...all, BALCAO_DATA_DIR: serving.dataDir, BALCAO_PORT: String(serving.port) })
      shop.serving = serving
    },
  }
  explainFailuresBy(() => describeState(shop.serving))
  assignQueue(serving.dataDir, companyId, queueId)
  await linkNumber(harness, shop)
  return shop
}

/** Last log lines, connections and unfinished jobs of a server. */
function describeState({ log, dataDir }: Serving): string {
  const db = new Database(join(dataDir, 'balcao.db'), { readonly: true })
  const select = (query: string) =>
    db
      .query(query)
      .all()
      .map((row) => JSON.stringify(row))
  const connections = select('select id, status, reason, retries from connections')
  const jobs = select('select name, state, attempts, runAt, waitsFor, lastError from jobs order by id desc limit 20')
  db.close()
  const lines = log().slice(-15)
  return [...connections, ...jobs, ...lines.map((line) => JSON.stringify(line).slice(0, 500))].join('\n')
}

async function signUp(url: string): Promise<number> {
  const { name, email } = people.olga
  const body = { name, email, phone: '11987654321', password, planId: 1 }
  const answer = await fetch(`${url}/api/companies/cadastro`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { id } = (await answer.json()) as { id: number }
  return id
}

/** Inserts the users with olga's password hash. Their messages are sent without the delay for undo. */
function insertUsers(dataDir: string, companyId: number) {
  writeDatabase(dataDir, (db) => {
    const { passwordHash } = db.query('select passwordHash from users where email = ?').get(people.olga.email) as {
      passwordHash: string
    }
    const columns = 'companyId, name, email, passwordHash, profile, undoSeconds'
    const insert = db.query(`insert into users (${columns}) values (?, ?, ?, ?, ?, 0)`)
    for (const { name, email, profile } of Object.values(people).slice(1))
      insert.run(companyId, name, email, passwordHash, profile)
  })
}

function assignQueue(dataDir: string, companyId: number, queueId: number) {
  writeDatabase(dataDir, (db) =>
    db
      .query(
        'insert into user_queues (companyId, userId, queueId) select companyId, id, ? from users where companyId = ?',
      )
      .run(queueId, companyId),
  )
}

/** Changes the database in a transaction, while the executable runs or is stopped. */
export function writeDatabase(dataDir: string, work: (db: Database) => unknown) {
  const db = new Database(join(dataDir, 'balcao.db'))
  db.run('pragma busy_timeout = 5000')
  db.transaction(() => work(db)).immediate()
  db.close()
}

async function createRequest(url: string): Promise<RequestFunction> {
  const json = { 'content-type': 'application/json' }
  const login = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email: people.olga.email, password }),
  })
  const { token } = (await login.json()) as { token: string }
  const headers = { ...json, authorization: `Bearer ${token}` }
  return async (method, path, given) => {
    const body = given === undefined ? undefined : JSON.stringify(given)
    const answer = await fetch(`${url}/api${path}`, { method, headers, body })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as never
  }
}

async function linkNumber({ control }: Harness, shop: Shop) {
  const { request, owner, queueId } = shop
  await control.addOwner({ number: owner, name: 'Padaria Estrela' })
  const input = { name: 'WhatsApp da padaria', isDefault: true, queueIds: [queueId] }
  const { id } = await request<Row>('POST', '/whatsapp', input)
  const connection = async () =>
    (await request<{ whatsapps: Row[] }>('GET', '/whatsapp')).whatsapps.find((row) => row.id === id) as Row
  const qr = await until('a QR code', async () => (await connection()).qrcode)
  await control.scan({ owner, qr })
  await until('the connection', async () => (await connection()).status === 'CONNECTED')
  shop.whatsappId = id
}

/** Lets a new customer write to the company and returns the pending ticket with the customer's number. */
export async function createTicket(harness: Harness, shop: Shop, name: string, text = `Oi, aqui é ${name}`) {
  const { number } = await harness.control.addCustomer({ number: nextNumber(), name })
  await harness.control.send({ from: number, to: shop.owner, content: text })
  const ticket = await until(`${name}'s ticket`, async () =>
    (
      await shop.request<{ tickets: (Row & { contact: { name: string } })[] }>('GET', '/tickets?status=pending')
    ).tickets.find(({ contact }) => contact.name === name),
  )
  return { ...ticket, number }
}

import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { openSignUp, type Serving, serve, serveUntilExit } from '../executable/balcao'
import type { ServedDatabase } from '../served-database'
import { explainFailuresBy, type Harness, until } from './harness'

/**
 * A company of the current test file, with users, a queue and a linked number.
 *
 * All files of a process use one executable. Each file signs up a company of its own there, from an address of its own,
 * so that a file sees a new installation and the limits per address and per company, and the executable has to keep the
 * files apart, which have people, queues and customers of the same names. A file that needs variables of its own, stops
 * the executable or changes what belongs to the whole installation gets an executable of its own (`ownShop`).
 */

export const password = 'nove violoncelos azuis'
/** `olga` signed up the company. Tests use her for API requests only, so that no login in a browser is replaced. */
export const people = {
  olga: { name: 'Padaria Estrela', profile: 'admin' },
  ana: { name: 'Ana Prado', profile: 'admin' },
  bia: { name: 'Bia Torres', profile: 'user' },
  duda: { name: 'Duda Reis', profile: 'admin' },
  caio: { name: 'Caio Lima', profile: 'user' },
} as const
export type PersonName = keyof typeof people
const names = Object.keys(people) as PersonName[]

/** Number of companies so far in this process. */
let companies = 0
/** E-mail of a person in the company of the current test file; e-mails are unique on an installation. */
export const emailOf = (name: PersonName) => `${name}@estrela${companies}.test`

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
}

/** A company that is alone on an executable. */
export interface OwnShop extends Shop {
  /** Stops the executable and starts it at the same address; `between` is called with the database in the meantime. */
  restart(between?: (db: Database) => void): Promise<void>
}

let lastNumber = 11_110_000
/** Phone number that is unique in this process. */
export const nextNumber = () => `55119${lastNumber++}`

let shared: { serving: Promise<Serving>; whatsappUrl: string } | undefined
/** The executable of this process; a new one when it or its simulated WhatsApp has ended with an earlier file. */
async function serveShared({ whatsapp }: Harness): Promise<Serving> {
  const whatsappUrl = whatsapp.BALCAO_WHATSAPP_URL as string
  const isRunning = shared?.whatsappUrl === whatsappUrl && (await shared.serving).exitReport() === null
  if (!shared || !isRunning) shared = { serving: serveUntilExit(environment(whatsapp)), whatsappUrl }
  return await shared.serving
}

const environment = (whatsapp: Harness['whatsapp']) => ({ ...whatsapp, BALCAO_LOG_LEVEL: 'warn' })

/** Signs up a company on the shared executable and links its number. */
export const openShop = async (harness: Harness): Promise<Shop> =>
  await openCompany(harness, await serveShared(harness))

/**
 * Disconnects the company's linked numbers, so that none of its messages disturbs the next file.
 * @throws Error when the executable has ended
 */
export async function closeShop({ serving, request }: Shop) {
  const report = serving.exitReport()
  if (report !== null) throw new Error(`the executable ended: ${report}`)
  const { whatsapps } = await request<{ whatsapps: (Row & { status: string })[] }>('GET', '/whatsapp')
  for (const { id, status } of whatsapps) if (status === 'CONNECTED') await request('DELETE', `/whatsappsession/${id}`)
}

/** Starts an executable, signs up a company there and links its number. @param env further variables */
export async function openOwnShop(harness: Harness, env: Record<string, string>): Promise<OwnShop> {
  const all = { ...environment(harness.whatsapp), ...env }
  const first = await serve(all)
  const { port, dataDir } = first
  const shop: OwnShop = {
    ...(await openCompany(harness, first)),
    async restart(between) {
      await shop.serving.stop()
      if (between) writeDatabase(dataDir, between)
      shop.serving = await serve({ ...all, BALCAO_DATA_DIR: dataDir, BALCAO_PORT: String(port) })
    },
  }
  explainFailuresBy(() => describeState(shop.serving))
  return shop
}

async function openCompany(harness: Harness, serving: Serving): Promise<Shop> {
  companies++
  explainFailuresBy(() => describeState(serving))
  const { url, database } = serving
  await openSignUp(serving)
  const post = postFrom(harness.address, url)
  const companyId = await signUp(post)
  await insertUsers(database)
  const request = await createRequest(post, url)
  const { id: queueId } = await request<Row>('POST', '/queue', { name: 'Balcão da loja', color: '#0f766e' })
  const shop = { serving, url, companyId, queueId, request, owner: nextNumber(), whatsappId: 0 }
  await assignQueue(database, companyId, queueId)
  await linkNumber(harness, shop)
  return shop
}

/** Last log lines, connections and unfinished jobs of a server. */
async function describeState({ log, database }: Serving): Promise<string> {
  const select = async (query: string) => (await database.all(query)).map((row) => JSON.stringify(row))
  const connections = await select('select id, status, reason, retries from connections')
  const columns = 'name, state, attempts, "runAt", "waitsFor", "lastError"'
  const jobs = await select(`select ${columns} from jobs order by id desc limit 20`)
  const lines = log().slice(-15)
  return [...connections, ...jobs, ...lines.map((line) => JSON.stringify(line).slice(0, 500))].join('\n')
}

type Post = <A>(path: string, body: object) => Promise<A>

/** Posts to paths below /api from an address. @throws Error when refused */
const postFrom =
  (address: string, url: string): Post =>
  async (path, body) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
    const answer = await fetch(`${url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as never
  }

async function signUp(post: Post): Promise<number> {
  const { name: adminName } = people.olga
  const company = { name: `${adminName} ${companies}`, adminName, email: emailOf('olga'), phone: '11987654321' }
  return (await post<{ id: number }>('/companies/cadastro', { ...company, password, planId: 1 })).id
}

/** Inserts the users with olga's password hash. Their messages are sent without the delay for undo. */
async function insertUsers(database: ServedDatabase) {
  const columns = '"companyId", name, email, "passwordHash", profile, "undoSeconds"'
  for (const name of names.slice(1))
    await database.all(
      `insert into users (${columns}) select "companyId", ?, ?, "passwordHash", ?, 0 from users where email = ?`,
      ...[people[name].name, emailOf(name), people[name].profile, emailOf('olga')],
    )
}

const assignQueue = (database: ServedDatabase, companyId: number, queueId: number) =>
  database.all(
    `insert into user_queues ("companyId", "userId", "queueId") select "companyId", id, ${queueId} from users
    where "companyId" = ?`,
    companyId,
  )

/** Changes the database in a transaction, while the executable runs or is stopped. */
export function writeDatabase(dataDir: string, work: (db: Database) => unknown) {
  const db = new Database(join(dataDir, 'balcao.db'))
  db.run('pragma busy_timeout = 5000')
  db.transaction(() => work(db)).immediate()
  db.close()
}

/** Age of an access token in ms after which a new one is requested; the server accepts it for 15 minutes. */
const renewAfterMs = 10 * 60_000

async function createRequest(post: Post, url: string): Promise<RequestFunction> {
  const logIn = async () => {
    const { token } = await post<{ token: string }>('/auth/login', { email: emailOf('olga'), password })
    return { token, at: Date.now() }
  }
  let login = await logIn()
  return async (method, path, given) => {
    if (Date.now() - login.at > renewAfterMs) login = await logIn()
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${login.token}` }
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

import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Control } from '../../emulator/control-client'
import { CompanySealer, companyKeyPlace } from '../../src/core/keys/company-keys'
import { Secrets } from '../../src/core/secrets'
import { databaseFile, keyFile } from '../../src/core/storage/data-directory'
import { cleanUp, openSignUp, run, type Serving, serve, superUser, temporaryDirectory } from '../executable/balcao'
import { type SimulatedWhatsApp, startSimulatedWhatsApp } from '../simulated-whatsapp'
import { until } from '../until'
import { withoutWhatsApp } from './companies'
import { filesBelow, logsOf, namesContaining, type Searchable } from './searchable'

/**
 * Secrets are stored in clear only where they must be. A server with log level trace logs users in, links a number on
 * the simulated WhatsApp and exchanges messages; then its files, log and backup are searched for the secrets it used.
 */

const owner = '5511911110009'
const customer = { password: 'catorze trombones mornos', email: 'ana@segredo.test' }
const asaasToken = 'aact_prod_quarenta_e_dois_flautins'
const messageText = 'a senha do cofre é abacate'

let serving: Serving
let searched: Searchable[]
let rootKey: string
let whatsappId: number
const tokens = { access: '', refresh: '', ticket: '', setCookie: '' }

async function request(method: string, path: string, body?: object, token = tokens.access) {
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (token) headers.authorization = `Bearer ${token}`
  const answer = await fetch(`${serving.url}/api${path}`, { method, headers, body: body && JSON.stringify(body) })
  tokens.setCookie = answer.headers.get('set-cookie') ?? ''
  const data = await answer.json()
  if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(data)}`)
  return data as { token: string; ticket: string; id: number; whatsapps: Row[]; tickets: Row[] }
}
interface Row {
  id: number
  status: string
  qrcode: string
}

let control: Control
let simulator: SimulatedWhatsApp['child']
async function startSimulator() {
  const simulated = await startSimulatedWhatsApp()
  ;({ control, child: simulator } = simulated)
  await control.addOwner({ number: owner, name: 'Loja' })
  return simulated.env
}

async function linkAndExchangeMessages() {
  const connection = await request('POST', '/whatsapp', { name: 'Loja', isDefault: true })
  await request('POST', `/whatsappsession/${connection.id}`).catch(() => {}) // refused if it has started
  const state = async () => (await request('GET', '/whatsapp')).whatsapps[0] as Row
  await control.scan({ owner, qr: await until('a QR code', async () => (await state()).qrcode) })
  await until('the connection', async () => (await state()).status === 'CONNECTED')
  const ana = await control.addCustomer({ name: 'Ana' })
  await control.send({ from: ana.number, to: owner, content: messageText })
  const ticket = await until('a ticket', async () => (await request('GET', '/tickets?status=pending')).tickets[0])
  await request('PUT', `/tickets/${ticket.id}`, { status: 'open' })
  await request('POST', `/messages/${ticket.id}`, { body: 'guardado' })
  await control.waitForMessage({ phone: ana.number, contains: 'guardado' })
  return connection.id
}

const signup = { name: 'Segredo', phone: '11999998888', planId: 1, ...customer }

beforeAll(async () => {
  serving = await serve({ ...(await startSimulator()), BALCAO_LOG_LEVEL: 'trace' })
  await openSignUp(serving)
  await request('POST', '/companies/cadastro', signup)
  for (const password of ['errada mas comprida', customer.password])
    tokens.access = (
      await request('POST', '/auth/login', { email: customer.email, password }).catch(() => ({ token: '' }))
    ).token
  tokens.refresh = /^jrt=([^;]+)/.exec(tokens.setCookie)?.[1] as string
  tokens.ticket = (await request('POST', '/auth/ws-ticket', {})).ticket
  await request('PUT', '/settings/asaas', { value: asaasToken })
  whatsappId = await linkAndExchangeMessages()
  rootKey = readFileSync(keyFile(serving.dataDir), 'utf8').trim()
  const whileServing = filesBelow(serving.dataDir)
  const backup = join(temporaryDirectory(), 'copy.tar')
  expect((await run(['backup', backup], { BALCAO_DATA_DIR: serving.dataDir })).code).toBe(0)
  await serving.stop()
  searched = [
    ...logsOf(serving),
    ...whileServing,
    { name: 'backup', bytes: readFileSync(backup) },
    ...filesBelow(serving.dataDir).map(({ name, bytes }) => ({ name: `${name} at rest`, bytes })),
  ]
})
afterAll(async () => {
  simulator.kill()
  await cleanUp()
})

/** Calls `work` with the database of the stopped server. */
function withDatabase<R>(work: (database: Database) => R): R {
  const database = new Database(databaseFile(serving.dataDir))
  try {
    return work(database)
  } finally {
    database.close()
  }
}
/** Opens the secrets of the company, with its key opened by the root key. */
const sealerOf = (database: Database, root = rootKey) => {
  const query = 'select companyId, sealed from company_keys k join connections c using (companyId) where c.id = ?'
  const { companyId, sealed } = database.query(query).get(whatsappId) as { companyId: number; sealed: Uint8Array }
  return new CompanySealer(new Secrets(root).open(sealed, companyKeyPlace(companyId)))
}
interface SealedRow {
  type: string
  keyId: string
  value: Uint8Array
}
const credsOf = (database: Database) =>
  (database.query('select creds from wa_creds where whatsappId = ?').get(whatsappId) as { creds: Uint8Array }).creds
const keysOf = (database: Database) =>
  database.query('select type, keyId, value from wa_keys where whatsappId = ?').all(whatsappId) as SealedRow[]

test('the search finds an e-mail address, a message and a log line where they are stored', () => {
  expect(searched.map(({ name }) => name)).toContain('balcao.db-wal')
  expect(namesContaining(searched, customer.email)).toContain('backup')
  expect(namesContaining(searched, messageText).length).toBeGreaterThan(1) // messages are not encrypted
  expect(namesContaining(searched, 'made the first super user')).toEqual(['log'])
})

test.each([
  'password',
  'super user’s password',
  'access token',
  'refresh token',
  'socket ticket',
  'token of a payment service',
] as const)('the %s is in no file, log or backup', (which) => {
  const secret = {
    password: customer.password,
    'super user’s password': superUser.password,
    'access token': tokens.access,
    'refresh token': decodeURIComponent(tokens.refresh),
    'socket ticket': tokens.ticket,
    'token of a payment service': asaasToken,
  }[which]
  expect(secret.length).toBeGreaterThan(15)
  expect(namesContaining(searched, secret)).toEqual([])
})

test('keys derived from the root key are in no file, log or backup', () => {
  const secrets = new Secrets(rootKey)
  for (const purpose of ['access-token', 'refresh-token', 'media-link', 'seal', 'hash'] as const)
    expect([purpose, ...namesContaining(searched, secrets.key(purpose))]).toEqual([purpose])
})

test('the root key is only in its file and in the backup', () => {
  expect(namesContaining(searched, rootKey)).toEqual(['secret.key', 'backup', 'secret.key at rest'])
})

test('a root key from BALCAO_SECRET is in no file, log or backup', async () => {
  const secret = 'quarenta-e-dois-bytes-que-ninguem-adivinha'
  const other = await serve({ BALCAO_SECRET: secret, BALCAO_LOG_LEVEL: 'trace' })
  const backup = join(temporaryDirectory(), 'copy.tar')
  await run(['backup', backup], { BALCAO_DATA_DIR: other.dataDir, BALCAO_SECRET: secret })
  const all = [...filesBelow(other.dataDir), { name: 'backup', bytes: readFileSync(backup) }]
  expect(namesContaining([...all, ...logsOf(other)], secret)).toEqual([])
  await other.stop()
})

/** Private keys in an object of Baileys, each with its path. */
function privateKeys(value: unknown, path = ''): [path: string, key: Buffer][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const isKey = /^(private|advSecretKey)$/.test(name)
    const text = typeof inner === 'string' ? inner : (inner as { data?: string } | null)?.data
    if (isKey && typeof text === 'string') return [[`${path}/${name}`, Buffer.from(text, 'base64')]]
    return privateKeys(inner, `${path}/${name}`)
  })
}

test('private keys of the linked number are in clear in no file, log or backup', () => {
  const opened = withDatabase((database) => [
    sealerOf(database).open(credsOf(database), `wa_creds/${whatsappId}`),
    ...keysOf(database)
      .filter(({ type }) => type === 'pre-key')
      .map(({ type, keyId, value }) => sealerOf(database).open(value, `wa_keys/${whatsappId}/${type}/${keyId}`)),
  ])
  const keys = opened.flatMap((plain) => privateKeys(JSON.parse(plain.toString())))
  expect(keys.map(([path]) => path)).toContain('/noiseKey/private')
  expect(keys.map(([path]) => path)).toContain('/signedIdentityKey/private')
  expect(keys.length).toBeGreaterThan(20)
  for (const [path, key] of keys) expect([path, key.length, ...namesContaining(searched, key)]).toEqual([path, 32])
})

test('an encrypted row cannot be decrypted as another row, for another connection or with another root key', () => {
  const secrets = withDatabase((database) => sealerOf(database))
  const keys = withDatabase(keysOf)
  const [one, two] = keys.filter(({ type }) => type === 'pre-key') as [SealedRow, SealedRow]
  const place = ({ type, keyId }: SealedRow, id = whatsappId) => `wa_keys/${id}/${type}/${keyId}`
  expect(secrets.open(one.value, place(one)).length).toBeGreaterThan(0)
  for (const [sealed, where] of [
    [one.value, place(two)],
    [two.value, place(one)],
    [one.value, place(one, whatsappId + 1)],
    [withDatabase(credsOf), `wa_creds/${whatsappId + 1}`],
    [withDatabase(credsOf), place(one)],
  ] as const)
    expect(() => secrets.open(sealed, where)).toThrow()
  expect(() => withDatabase((database) => sealerOf(database, `${rootKey}x`))).toThrow()
  expect(() => new Secrets(rootKey).open(one.value, place(one))).toThrow()
})

test('encrypted rows have unique nonces, and a row with a changed byte cannot be decrypted', () => {
  const secrets = withDatabase((database) => sealerOf(database))
  const keys = withDatabase(keysOf)
  expect(new Set(keys.map(({ value }) => Buffer.from(value.subarray(1, 13)).toString('hex'))).size).toBe(keys.length)
  const { type, keyId, value } = keys[0] as SealedRow
  for (let at = 0; at < value.length; at++) {
    const changed = Buffer.from(value)
    changed[at] = (changed[at] as number) ^ 1
    expect(() => secrets.open(changed, `wa_keys/${whatsappId}/${type}/${keyId}`)).toThrow()
  }
})

test('a server started with swapped credentials stays ready and ends the session of the number', async () => {
  withDatabase((database) => {
    const [one, two] = keysOf(database).filter(({ type }) => type === 'pre-key') as [SealedRow, SealedRow]
    const swap = database.query("update wa_keys set value = ? where type = 'pre-key' and keyId = ?")
    swap.run(one.value, two.keyId)
    swap.run(two.value, one.keyId)
    database.query('update wa_creds set creds = (select value from wa_keys limit 1)').run()
  })
  const again = await serve({ ...withoutWhatsApp, BALCAO_DATA_DIR: serving.dataDir })
  const status = async () => {
    const headers = { authorization: `Bearer ${tokens.access}` }
    const answer = await fetch(`${again.url}/api/whatsapp`, { headers })
    return ((await answer.json()) as { whatsapps: Row[] }).whatsapps[0]?.status
  }
  await until('the end of the session', async () => !['CONNECTED', 'OPENING'].includes((await status()) ?? 'OPENING'))
  expect((await again.get('/readyz')).status).toBe(200)
  await again.stop()
})

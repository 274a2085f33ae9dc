import { afterAll, beforeAll, expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeAt, stepAt } from '../../src/features/accounts/users/second-factor/totp'
import { cleanUp, run, type Serving, serve, superUser, temporaryDirectory } from '../executable/balcao'
import { openMailServer, type ReceivedMail } from '../mail-server'
import { until } from '../until'
import { type FuzzedRoute, propertiesOf, readApiDocument } from './api-document'
import {
  type CompanyLogin,
  type Installation,
  openCompany,
  password,
  prepareInstallation,
  withoutWhatsApp,
} from './companies'
import { Rows } from './rows'
import { filesBelow, logsOf, namesContaining, type Searchable } from './searchable'
import { secretInputs, secretNames } from './secret-fields'
import { prepareTarget } from './targets'

/**
 * Proof for secrets: a random marker is written into every secret field of every route, and another one into every other
 * text. The first may be in no file, log, export or backup; the second in no log. Secrets that the server makes are
 * searched as well.
 */

const randomPart = randomBytes(10).toString('hex').slice(0, 19)
/** 22 characters; accepted as a password of any form, as a key and in a header. */
const secretMarker = `Kq7${randomPart}`
const textMarker = `Tx5${randomPart}`

let serving: Serving
let installation: Installation
let company: CompanyLogin
let routes: FuzzedRoute[]
let searched: Searchable[]
/** Secrets made by the server, by name. */
const made: Record<string, string> = {}
/** `METHOD path field` of the secret fields whose marker was accepted. */
const accepted = new Set<string>()
let textsAccepted = 0

interface Answer {
  status: number
  data: unknown
}
async function send(method: string, path: string, body?: unknown, token = company.token): Promise<Answer> {
  const octet = () => 1 + Math.floor(Math.random() * 250)
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': `203.${octet()}.${octet()}.${octet()}`,
    ...(token && { authorization: `Bearer ${token}` }),
  }
  const answer = await fetch(`${serving.url}${path}`, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  return { status: answer.status, data: await answer.json().catch(() => null) }
}

const routeName = ({ method, path }: FuzzedRoute) => `${method} ${path}`
const filled = (path: string, params: Record<string, string>) =>
  path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '1')

/** Sends the valid bodies of a route with the marker in one text after the other. */
async function writeTexts(route: FuzzedRoute, rows: Rows) {
  const { token, valid } = await prepareTarget(company, route, rows)
  const known = (valid.bodies[0] ?? {}) as Record<string, unknown>
  const path = filled(route.path, valid.params)
  for (const [name, { type, anyOf, enum: values }] of propertiesOf(route.body)) {
    const takesText = [{ type, enum: values }, ...(anyOf ?? [])].some((each) => each.type === 'string' && !each.enum)
    if (!takesText || secretNames.test(name)) continue
    const { status } = await send(route.method, path, { ...known, [name]: `${textMarker} ${name}` }, token)
    if (status < 300) textsAccepted++
  }
  const queries = propertiesOf(route.query).filter(([, { type }]) => type === 'string')
  for (const [name] of queries) await send(route.method, `${path}?${name}=${textMarker}`, undefined, token)
}

async function writeSecrets() {
  const rows = new Rows(company)
  for (const [name, input] of Object.entries(secretInputs)) {
    const [method = '', path = '', field = ''] = name.split(' ')
    const { body, params = {}, byProvider, refused } = await input(rows, `${secretMarker}.${field}`)
    const token = byProvider ? installation.providerToken : company.token
    const { status, data } = await send(method, filled(path, params), body, token)
    if (status < 300 || refused) accepted.add(name)
    else throw new Error(`${name}: ${status} ${JSON.stringify(data)}`)
  }
}

/** Secrets that the server makes for a company, its login and its programs. */
async function collectMade() {
  const rows = new Rows(company)
  const read = async <T>(method: string, path: string, body?: unknown) =>
    (await send(method, `/api${path}`, body)).data as T
  made['connection token'] = (
    await read<{ token: string }>('GET', `/whatsapp/${await rows.get('whatsapp')}/token`)
  ).token
  const webhook = { name: 'Novo', url: 'https://example.com/', events: ['ticket.*'] }
  made['webhook secret'] = (await read<{ newSecret: string }>('POST', '/webhooks', webhook)).newSecret
  const apiKey = { name: 'Loja', scopes: ['read'] }
  made['API key'] = (await read<{ key: string }>('POST', '/api-keys', apiKey)).key
  made['socket ticket'] = (await read<{ ticket: string }>('POST', '/auth/ws-ticket', {})).ticket
  made['access token'] = company.token
  made['refresh token'] = decodeURIComponent(company.cookie.split('=')[1] ?? '')
  const { key } = await read<{ key: string }>('POST', '/auth/second-factor', { password })
  made['key of the second factor'] = key
  const code = codeAt(base32Bytes(key), stepAt(Date.now()))
  const { recoveryCodes } = await read<{ recoveryCodes: string[] }>('POST', '/auth/second-factor/confirm', { code })
  made['recovery code'] = recoveryCodes[0] ?? ''
}

function base32Bytes(text: string): Uint8Array {
  const bits = [...text].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  return Uint8Array.from(bits.join('').match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
}

/** Chooses a new password, the marker, with the code of a mail. Ends the login. */
async function resetPasswordByMail(mails: ReceivedMail[]) {
  const { email } = company
  expect((await send('POST', '/api/forgetpassword', { email })).status).toBe(200)
  const code = await until('a mail', () =>
    mails.map(({ text }) => /^ {4}([A-Z0-9]{8})$/m.exec(text)?.[1]).find(Boolean),
  )
  made['code of a mail'] = code
  const input = { email, token: code, password: `${secretMarker}.code` }
  expect((await send('POST', '/api/resetpasswords', input, '')).status).toBe(200)
}

/** Exports company and a contact, and returns the files as their users download them. */
async function exportAll(): Promise<Searchable[]> {
  const contact = await new Rows(company).get('contact')
  for (const path of ['/api/exports', `/api/contacts/${contact}/data`])
    expect((await send('POST', path)).status).toBe(200)
  interface Export {
    kind: string
    status: string
    url: string | null
  }
  const list = async () => ((await send('GET', '/api/exports')).data as { exports: Export[] }).exports
  const done = await until('the exports', async () => {
    const exports = await list()
    return exports.length === 2 && exports.every(({ url }) => url) ? exports : null
  })
  return Promise.all(
    done.map(async ({ kind, url }) => {
      const answer = await fetch(new URL(url as string, serving.url))
      return { name: `export of a ${kind}`, bytes: Buffer.from(await answer.arrayBuffer()) }
    }),
  )
}

beforeAll(async () => {
  const mail = await openMailServer()
  const smtp = mail.url.replace('smtp://', `smtp://correio:${secretMarker}.smtp@`)
  serving = await serve({ ...withoutWhatsApp, BALCAO_LOG_LEVEL: 'trace', BALCAO_SMTP_URL: smtp })
  installation = await prepareInstallation(serving)
  routes = (await readApiDocument(serving.url)).routes
  const texts = await openCompany(installation, 'Textos')
  company = texts
  let rows = new Rows(company)
  for (const route of routes.filter(({ path }) => !path.includes('/auth/')))
    await writeTexts(route, rows).catch(async () => {
      company = await openCompany(installation, `Textos ${routeName(route).replace(/\W+/g, ' ')}`)
      rows = new Rows(company)
    })
  company = await openCompany(installation, 'Segredos')
  await collectMade() // first, because wrong passwords and codes are limited
  await writeSecrets()
  const exports = await exportAll()
  await resetPasswordByMail(mail.mails)
  const whileServing = filesBelow(serving.dataDir)
  const backup = join(temporaryDirectory(), 'copy.tar')
  expect((await run(['backup', backup], { BALCAO_DATA_DIR: serving.dataDir })).code).toBe(0)
  await serving.stop()
  const atRest = filesBelow(serving.dataDir).map(({ name, bytes }) => ({ name: `${name} at rest`, bytes }))
  searched = [
    ...logsOf(serving),
    ...exports,
    ...whileServing,
    { name: 'backup', bytes: readFileSync(backup) },
    ...atRest,
  ]
}, 240_000)
afterAll(cleanUp)

test('the search finds the marker of texts in the database, its log, the export and the backup', () => {
  const names = namesContaining(searched, textMarker)
  for (const name of ['balcao.db-wal', 'backup', 'balcao.db at rest']) expect(names).toContain(name)
  expect(textsAccepted).toBeGreaterThan(60)
})

test('every field with the name of a secret is written by this test', () => {
  const fields = routes.flatMap((route) =>
    propertiesOf(route.body).flatMap(([name]) => (secretNames.test(name) ? [`${routeName(route)} ${name}`] : [])),
  )
  expect(fields.filter((name) => !(name in secretInputs))).toEqual([])
  expect(Object.keys(secretInputs).filter((name) => !accepted.has(name))).toEqual([])
})

test('the marker of secrets is in no file, log, export or backup', () => {
  expect(namesContaining(searched, secretMarker)).toEqual([])
})

test('secrets made by the server are in no file, log, export or backup', () => {
  const found = Object.entries(made).map(([name, secret]) => [
    name,
    secret.length > 7,
    namesContaining(searched, secret),
  ])
  expect(found).toEqual(Object.keys(made).map((name) => [name, true, []]))
})

test('texts are not logged, neither accepted nor refused ones', () => {
  expect(namesContaining(logsOf(serving), textMarker)).toEqual([])
  expect(namesContaining(logsOf(serving), superUser.password)).toEqual([])
})

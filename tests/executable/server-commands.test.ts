import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { SQL } from 'bun'
import { type PostgresServer, startPostgres } from '../../scripts/postgres'
import { clientOptions } from '../../src/core/storage/postgres/address'
import { withoutWhatsApp } from '../security/companies'
import { cleanUp, run, type Serving, serve, signIn, superUser, temporaryDirectory } from './balcao'

/** Commands on an installation whose database is on a server. */

let server: PostgresServer
let databases = 0
beforeAll(async () => {
  server = await startPostgres()
})
afterEach(cleanUp)
afterAll(() => server.stop())

async function onServer(text: string) {
  const sql = new SQL({ ...clientOptions(server.address), max: 1 } as never)
  await sql.unsafe(text)
  await sql.close({ timeout: 0 })
}

/** Serves an installation with a database of its own; the environment for its commands. */
async function serveOnServer(more: Record<string, string> = {}) {
  const name = `commands_${++databases}`
  await onServer(`create database ${name}`)
  const url = new URL(server.address)
  url.pathname = `/${name}`
  const serving = await serve({ ...withoutWhatsApp, BALCAO_DATABASE_URL: url.href, ...more })
  return { serving, env: envOf(serving, url.href) }
}

const envOf = ({ dataDir, port }: Serving, address: string) => ({
  ...withoutWhatsApp,
  BALCAO_DATA_DIR: dataDir,
  BALCAO_DATABASE_URL: address,
  BALCAO_HOST: '127.0.0.1',
  BALCAO_PORT: `${port}`,
})

test('reset-password works on PostgreSQL while the server runs', async () => {
  const { serving, env } = await serveOnServer()
  const { code, out, err } = await run(['reset-password', superUser.email.toUpperCase()], env)
  expect([code, err]).toEqual([0, ''])
  const password = /signs in with: (\S+)/.exec(out)?.[1] as string
  expect(await signIn(serving)).toBeUndefined()
  expect(await signIn(serving, { email: superUser.email, password })).toBeString()
  const unknown = await run(['reset-password', 'nobody@balcao.test'], env)
  expect([unknown.code, unknown.err]).toEqual([1, 'balcao: no user has the e-mail nobody@balcao.test\n'])
})

test('setup-link prints a link that creates the first account on PostgreSQL, and is refused afterwards', async () => {
  const { serving, env } = await serveOnServer({ BALCAO_SUPER_EMAIL: '', BALCAO_SUPER_PASSWORD: '' })
  const { code, out, err } = await run(['setup-link'], env)
  expect([code, err]).toEqual([0, ''])
  const token = new URL(out.trim()).searchParams.get('token')
  const account = { token, name: 'Ana', company: 'Aurora', email: 'ana@aurora.test', password: 'nine brown cellos' }
  const created = await fetch(`${serving.url}/api/auth/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  expect(created.status).toBe(200)
  const { serving: ready, env: its } = await serveOnServer()
  const refused = await run(['setup-link'], its)
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('this installation is set up')])
  await ready.stop()
})

test('rotate-key seals a database of PostgreSQL with a new key once nothing serves it', async () => {
  const { serving, env } = await serveOnServer()
  const elsewhere = { ...env, BALCAO_DATA_DIR: temporaryDirectory() }
  const keyless = await run(['rotate-key'], elsewhere)
  expect([keyless.code, keyless.err]).toEqual([1, expect.stringContaining('secret.key is missing')])
  const key = join(serving.dataDir, 'secret.key')
  await Bun.write(join(elsewhere.BALCAO_DATA_DIR, 'secret.key'), Bun.file(key))
  const served = await run(['rotate-key'], elsewhere)
  expect([served.code, served.err]).toEqual([1, expect.stringContaining('a balcao serves this database')])
  await serving.stop()
  const before = await Bun.file(key).text()
  const { code, out, err } = await run(['rotate-key'], env)
  expect([code, err, out]).toEqual([0, '', expect.stringContaining('Other machines of the installation need')])
  expect(await Bun.file(key).text()).not.toBe(before)
  expect((await run(['rotate-key', '--company', '1'], env)).code).toBe(0)
  const again = await serve(env)
  expect(await signIn(again)).toBeString()
})

test('backup and restore name what to use for PostgreSQL in one line', async () => {
  const env = { BALCAO_DATA_DIR: temporaryDirectory(), BALCAO_DATABASE_URL: server.address }
  const backup = await run(['backup', join(temporaryDirectory(), 'new.tar')], env)
  expect([backup.code, backup.err]).toEqual([1, expect.stringMatching(/^balcao: [^\n]+ pg_dump [^\n]+\n$/)])
  const restore = await run(['restore', '/missing.tar'], env)
  expect([restore.code, restore.err]).toEqual([1, expect.stringMatching(/^balcao: [^\n]+ pg_restore[^\n]+\n$/)])
})

test('doctor checks a database of PostgreSQL, its secrets, its log and its processes', async () => {
  const { serving, env } = await serveOnServer()
  const well = await run(['doctor'], env)
  expect(well.out).toMatch(/^ok {4}database {4}PostgreSQL \d+\.\d+, sound and up to date, \d+ MB$/m)
  expect(well.out).toMatch(/^ok {4}nodes {7}\S+ \(version \S+, 0 numbers, seen \d+ s ago\)$/m)
  expect(well.out).toMatch(/^ok {4}secrets {5}\d+ secrets? of \d+ compan(y|ies) can be opened$/m)
  expect(well.out).toMatch(/^ok {4}audit .*unchanged since written$/m)
  expect(well.out).toMatch(/^ok {4}port {8}the server on port \d+ takes work$/m)
  expect(well.err).toBe('')
  await serving.stop()
  expect((await run(['doctor'], env)).out).toMatch(/^ok {4}nodes {7}no process serves this database$/m)
  const gone = await run(['doctor'], { ...env, BALCAO_DATABASE_URL: 'postgres://balcao@127.0.0.1:9/balcao' })
  expect(gone.code).toBe(1)
  expect(gone.out).toMatch(/^BAD {3}database {4}BALCAO_DATABASE_URL names a server that does not answer/m)
  expect(gone.out).toMatch(/^ok {4}secrets {5}not checked: see database$/m)
})

import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SQL } from 'bun'
import { type PostgresServer, startPostgres } from '../../scripts/postgres'
import { keyFile } from '../../src/core/storage/data-directory'
import { clientOptions } from '../../src/core/storage/postgres/address'
import { cleanUp, run, serve, temporaryDirectory } from './balcao'

/** Each database that `serve` cannot use is refused in one line that names the variable and the next step. */

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
  requirePassword('guarded')
  await onServer(`create role guarded login password 'the right one'`)
  await onServer('create role clerk login')
  await onServer('select pg_reload_conf()')
})
afterEach(cleanUp)
afterAll(() => server.stop())

/** Makes the server ask this user for a password. */
function requirePassword(user: string) {
  const file = join(server.directory, 'data', 'pg_hba.conf')
  const rest = readFileSync(file, 'utf8')
  writeFileSync(file, `local all ${user} scram-sha-256\n`)
  appendFileSync(file, rest)
}

const addressOf = (database: string, who = 'balcao') => {
  const url = new URL(server.address)
  url.pathname = `/${database}`
  return url.href.replace('//balcao@', `//${who}@`)
}

async function onServer(text: string, database = 'postgres') {
  const client = new SQL({ ...clientOptions(addressOf(database)), max: 1 } as never)
  try {
    return (await client.unsafe(text).simple()) as Record<string, unknown>[]
  } finally {
    await client.close({ timeout: 0 })
  }
}

let databases = 0
async function createDatabase(...texts: string[]) {
  const name = `wanted_${++databases}`
  await onServer(`create database ${name} template template0`)
  for (const text of texts) await onServer(text.replaceAll('DATABASE', name), name)
  return name
}

const secret = 'one root key for all of the nodes'

/** Starts `serve` with the address and expects that it ends at once with one line. */
async function expectRefusal(address: string, says: RegExp, env: Record<string, string> = {}) {
  const directory = { BALCAO_DATA_DIR: temporaryDirectory(), BALCAO_PORT: '0', BALCAO_SECRET: secret }
  const { code, err } = await run(['serve'], { ...directory, BALCAO_DATABASE_URL: address, ...env })
  expect([code, err]).toEqual([2, expect.stringMatching(/^balcao: BALCAO_[A-Z_]+ [^\n]+\n$/)])
  expect(err).toMatch(says)
}

/** Tables, rows of the list of migrations, and extensions: what a start could have changed. */
const contentOf = (database: string) =>
  onServer(
    `select (select count(*) from pg_class where relnamespace = 'public'::regnamespace) as tables,
      (select count(*) from pg_extension) as extensions`,
    database,
  )

test('a server that does not answer and a database that does not exist', async () => {
  await expectRefusal(
    'postgres://balcao@127.0.0.1:9/x',
    /BALCAO_DATABASE_URL .*does not answer .*; start it, or correct/,
  )
  await expectRefusal(addressOf('nowhere'), /BALCAO_DATABASE_URL .*nowhere, which does not exist; create it/)
})

test('a wrong password', async () => {
  const name = await createDatabase()
  await expectRefusal(addressOf(name, 'guarded:wrong'), /BALCAO_DATABASE_URL is refused for the user guarded; correct/)
})

test.each<[what: string, says: RegExp, who: string, prepare: string[]]>([
  [
    'of another program',
    /tables of another program; give Balcão an empty one/,
    'balcao',
    ['create table orders (id int)'],
  ],
  [
    'whose user may not create extensions',
    /clerk may not create tables or extensions; as superuser: create extension pg_trgm/,
    'clerk',
    [],
  ],
  [
    'whose clock is five minutes ahead',
    /clock differs by 3\d\d s; set both clocks by NTP/,
    'balcao',
    [
      'create schema ahead',
      `create function ahead.clock_timestamp() returns timestamptz language sql
        as $$ select pg_catalog.clock_timestamp() + interval '5 minutes' $$`,
      'alter database DATABASE set search_path = ahead, pg_catalog, public',
    ],
  ],
  [
    'of a replica',
    /read-only replica; name the primary/,
    'balcao',
    [
      'create schema replica',
      'create function replica.pg_is_in_recovery() returns boolean language sql as $$ select true $$',
      'alter database DATABASE set search_path = replica, pg_catalog, public',
    ],
  ],
])('a database %s', async (_, says, who, prepare) => {
  const name = await createDatabase(...prepare)
  const before = await contentOf(name)
  await expectRefusal(addressOf(name, who), says)
  expect(await contentOf(name)).toEqual(before)
})

test('a database of a newer version, and one of an installation with another root key', async () => {
  const name = await createDatabase()
  const env = { BALCAO_DATABASE_URL: addressOf(name), BALCAO_SECRET: secret }
  await (await serve(env)).stop()
  const before = await contentOf(name)
  await expectRefusal(addressOf(name), /BALCAO_SECRET is not the root key .*; set that of the other nodes/, {
    BALCAO_SECRET: 'the root key of another installation',
  })
  await onServer(`insert into kysely_migration values ('9999-newer', '')`, name)
  await expectRefusal(addressOf(name), /newer version of Balcão \(it has 9999-newer\); use that version/)
  await onServer(`delete from kysely_migration where name = '9999-newer'`, name)
  expect(await contentOf(name)).toEqual(before)
  const again = await serve(env)
  expect((await again.get('/readyz')).status).toBe(200)
})

test('a key file that is missing or of another installation refuses the start, and none is made or changed', async () => {
  const name = await createDatabase()
  const address = { BALCAO_DATABASE_URL: addressOf(name) }
  await (await serve({ ...address, BALCAO_SECRET: secret })).stop()
  const before = await contentOf(name)
  const own = { BALCAO_DATA_DIR: temporaryDirectory(), ...address }
  const missing = await run(['serve'], own)
  expect([missing.code, missing.err]).toEqual([
    2,
    expect.stringMatching(
      /^balcao: BALCAO_SECRET is not set, and \S+secret\.key is missing; [^\n]+ copy their secret\.key/,
    ),
  ])
  const file = keyFile(own.BALCAO_DATA_DIR)
  expect(existsSync(file)).toBe(false)
  writeFileSync(file, 'the root key of another installation\n', { mode: 0o600 })
  const wrong = await run(['serve'], own)
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringMatching(/^balcao: BALCAO_SECRET is not the root key /)])
  expect(readFileSync(file, 'utf8')).toBe('the root key of another installation\n')
  expect(await contentOf(name)).toEqual(before)
  writeFileSync(file, `${secret}\n`)
  expect((await (await serve(own)).get('/readyz')).status).toBe(200)
})

test('row level security without the right to create its role', async () => {
  const name = await createDatabase(
    'create extension pg_trgm',
    'create extension btree_gin',
    'alter schema public owner to clerk',
  )
  const on = { BALCAO_ROW_SECURITY: 'on' }
  await expectRefusal(addressOf(name, 'clerk'), /BALCAO_ROW_SECURITY cannot be on: .*; as superuser: create role/, on)
  expect(
    await onServer(`select count(*)::int as n from pg_class where relnamespace = 'public'::regnamespace`, name),
  ).toEqual([{ n: 0 }])
  await onServer('create role balcao_company; grant balcao_company to clerk')
  const serving = await serve({ BALCAO_DATABASE_URL: addressOf(name, 'clerk'), BALCAO_SECRET: secret, ...on })
  expect((await serving.get('/readyz')).status).toBe(200)
})

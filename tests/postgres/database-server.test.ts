import { expect, test } from 'bun:test'
import { readableSince } from '../../migrations/readable-since'
import { BadConfig } from '../../src/bad-config'
import { readConfig } from '../../src/config'
import { log } from '../../src/core/log'
import { openPostgres } from '../../src/database-server'
import { migratedDatabase, openCopy, openDatabase } from '../postgres-databases'
import { addressOf, createDatabase, onServer } from '../postgres-server'

log.level = 'silent'

/** Address of a database with some parts changed. */
async function changed(database: string, parts: { username?: string; host?: string | null }) {
  const url = new URL(await addressOf(database))
  if (parts.username) url.username = parts.username
  if (parts.host === null) url.searchParams.delete('host')
  else if (parts.host) url.searchParams.set('host', parts.host)
  return url.href
}

/** The line that the operator reads; the process ends with exit code 2 for a BadConfig. */
async function refusalOf(address: string): Promise<string> {
  const error = await openPostgres(address).then(
    (store) => store.close(),
    (error: unknown) => error,
  )
  expect(error).toBeInstanceOf(BadConfig)
  return (error as BadConfig).message
}

test('an empty database gets the schema, and the next start finds it', async () => {
  const name = await createDatabase()
  for (let start = 0; start < 2; start++) {
    const store = await openPostgres(await addressOf(name))
    expect(await store.read.all('select key from installation', [])).toEqual([])
    await store.close()
  }
})

test('a server that does not answer, a missing database and an unknown user are named with the next step', async () => {
  const name = await createDatabase()
  expect(await refusalOf(await changed(name, { host: '/nonexistent' }))).toMatch(
    /^BALCAO_DATABASE_URL .*does not answer/,
  )
  expect(await refusalOf('postgres://balcao@127.0.0.1:9/balcao')).toMatch(/does not answer \(127.0.0.1:9\); start it/)
  expect(await refusalOf(await addressOf('no_such_database'))).toMatch(
    /no_such_database, which does not exist; create it/,
  )
  expect(await refusalOf(await changed(name, { username: 'stranger' }))).toMatch(
    /refused for the user stranger; correct/,
  )
})

test('a newer version, tables of another program and another encoding are refused without a change', async () => {
  const newer = await openCopy(await migratedDatabase())
  await newer.write((tx) => tx.run(`insert into kysely_migration values ('9999-newer', '')`, []) as Promise<void>)
  const [{ name: newerName }] = (await newer.read.all('select current_database() as name', [])) as [{ name: string }]
  expect(await refusalOf(await addressOf(newerName))).toMatch(
    /newer version of Balcão \(it has 9999-newer\); use that version/,
  )
  await newer.close() // its database is dropped when nothing refers to it any more
  const foreign = await createDatabase()
  const store = await openDatabase(foreign)
  await store.write((tx) => tx.run('create table orders (id int)', []) as Promise<void>)
  expect(await refusalOf(await addressOf(foreign))).toMatch(/another program; give Balcão an empty one/)
  expect(await store.read.all(`select relname from pg_class where relname = 'kysely_migration'`, [])).toEqual([])
  await onServer(`create database latin template template0 encoding 'LATIN1' locale 'C'`)
  expect(await refusalOf(await addressOf('latin'))).toMatch(/encoding LATIN1; create one with encoding UTF8/)
})

test('a start with steps to apply says since when the schema is readable; such versions are not refused', async () => {
  const store = await openCopy(await migratedDatabase())
  const [{ name }] = (await store.read.all('select current_database() as name', [])) as [{ name: string }]
  const run = (text: string) => store.write((tx) => tx.run(text, []) as Promise<void>)
  // A step that can be applied again.
  await run(`delete from kysely_migration where name = '0101-drained-nodes'`)
  await (await openPostgres(await addressOf(name))).close()
  const said = await store.read.all(`select value from installation where key = 'readableSince'`, [])
  expect(said).toEqual([{ value: readableSince }])
  await run(`insert into kysely_migration values ('9999-newer', '')`)
  await (await openPostgres(await addressOf(name))).close()
  await run(`update installation set value = '9999-newer' where key = 'readableSince'`)
  expect(await refusalOf(await addressOf(name))).toMatch(/newer version of Balcão \(it has 9999-newer\)/)
  await store.close()
})

test('a user without the right to create tables and extensions is refused with the statements that give it', async () => {
  const name = await createDatabase()
  await onServer('create role clerk login')
  const line = await refusalOf(await changed(name, { username: 'clerk' }))
  expect(line).toMatch(/^BALCAO_DATABASE_URL names a database in which clerk may not create .*create extension pg_trgm/)
  const store = await openDatabase(name)
  expect(await store.read.all(`select relname from pg_class where relnamespace = 'public'::regnamespace`, [])).toEqual(
    [],
  )
})

test('the variable must be an address with the name of a database', () => {
  const read = (value: string) => () => readConfig({ BALCAO_DATABASE_URL: value })
  for (const value of ['mysql://host/db', 'postgres://host', 'balcao', 'postgres://host/'])
    expect(read(value)).toThrow(BadConfig)
  expect(readConfig({ BALCAO_DATABASE_URL: 'postgresql://me@host/db' }).databaseUrl).toBe('postgresql://me@host/db')
  expect(readConfig({}).databaseUrl).toBeNull()
})

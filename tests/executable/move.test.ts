import { Database as Sqlite } from 'bun:sqlite'
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { SQL } from 'bun'
import { createControl } from '../../emulator/control-client'
import { type PostgresServer, startPostgres } from '../../scripts/postgres'
import { databaseFile, keyFile } from '../../src/core/storage/data-directory'
import { clientOptions } from '../../src/core/storage/postgres/address'
import { demoConnections } from '../../src/demo/people'
import { s3Key, startS3 } from '../s3-server'
import { withoutWhatsApp } from '../security/companies'
import { until } from '../until'
import { cleanUp, executable, run, serve, temporaryDirectory } from './balcao'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterEach(cleanUp)
afterAll(() => server.stop())

let databases = 0

function addressOf(name: string): string {
  const url = new URL(server.address)
  url.pathname = `/${name}`
  return url.href
}

/** Creates an empty database, or one of other programs and installations; returns its address. */
async function createDatabase(options = ''): Promise<string> {
  const name = `moved_${++databases}`
  await onDatabase(server.address, `create database ${name} ${options}`)
  return addressOf(name)
}

async function onDatabase(address: string, text: string): Promise<Record<string, unknown>[]> {
  const sql = new SQL({ ...clientOptions(address), max: 1 } as never)
  try {
    return (await sql.unsafe(text)) as Record<string, unknown>[]
  } finally {
    await sql.close({ timeout: 0 })
  }
}

/** A directory of an installation that has stopped. */
async function stoppedInstallation(): Promise<string> {
  const serving = await serve(withoutWhatsApp)
  await serving.stop()
  return serving.dataDir
}

const copyOf = (dataDir: string) => {
  const copy = join(temporaryDirectory(), 'data')
  cpSync(dataDir, copy, { recursive: true })
  return copy
}

/** Serves the demonstration until its linked number is online; returns the numbers that wait for a code. */
async function playDemo(env: Record<string, string>) {
  const serving = await serve(env, ['demo'])
  await until('the line with the address', () => serving.stdout().includes('Ctrl-C'))
  const phones = /customers' phones\s+(\S+)/.exec(serving.stdout())?.[1] as string
  const { connections } = createControl(phones)
  const number = demoConnections.linked.number
  await until('the linked number', async () => (await connections({ number })).some(({ state }) => state === 'online'))
  expect(await serving.stop()).toBe(0)
}

/** Kills a move once `isStalled`; it cannot go on by itself. */
async function killMove(args: string[], env: Record<string, string>, isStalled: () => Promise<boolean>) {
  const child = Bun.spawn([executable, 'move', ...args], {
    env: { PATH: process.env.PATH ?? '', BALCAO_ENV_FILE: '', ...env },
    stdout: 'ignore',
    stderr: 'pipe',
  })
  await until('the stalled move', async () => {
    if (child.exitCode !== null) throw new Error(`the move ended: ${await new Response(child.stderr).text()}`)
    return isStalled()
  })
  child.kill('SIGKILL')
  await child.exited
  expect(child.signalCode).toBe('SIGKILL')
}

const movesThat = (state: string) => `from pg_stat_activity where application_name = 'balcao move' and ${state}`

/** Kills a move to the database when all rows are copied and the first index is made. */
async function killMoveTo(address: string, args: string[], env: Record<string, string>) {
  await onDatabase(
    address,
    `create function stall() returns event_trigger language plpgsql as $$ begin
      if current_setting('application_name') = 'balcao move' then perform pg_sleep(3600); end if; end $$`,
  )
  const trigger = `create event trigger stall on ddl_command_end when tag in ('CREATE INDEX') execute function stall()`
  await onDatabase(address, trigger)
  const sleeps = movesThat(`wait_event = 'PgSleep'`)
  await killMove(args, env, async () => (await onDatabase(address, `select 1 ${sleeps}`)).length > 0)
  await onDatabase(address, `drop event trigger stall`)
  await onDatabase(address, `select pg_terminate_backend(pid) ${sleeps}`)
}

/** Kills a move from the database when it is to read the tickets, about in its middle. */
async function killMoveFrom(address: string, args: string[], env: Record<string, string>) {
  const sql = new SQL({ ...clientOptions(address), max: 1 } as never)
  const waits = movesThat(`wait_event_type = 'Lock'`)
  await sql.begin(async (tx) => {
    await tx.unsafe('lock table tickets in access exclusive mode')
    await killMove(args, env, async () => (await onDatabase(address, `select 1 ${waits}`)).length > 0)
  })
  await sql.close({ timeout: 0 })
}

test('the demonstration moves to PostgreSQL and a bucket and back, through kills, and its number stays linked', async () => {
  const dataDir = temporaryDirectory()
  const bucket = startS3('balcao-media')
  const media = `s3://balcao-media?endpoint=${bucket.endpoint}`
  const keys = { BALCAO_MEDIA_ACCESS_KEY: s3Key.accessKeyId, BALCAO_MEDIA_SECRET_KEY: s3Key.secretAccessKey }
  try {
    await playDemo({ BALCAO_DATA_DIR: dataDir })
    const address = await createDatabase()
    const there = ['--to', address, '--media', media]
    const home = { BALCAO_DATA_DIR: dataDir, ...keys }
    await killMoveTo(address, there, home)
    const early = await run(['demo'], { BALCAO_DATA_DIR: dataDir, BALCAO_DATABASE_URL: address })
    expect([early.code, early.err]).toEqual([2, expect.stringContaining('unfinished move from sqlite:')])
    const moved = await run(['move', ...there], home)
    expect([moved.code, moved.err, moved.out]).toEqual([
      0,
      '',
      expect.stringMatching(/\d{4} rows of \d+ tables are the/),
    ])
    expect(bucket.files.size).toBeGreaterThan(3)

    const left = await run(['demo'], { BALCAO_DATA_DIR: dataDir })
    expect([left.code, left.err]).toEqual([2, expect.stringContaining(`balcao move --to sqlite:${dataDir}`)])
    const away = { ...home, BALCAO_DATABASE_URL: address, BALCAO_MEDIA_URL: media }
    await playDemo(away)

    const back = ['--to', `sqlite:${dataDir}`, '--media', `file://${dataDir}/media-again`]
    await killMoveFrom(address, back, away)
    const returned = await run(['move', ...back], away)
    expect([returned.code, returned.err]).toEqual([0, ''])
    expect(readdirSync(dataDir).some((name) => name.startsWith('before-move-'))).toBe(true)
    expect(await run(['demo'], away)).toMatchObject({ code: 2, err: expect.stringContaining('was moved to sqlite:') })
    await playDemo({ BALCAO_DATA_DIR: dataDir, BALCAO_MEDIA_URL: `file://${dataDir}/media-again` })
  } finally {
    await bucket.stop()
  }
})

test('a target that is not empty, of another version, program or root key is refused with one line and stays as it was', async () => {
  const dataDir = await stoppedInstallation()
  const other = await serve({ ...withoutWhatsApp, BALCAO_DATABASE_URL: await createDatabase() })
  await other.stop()
  const foreignKey = addressOf(`moved_${databases}`)
  const sameKey = await createDatabase(`template moved_${databases}`)
  const [check] = sqliteRows(dataDir, "select value from installation where key = 'keyCheck'")
  await onDatabase(sameKey, `update installation set value = '${check?.value}' where key = 'keyCheck'`)
  const newer = await createDatabase(`template moved_${databases}`)
  await onDatabase(newer, `insert into kysely_migration (name, timestamp) values ('9999-newer', '')`)
  const foreign = await createDatabase()
  await onDatabase(foreign, 'create table orders (id int)')
  const cases: [address: string, says: RegExp][] = [
    [foreignKey, /--to names a database of an installation with another root key/],
    [sameKey, /--to names a database that is not empty; name an empty database/],
    [newer, /--to names a database of another version/],
    [foreign, /--to cannot be used: the database holds tables of another program/],
    [addressOf('missing'), /--to names the database missing, which does not exist/],
    ['postgres://127.0.0.1:9/none', /--to names a server that does not answer/],
    ['mysql://127.0.0.1/none', /--to must be postgres:/],
    [`sqlite:${temporaryDirectory()}`, /--to names a directory, and the database is a file already/],
  ]
  for (const [address, says] of cases) {
    const { code, out, err } = await run(['move', '--to', address], { BALCAO_DATA_DIR: dataDir })
    expect([address, code, out, err]).toEqual([address, 2, '', expect.stringMatching(/^balcao: [^\n]+\n$/)])
    expect([address, err]).toEqual([address, expect.stringMatching(says)])
  }
  expect(sqliteRows(dataDir, "select key from installation where key = 'move'")).toEqual([])
  const marks = await Promise.all([foreignKey, sameKey, newer].map((address) => onDatabase(address, markText)))
  expect(marks.map(([row]) => Number(row?.marks))).toEqual([0, 0, 0])
  const started = await serve({ ...withoutWhatsApp, BALCAO_DATA_DIR: dataDir })
  expect(await started.stop()).toBe(0)
})

const markText = "select count(*) as marks from installation where key = 'move'"

function sqliteRows(dataDir: string, text: string): Record<string, unknown>[] {
  const sqlite = new Sqlite(databaseFile(dataDir), { readonly: true })
  try {
    return sqlite.query(text).all() as Record<string, unknown>[]
  } finally {
    sqlite.close()
  }
}

test('a directory with a database or another root key is refused, and an empty one gets key and files', async () => {
  const address = await createDatabase()
  const serving = await serve({ ...withoutWhatsApp, BALCAO_DATABASE_URL: address })
  const env = { BALCAO_DATA_DIR: serving.dataDir, BALCAO_DATABASE_URL: address }
  const served = await run(['move', '--to', `sqlite:${temporaryDirectory()}`], env)
  expect([served.code, served.err]).toEqual([1, expect.stringContaining('another balcao is using')])
  const elsewhere = { ...env, BALCAO_DATA_DIR: temporaryDirectory() }
  cpSync(keyFile(serving.dataDir), keyFile(elsewhere.BALCAO_DATA_DIR))
  const running = await run(['move', '--to', `sqlite:${temporaryDirectory()}`], elsewhere)
  expect([running.code, running.err]).toEqual([1, expect.stringContaining('a balcao serves this database')])
  await serving.stop()

  const [filled, keyed, empty] = [await stoppedInstallation(), temporaryDirectory(), join(temporaryDirectory(), 'new')]
  cpSync(keyFile(filled), keyFile(keyed))
  for (const [directory, says] of [
    [filled, 'with another root key'],
    [keyed, 'with another root key'],
  ] as const) {
    const { code, err } = await run(['move', '--to', `sqlite:${directory}`], env)
    expect([directory, code, err]).toEqual([directory, 2, expect.stringContaining(says)])
  }
  mkdirSync(join(serving.dataDir, 'media', '1'), { recursive: true })
  const { code, err, out } = await run(['move', '--to', `sqlite:${empty}`], env)
  expect([code, err, out]).toEqual([0, '', expect.stringContaining(`set BALCAO_DATA_DIR=${empty}`)])
  expect(existsSync(keyFile(empty))).toBe(true)
  const started = await serve({ ...withoutWhatsApp, BALCAO_DATA_DIR: empty })
  expect(await started.stop()).toBe(0)
})

test('a server started after an interrupted move gives the move up, which then begins again elsewhere', async () => {
  const dataDir = await stoppedInstallation()
  const [address, second] = [await createDatabase(), await createDatabase()]
  const kept = copyOf(dataDir)
  await killMoveTo(address, ['--to', address], { BALCAO_DATA_DIR: dataDir })
  const started = await serve({ ...withoutWhatsApp, BALCAO_DATA_DIR: dataDir })
  await started.stop()
  const again = await run(['move', '--to', address], { BALCAO_DATA_DIR: dataDir })
  expect([again.code, again.err]).toEqual([2, expect.stringContaining('another move has begun to fill')])
  expect((await run(['move', '--to', second], { BALCAO_DATA_DIR: dataDir })).code).toBe(0)
  const stranger = await run(['move', '--to', second], { BALCAO_DATA_DIR: kept })
  expect([stranger.code, stranger.err]).toEqual([2, expect.stringContaining('not empty')])
})

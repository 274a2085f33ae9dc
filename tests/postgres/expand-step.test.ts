import { afterAll, expect, test } from 'bun:test'
import { type Kysely, sql } from 'kysely'
import { migrations } from '../../migrations'
import { baseline } from '../../migrations/postgres/baseline'
import { log } from '../../src/core/log'
import type { Handle } from '../../src/core/storage/db'
import { refusalOf } from '../../src/core/storage/migrate'
import { clientOptions } from '../../src/core/storage/postgres/address'
import { Line } from '../../src/core/storage/postgres/lines'
import { migratePostgres } from '../../src/core/storage/postgres/migrate'
import { PostgresStore } from '../../src/core/storage/postgres/store'
import { migratedDatabase, openDatabase } from '../postgres-databases'
import { addressOf, createDatabase } from '../postgres-server'

/** A node of the version before serves while one of the next version applies its step to the same database. */

log.level = 'silent'
const database = await createDatabase(await migratedDatabase())
const [former, next] = [await openDatabase(database), await openDatabase(database)]
await former.learnSchema()
afterAll(() => Promise.all([former.close(), next.close()]))

/** The expanding part of a change: columns that the version before neither reads nor writes. */
const stepOf = (column: string) => ({
  up: async () => {},
  upOnPostgres: async (db: Kysely<unknown>) => {
    for (const table of ['plans', 'companies', 'tags', 'installation'])
      await sql.raw(`alter table ${table} add column "${column}" text collate "C" not null default ''`).execute(db)
  },
})

const plan = { users: 1, connections: 1, queues: 1, value: 0, isPublic: 0 } as const
const flags = { useCampaigns: 0, useSchedules: 0, useInternalChat: 0, useExternalApi: 0, useKanban: 0 } as const
const insertPlan = (name: string) =>
  former.write(({ kysely }) =>
    kysely
      .insertInto('plans')
      .values({ ...plan, ...flags, useOpenAi: 0, useIntegrations: 0, name })
      .returningAll()
      .executeTakeFirstOrThrow(),
  )
/** Reads on all lines of the process at once, so that each has prepared the statement. */
const readPlans = () =>
  Promise.all(Array.from({ length: 12 }, () => former.read.kysely.selectFrom('plans').selectAll().execute()))
const namesOf = (answers: { name: string }[][]) => new Set(answers.map((rows) => rows.map(({ name }) => name).join()))

test('a node reads whole rows and writes as before while another one adds columns to its tables', async () => {
  await Promise.all(['a', 'b', 'c', 'd'].map(insertPlan))
  const [before] = namesOf(await readPlans())
  await migratePostgres(next, { ...migrations, '9998-next': stepOf('ofNext') }, baseline)
  expect(namesOf(await readPlans())).toEqual(new Set([before as string]))
  const stored = await Promise.all(['e', 'f', 'g', 'h'].map(insertPlan))
  expect(stored.map(({ name }) => name)).toEqual(['e', 'f', 'g', 'h'])
  const [rows = []] = await readPlans()
  expect(rows).toHaveLength(8)
})

test('a version without the applied step refuses to start', async () => {
  const applied = await next.withLine(async (line) => line.rows('select name from kysely_migration order by name', []))
  expect(
    refusalOf(
      applied.map(({ name }) => `${name}`),
      migrations,
    )?.problem,
  ).toContain('it has 9998-next')
})

test('a step waits for a table in use without stopping the readers behind it', async () => {
  const holder = await Line.connect(clientOptions(await addressOf(database)), 60_000)
  await holder.runSimply('begin; lock table tags in access share mode')
  const both = { ...migrations, '9998-next': stepOf('ofNext'), '9999-after': stepOf('ofAfter') }
  let isDone = false
  const done = migratePostgres(next, both, baseline, { lockMs: 100, pauseMs: 50, attempts: 1000 }).finally(() => {
    isDone = true
  })
  for (let n = 0; n < 20; n++) await former.read.kysely.selectFrom('tags').select('id').limit(1).execute()
  expect(isDone).toBe(false)
  await holder.runSimply('commit')
  await holder.drop()
  expect(await done).toEqual(['9999-after'])
})

test('a step that never gets its table fails, is named, and changes nothing', async () => {
  const holder = await Line.connect(clientOptions(await addressOf(database)), 60_000)
  await holder.runSimply('begin; lock table installation in access share mode')
  const steps = {
    ...migrations,
    '9998-next': stepOf('ofNext'),
    '9999-after': stepOf('ofAfter'),
    '99991-last': stepOf('ofLast'),
  }
  const failed = migratePostgres(next, steps, baseline, { lockMs: 50, pauseMs: 10, attempts: 2 })
  await expect(failed).rejects.toThrow('migration 99991-last failed')
  await holder.drop()
  expect(
    await next.withLine((line) => line.rows(`select 1 from kysely_migration where name = '99991-last'`, [])),
  ).toEqual([])
})

test('a start says since when the schema is readable with its steps, or not at all', async () => {
  const beforeSteps = ({ kysely }: Handle) =>
    kysely.insertInto('installation').values({ key: 'readableSince', value: '9998-next' }).execute()
  const applied = { ...migrations, '9998-next': stepOf('ofNext'), '9999-after': stepOf('ofAfter') }
  const said = () => former.read.all("select value from installation where key = 'readableSince'", [])
  const failing = {
    ...applied,
    '99992-failing': { up: async () => {}, upOnPostgres: () => Promise.reject(new Error('no')) },
  }
  await expect(migratePostgres(next, failing, baseline, { beforeSteps })).rejects.toThrow('99992-failing')
  await migratePostgres(next, applied, baseline, { beforeSteps })
  expect(await said()).toEqual([])
  await migratePostgres(next, { ...applied, '99993-good': stepOf('ofGood') }, baseline, { beforeSteps })
  expect(await said()).toEqual([{ value: '9998-next' }])
})

test('a step may take longer than a statement of a unit', async () => {
  const options = clientOptions(await addressOf(await createDatabase(await migratedDatabase())))
  const store = new PostgresStore(options, { unitMs: 100, answerMs: 0 })
  await expect(store.withLine((line) => line.runSimply('select pg_sleep(1)'))).rejects.toThrow()
  const slow = {
    up: async () => {},
    upOnPostgres: (db: Kysely<unknown>) => sql`select 1 from pg_sleep(1)`.execute(db),
  }
  expect(await migratePostgres(store, { ...migrations, '9999-slow': slow }, baseline)).toEqual(['9999-slow'])
  await store.close()
})

test('a policy waits for a table in use as a step does', async () => {
  const name = await createDatabase(await migratedDatabase())
  const [store, holder] = [await openDatabase(name), await Line.connect(clientOptions(await addressOf(name)), 60_000)]
  await holder.runSimply('alter table tags disable row level security; drop policy own_company on tags')
  await holder.runSimply('begin; lock table tags in access share mode')
  const failed = migratePostgres(store, migrations, baseline, { lockMs: 50, pauseMs: 10, attempts: 2 })
  await expect(failed).rejects.toThrow('migration row-security failed')
  const done = migratePostgres(store, migrations, baseline, { lockMs: 50, pauseMs: 50, attempts: 1000 })
  await holder.runSimply('commit')
  await holder.drop()
  expect(await done).toEqual([])
  expect(await store.read.all(`select 1 as n from pg_policies where tablename = 'tags'`, [])).toEqual([{ n: 1 }])
  await store.close()
})

import type { Kysely } from 'kysely'
import { log } from '../../log'
import { UserError } from '../../user-error'
import type { Handle } from '../db'
import { MigrationFailed, type Migrations, pendingOf, refusalOf } from '../migrate'
import type { Database } from '../schema'
import { isLockTimeout } from './failures'
import type { Line } from './lines'
import { secureRows } from './row-security'
import type { PostgresStore } from './store'

/** The schema in one step, and the migrations that it contains. */
interface Baseline {
  /** Name of the last migration that the baseline contains. */
  contains: string
  texts: readonly string[]
}

/** Form of a migration for PostgreSQL, in the same file as its form for SQLite. */
interface PostgresForm {
  upOnPostgres?: (db: Kysely<unknown>) => Promise<void>
}

/** Locks of the whole database; two processes that start at once migrate one after the other. */
const lock = 'select pg_advisory_xact_lock(0, 1)'

/** Times in ms of a step's waits for tables that other nodes use, and attempts. */
interface Manner {
  /** Wait for a table. Statements of the others that need the table wait behind it for that long. */
  lockMs: number
  /** Pause after which all pending steps are tried again. */
  pauseMs: number
  attempts: number
  /** Called in the transaction of steps that change a database, before the first of them. */
  beforeSteps(handle: Handle): Promise<unknown>
}
/** For five minutes: longer than reads and units take, shorter than a dump of a large database (docs/adr/0147). */
const usual: Manner = { lockMs: 2000, pauseMs: 3000, attempts: 60, beforeSteps: async () => {} }

/**
 * Brings the database to the newest schema in one transaction, with the policies of row level security if the store uses
 * them. Returns the names of the migrations applied.
 * Nodes of the version before may serve meanwhile: a step that does not get a table within 2 s lets them go on and is
 * tried again.
 * @throws UserError for a database of a newer version and for one of another program, MigrationFailed, RowSecurityFailed
 */
export async function migratePostgres(
  store: PostgresStore,
  migrations: Migrations,
  baseline: Baseline,
  given: Partial<Manner> = {},
): Promise<string[]> {
  const manner = { ...usual, ...given }
  for (let attempt = 1; ; attempt++) {
    try {
      return await migrateOnce(store, migrations, baseline, manner)
    } catch (error) {
      if (!isTableInUse(error) || attempt === manner.attempts) throw error
      log.warn({ attempt, err: error }, 'a migration waits for a table that is in use')
      await Bun.sleep(manner.pauseMs)
    }
  }
}

const isTableInUse = (error: unknown) => error instanceof MigrationFailed && isLockTimeout(error.cause)

async function migrateOnce(
  store: PostgresStore,
  migrations: Migrations,
  baseline: Baseline,
  { lockMs, beforeSteps }: Manner,
): Promise<string[]> {
  return store.withMigrationLine(async (line) => {
    await line.runSimply(`begin; ${lock}; set local lock_timeout = ${lockMs}`)
    let applied: string[]
    try {
      applied = await applyPending(store, line, migrations, baseline, beforeSteps)
      if (store.hasRowSecurity) await secure(line)
      await line.commit()
    } catch (error) {
      if (!line.isLost) await line.runSimply('rollback')
      throw error
    }
    await store.learnSchema(line)
    return applied
  })
}

/** The policies of row level security could not be made. */
export class RowSecurityFailed extends Error {}

/** Makes the policies. @throws MigrationFailed for a table that is in use, as a step does, RowSecurityFailed */
async function secure(line: Line) {
  await secureRows(line).catch((error) => {
    if (isLockTimeout(error)) throw new MigrationFailed('row-security', error)
    throw new RowSecurityFailed((error as Error).message, { cause: error })
  })
}

async function applyPending(
  store: PostgresStore,
  line: Line,
  migrations: Migrations,
  baseline: Baseline,
  beforeSteps: Manner['beforeSteps'],
) {
  const applied = await appliedMigrations(line)
  const refusal = refusalOf(applied, migrations, await readableSinceOnServer(line))
  if (refusal) throw new UserError(`${refusal.problem}; ${refusal.remedy}`)
  const added = applied.length === 0 ? await createSchema(line, Object.keys(migrations), baseline) : []
  const handle = store.handleOf(line)
  const steps = pendingOf([...applied, ...added], migrations)
  if (applied.length > 0 && steps[0]) await inStep(steps[0], beforeSteps(handle))
  for (const name of steps) {
    await applyOne(handle.kysely, name, migrations[name] as PostgresForm)
    await record(line, [name])
    added.push(name)
  }
  return added
}

/** Names of the applied migrations; none in an empty database. @throws UserError for tables of another program */
export async function appliedMigrations(line: Line): Promise<string[]> {
  const tables = await line.rows(
    `select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
    [],
  )
  if (tables.length === 0) return []
  if (!tables.some(({ name }) => name === 'kysely_migration'))
    throw new UserError('the database holds tables of another program; give Balcão an empty one')
  const rows = await line.rows('select name from kysely_migration order by name', [])
  return rows.map(({ name }) => String(name))
}

/** Oldest newest migration of a version that can serve this schema, as its newest version says; null for none. */
export async function readableSinceOnServer(line: Line): Promise<string | null> {
  const tables = await line.rows(
    "select 1 from pg_tables where schemaname = 'public' and tablename = 'installation'",
    [],
  )
  if (tables.length === 0) return null
  const [row] = await line.rows("select value from installation where key = 'readableSince'", [])
  return row ? String(row.value) : null
}

async function createSchema(line: Line, names: string[], { contains, texts }: Baseline): Promise<string[]> {
  const included = names.filter((name) => name <= contains)
  try {
    for (const text of texts) await line.runSimply(text)
    await line.runSimply(`create table kysely_migration
      (name varchar(255) collate "C" primary key, timestamp varchar(255) not null)`)
  } catch (error) {
    throw new MigrationFailed('baseline', error)
  }
  await record(line, included)
  return included
}

async function applyOne(kysely: Kysely<Database>, name: string, { upOnPostgres }: PostgresForm) {
  if (!upOnPostgres) throw new MigrationFailed(name, new Error('it has no form for PostgreSQL'))
  await inStep(name, upOnPostgres(kysely as unknown as Kysely<unknown>))
}

const inStep = (name: string, work: Promise<unknown>) =>
  work.catch((error) => {
    throw new MigrationFailed(name, error)
  })

async function record(line: Line, names: string[]) {
  const timestamp = new Date().toISOString()
  for (const name of names)
    await line.run('insert into kysely_migration (name, timestamp) values ($1, $2)', [name, timestamp])
}

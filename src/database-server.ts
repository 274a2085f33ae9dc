import { migrations } from '../migrations'
import { baseline } from '../migrations/postgres/baseline'
import { assertNotMoved } from './assert-not-moved'
import { BadConfig } from './bad-config'
import { log } from './core/log'
import type { NodeLines } from './core/nodes/node-lines'
import type { Handle } from './core/storage/db'
import { pendingOf, refusalOf } from './core/storage/migrate'
import { clientOptions, nameOfAddress } from './core/storage/postgres/address'
import { LeaseRows } from './core/storage/postgres/lease-rows'
import { Line } from './core/storage/postgres/lines'
import { appliedMigrations, migratePostgres, readableSinceOnServer } from './core/storage/postgres/migrate'
import { isServed, serverFacts } from './core/storage/postgres/server-facts'
import { PostgresStore } from './core/storage/postgres/store'
import { PostgresWire } from './core/storage/postgres/wire'
import { listTables } from './core/storage/table-facts'
import { UserError } from './core/user-error'
import { noteReadableSince } from './database'
import { described, problemOf } from './database-server-problems'

const variable = 'BALCAO_DATABASE_URL'

interface OpenOptions {
  /** Variable or option that has the address. */
  name?: string
  /** Refuses a database that must not be changed, instead of one that was moved. */
  examine?: (store: PostgresStore) => Promise<void>
  /** Units and reads of a company run in the role of companies. */
  rowSecurity?: boolean
  /** Called for a database that has a schema, before it is changed; what it throws refuses the start. */
  beforeMigrating?: (read: Handle) => Promise<void>
}

/**
 * Opens the database of a PostgreSQL server and brings it to the newest schema.
 * @throws BadConfig with the next step, for a server that cannot be used; nothing is changed then
 */
export async function openPostgres(
  address: string,
  { name = variable, rowSecurity = false, examine, beforeMigrating = async () => {} }: OpenOptions = {},
): Promise<PostgresStore> {
  const store = await connectPostgres(address, name, rowSecurity)
  try {
    await (examine?.(store) ?? refuseMoved(store, address))
    if (await hasSchema(store)) await beforeMigrating(store.read)
    const done = await migratePostgres(store, migrations, baseline, { beforeSteps: noteReadableSince })
    if (done.length > 0) log.info({ migrations: done.length, newest: done.at(-1) }, 'the schema is up to date')
    return store
  } catch (error) {
    await store.close()
    throw described(error, new URL(address), name)
  }
}

/**
 * Connects to a database and changes nothing in it.
 * @throws BadConfig with the next step, for a server that cannot be used
 */
export async function connectPostgres(address: string, name = variable, rowSecurity = false): Promise<PostgresStore> {
  const store = new PostgresStore(clientOptions(address), { rowSecurity })
  try {
    const problem = problemOf(await serverFacts(store))
    if (problem) throw new BadConfig(name, problem)
    return store
  } catch (error) {
    await store.close()
    throw described(error, new URL(address), name)
  }
}

/**
 * Opens a database whose schema is the one of this version, for a command; it may be served meanwhile.
 * @throws BadConfig with the next step, for a server that cannot be used
 */
export async function openForCommand(address: string): Promise<PostgresStore> {
  const store = await connectPostgres(address)
  try {
    const applied = await store.withLine(appliedMigrations)
    if (applied.length === 0) throw new UserError('it has no tables yet; start balcao serve once, which makes them')
    const refusal = refusalOf(applied, migrations, await store.withLine(readableSinceOnServer))
    if (refusal) throw new UserError(`${refusal.problem}; ${refusal.remedy}`)
    if (pendingOf(applied, migrations).length > 0)
      throw new UserError('it has the tables of an earlier version; start balcao serve once, which changes them')
    await store.learnSchema()
    return store
  } catch (error) {
    await store.close()
    throw described(error, new URL(address), variable)
  }
}

/** @throws UserError while a process serves this database */
export async function assertNotServed(store: PostgresStore) {
  if (await isServed(store))
    throw new UserError('a balcao serves this database; stop it on every machine first (balcao doctor lists them)')
}

async function hasSchema({ read }: PostgresStore): Promise<boolean> {
  const tables = await listTables(read)
  return ['installation', 'kysely_migration'].every((name) => tables.includes(name))
}

/** @throws BadConfig for a database that was moved to another place, or that a move fills */
export async function refuseMoved(store: PostgresStore, address: string) {
  if (!(await hasSchema(store))) return
  await assertNotMoved(store, {
    that: 'names a database that',
    use: 'unset it, with BALCAO_DATA_DIR as that directory',
    back: `unset it, then balcao move --to ${nameOfAddress(address)} into an empty database`,
  })
}

/** Longest time of a statement of a move in ms, such as the making of an index. */
const moveDeadlineMs = 24 * 3_600_000

/** Connection of a command that copies whole tables. */
export const openMoveLine = (address: string): Promise<Line> =>
  Line.connect(
    { ...clientOptions(address), connection: { application_name: 'balcao move', statement_timeout: '0' } },
    moveDeadlineMs,
  )

/** Lines to the other processes that use this database. */
export function openNodeLines(address: string): NodeLines {
  const options = clientOptions(address)
  return { wire: new PostgresWire(options), leases: new LeaseRows(options) }
}

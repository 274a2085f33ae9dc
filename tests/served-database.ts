import { Database } from 'bun:sqlite'
import { databaseFile } from '../src/core/storage/data-directory'
import { clientOptions } from '../src/core/storage/postgres/address'
import { Line } from '../src/core/storage/postgres/lines'
import { addressOf, createDatabase, usesPostgres } from './postgres-server'

/**
 * Database of an executable, which tests read and change beside it: the file in its data directory, or one on the server
 * of the tests (`--postgres`).
 */
export interface ServedDatabase {
  readonly engine: 'sqlite' | 'postgres'
  /** Variables by which the executable finds it. */
  readonly env: Record<string, string>
  /** Runs a statement that both engines understand, with `?` for values and names in double quotes; returns its rows. */
  all<R>(text: string, ...values: unknown[]): Promise<R[]>
}

/** By data directory: an executable that starts again there continues. */
const databases = new Map<string, Promise<ServedDatabase>>()

export function servedDatabase(dataDir: string): Promise<ServedDatabase> {
  let database = databases.get(dataDir)
  if (!database) {
    database = usesPostgres ? createServed() : Promise.resolve(inFile(databaseFile(dataDir)))
    databases.set(dataDir, database)
  }
  return database
}

const inFile = (file: string): ServedDatabase => ({
  engine: 'sqlite',
  env: {},
  async all<R>(text: string, ...values: unknown[]) {
    const db = new Database(file)
    try {
      db.run('pragma busy_timeout = 5000')
      return db.query(text).all(...(values as never[])) as R[]
    } finally {
      db.close()
    }
  },
})

/** A new database, to which the executable speaks with row level security. */
async function createServed(): Promise<ServedDatabase> {
  const address = await addressOf(await createDatabase())
  return {
    engine: 'postgres',
    env: { BALCAO_DATABASE_URL: address, BALCAO_ROW_SECURITY: 'on' },
    async all<R>(text: string, ...values: unknown[]) {
      const line = await Line.connect(clientOptions(address), deadlineMs)
      let at = 0
      try {
        return (await line.rows(
          text.replaceAll('?', () => `$${++at}`),
          values,
        )) as R[]
      } finally {
        await line.drop()
      }
    },
  }
}

/** Longest time of a statement, in ms. */
const deadlineMs = 60_000

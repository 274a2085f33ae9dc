import { SQL } from 'bun'
import { directoryForTests, startPostgres } from '../scripts/postgres'
import { clientOptions } from '../src/core/storage/postgres/address'

/** The PostgreSQL server of the tests, and databases there. */

/** True when the installations of tests are in PostgreSQL: `TEST_POSTGRES` has the address of a server. */
export const usesPostgres = (process.env.TEST_POSTGRES ?? '') !== ''

let databases = 0
let started: Promise<string> | undefined

/** Address of the server in TEST_POSTGRES, else of one that this process starts and that ends with it. */
function serverAddress(): Promise<string> {
  const given = process.env.TEST_POSTGRES
  if (given) return Promise.resolve(given)
  started ??= startPostgres(directoryForTests()).then(({ address }) => address)
  return started
}

/** Address of a database of the server. */
export async function addressOf(database: string): Promise<string> {
  const url = new URL(await serverAddress())
  url.pathname = `/${database}`
  return url.href
}

/** Runs a statement as superuser, outside of the databases of tests. */
export async function onServer(text: string) {
  const admin = new SQL({ ...clientOptions(await serverAddress()), max: 1 } as never)
  try {
    return (await admin.unsafe(text)) as Record<string, unknown>[]
  } finally {
    await admin.close({ timeout: 0 })
  }
}

/** Creates a database, as a copy of `template` if given, and returns its name. */
export async function createDatabase(template = 'template0'): Promise<string> {
  const name = `test_${process.pid}_${++databases}`
  await onServer(`create database ${name} template ${template} strategy file_copy`)
  return name
}

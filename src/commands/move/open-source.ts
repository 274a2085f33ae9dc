import { migrations } from '../../../migrations'
import type { Config } from '../../config'
import { isRootOf } from '../../core/keys/root-key'
import { readKey } from '../../core/storage/data-directory'
import type { Handle } from '../../core/storage/db'
import type { ReadEnd } from '../../core/storage/move/ends'
import { type MoveMark, writeMark } from '../../core/storage/move/mark'
import { nameOfAddress } from '../../core/storage/postgres/address'
import { PostgresEnd } from '../../core/storage/postgres/move-end'
import { SqliteEnd } from '../../core/storage/sqlite/move-end'
import { migrationsOf, openInstallation } from '../../core/storage/sqlite/open-concurrently'
import { UserError } from '../../core/user-error'
import { assertNotServed, openForCommand, openMoveLine } from '../../database-server'

/** The database as it is, which nothing else uses meanwhile. */
export interface Source {
  end: ReadEnd
  /** Name for people, without a password. */
  place: string
  /** Root key of the installation. */
  root: string
  storeMark(mark: MoveMark): Promise<void>
  close(): Promise<void>
}

/** Opens the database of the configuration. @throws UserError when it is in use or of another version or key */
export async function openSource(config: Config): Promise<Source> {
  const source = await (config.databaseUrl === null ? openFile(config.dataDir) : openServer(config.databaseUrl))
  const root = config.secret ?? readKey(config.dataDir)
  if (root !== null && (await isRootOf(source.end.handle, root))) return { ...source, root }
  await source.close()
  throw new UserError('the key is not the one of this database; put the right secret.key (or BALCAO_SECRET) in place')
}

type Opened = Omit<Source, 'root'>

async function openFile(directory: string): Promise<Opened> {
  const sqlite = openInstallation(directory)
  const end = new SqliteEnd(sqlite)
  const close = async () => sqlite.close()
  if (!isOfThisVersion(migrationsOf(sqlite))) {
    await close()
    throw new UserError(otherVersion)
  }
  return { end, place: `sqlite:${directory}`, storeMark: (mark) => writeMark(end.handle, mark), close }
}

async function openServer(address: string): Promise<Opened> {
  const store = await openForCommand(address)
  try {
    await assertNotServed(store)
    const line = await openMoveLine(address)
    await line.runSimply('begin isolation level repeatable read read only')
    const close = async () => {
      await line.drop()
      await store.close()
    }
    const storeMark = (mark: MoveMark) => store.write((tx: Handle) => writeMark(tx, mark))
    return { end: new PostgresEnd(line, store.handleOf(line)), place: nameOfAddress(address), storeMark, close }
  } catch (error) {
    await store.close()
    throw error
  }
}

const isOfThisVersion = (applied: string[]) => applied.join() === Object.keys(migrations).join()
const otherVersion = 'the database is not of this version; start balcao serve once, stop it, then move'

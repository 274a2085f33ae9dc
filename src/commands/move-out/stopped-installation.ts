import type { Database as Sqlite } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import type { Config } from '../../config'
import { databaseFile, nextKeyFile } from '../../core/storage/data-directory'
import { lockDirectory } from '../../core/storage/lock'
import { type MoveMark, writeMark } from '../../core/storage/move/mark'
import { SqliteHandle } from '../../core/storage/sqlite/handle'
import { lockComplete } from '../../core/storage/sqlite/lock-complete'
import { openInstallation } from '../../core/storage/sqlite/open-concurrently'
import { UserError } from '../../core/user-error'
import { isServing } from '../../doctor/server'
import { printLine } from '../command'
import { untilStopped } from '../update/await-ready'
import type { Service } from '../update/service'

const pollMs = 100

/** An installation whose server has stopped and whose database file is complete: nothing writes to it any more. */
export class StoppedInstallation {
  isMarked = false

  private constructor(
    /** Time of the stop, of `performance.now`. */
    readonly since: number,
    private readonly service: Service | null,
    private readonly unlock: () => void,
    private readonly sqlite: Sqlite,
  ) {}

  /** Stops the server by its manager, or waits until a person has. @throws UserError; the server is started again then */
  static async stop(config: Config, service: Service | null): Promise<StoppedInstallation> {
    const since = performance.now()
    const stoppedBy = await endServer(config, service)
    let unlock: (() => void) | null = null
    try {
      unlock = lockDirectory(config.dataDir)
      return new StoppedInstallation(since, stoppedBy, unlock, openComplete(config.dataDir))
    } catch (error) {
      unlock?.()
      await stoppedBy?.start()
      throw error
    }
  }

  /** Marks the database, durably: from then on no server starts with it. */
  async mark(mark: MoveMark) {
    await writeMark(new SqliteHandle(this.sqlite, false), mark)
    this.sqlite.run('commit')
    this.isMarked = true
  }

  /** Closes the database and releases the directory. */
  release() {
    if (this.sqlite.inTransaction) this.sqlite.run('rollback')
    this.sqlite.close()
    this.unlock()
  }

  /** Releases it after a failure, and starts the server again that was stopped, unless the mark is stored already. */
  async giveBack() {
    this.release()
    if (!this.isMarked) await this.service?.start()
  }
}

/** Returns the service if it was stopped; null when no server ran, or a person has stopped it. */
async function endServer(config: Config, service: Service | null): Promise<Service | null> {
  if (!isServing(config)) return null
  if (!service) {
    printLine('Stop the server now; this command waits for that. Ctrl-C gives the move up.')
    while (isServing(config)) await Bun.sleep(pollMs)
    return null
  }
  // A closed terminal or Ctrl-C must not leave the server stopped.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
  await service.stop()
  if (await untilStopped(config)) return service
  await service.start()
  throw new UserError('the server did not stop within 30 s; nothing was moved')
}

/**
 * Opens the database with an empty log and a write lock, which keeps other commands from changing it.
 * @throws UserError while another command uses it, and for a key rotation that has not ended
 */
function openComplete(directory: string): Sqlite {
  if (existsSync(nextKeyFile(directory)))
    throw new UserError('a rotation of the key has not ended; start balcao once, which ends it, then move')
  const sqlite = openInstallation(directory)
  try {
    sqlite.run('pragma synchronous = full')
    lockComplete(sqlite, databaseFile(directory))
    return sqlite
  } catch (error) {
    sqlite.close()
    throw error
  }
}

import type { Database as Sqlite } from 'bun:sqlite'

/**
 * A read transaction that stays open while the thread runs. A writer that finds the whole log copied and without
 * readers restarts it, and SQLite flushes the new header inside that writer's COMMIT. This reader prevents that for
 * commits of the main thread.
 */
export class OpenRead {
  private held: Sqlite | undefined

  constructor(private readonly handles: [Sqlite, Sqlite]) {}

  /**
   * Opens a transaction as of now, then ends the previous one. Frames newer than the open transaction cannot be copied.
   */
  renew() {
    const [one, other] = this.handles
    const next = this.held === one ? other : one
    next.run('begin')
    try {
      next.query('select 1 from sqlite_schema limit 1').get()
    } catch (error) {
      next.run('rollback')
      throw error
    }
    this.release()
    this.held = next
  }

  release() {
    this.held?.run('rollback')
    this.held = undefined
  }

  close() {
    for (const handle of this.handles) handle.close()
  }
}

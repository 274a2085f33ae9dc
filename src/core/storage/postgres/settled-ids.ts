import type { Handle } from '../db'

const lastIdText = 'select last_value as id from messages_id_seq'
/** Transactions of this database that hold the lock of a company (units.ts), without the one that asks. */
const holdersText = `select virtualtransaction as holder from pg_locks
  where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
    and classid = 1 and granted and pid is distinct from pg_backend_pid()`

/**
 * The highest id of a message below which none can appear any more. Ids are assigned before the commit, and transactions
 * do not commit in the order of their ids; each holds the lock of its company from its beginning. So an id is settled
 * when every transaction that held such a lock after it was assigned has ended.
 */
export class SettledIds {
  private settled = 0
  private candidate = 0
  private holders: string[] = []

  /** Returns the last settled id, which may be one call behind. */
  async read(handle: Handle): Promise<number> {
    const { id } = (await handle.first(lastIdText, [])) as { id: number }
    const rows = (await handle.all(holdersText, [])) as { holder: string }[]
    const holders = rows.map(({ holder }) => holder)
    if (holders.length === 0) this.settled = id
    if (!this.holders.some((holder) => holders.includes(holder))) {
      this.settled = Math.max(this.settled, this.candidate)
      this.candidate = id
      this.holders = holders
    }
    return this.settled
  }
}

import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { SqliteStore } from '../../src/core/storage/sqlite/store'

/**
 * Serves like fast-campaigns.ts, and ends the process by SIGKILL at one durable step of a campaign message. The steps are
 * the writes of the process, counted from the one that claims a recipient. Called as `bun die-at-step.ts MOMENT EXECUTABLE
 * serve`; the moment is `never`, or such as `before 3` or `after 3`: before the commit of the third write, or after its
 * flush. A recipient with fewer steps prints their number, and the process goes on.
 */
const [moment, number] = (process.argv[2] ?? '').split(' ')
process.argv.splice(2, 1)
Bun.argv.splice(2, 1)
const at = Number(number)

const countClaims = (sqlite: Database): number =>
  (sqlite.query('select coalesce(sum(attempts), 0) as n from campaign_recipients').get() as { n: number }).n

function readClaims(): number {
  const sqlite = new Database(join(process.env.BALCAO_DATA_DIR ?? '', 'balcao.db'), { readonly: true })
  const claims = countClaims(sqlite)
  sqlite.close()
  return claims
}

/** Returns the number of each write of the first recipient that this process claims; 0 for all other writes. */
function createStepCounter(claimsBefore: number) {
  let steps = 0
  let isOver = false
  return (sqlite: Database): number => {
    if (isOver) return 0
    const claims = countClaims(sqlite) - claimsBefore
    if (claims > 1 || steps > 200) {
      isOver = true
      process.stderr.write(`the recipient had ${steps} steps\n`)
      return 0
    }
    return claims === 1 ? ++steps : 0
  }
}

const die = () => process.kill(process.pid, 'SIGKILL')

function dieAtStep() {
  const { write } = SqliteStore.prototype
  const countStep = createStepCounter(readClaims())
  SqliteStore.prototype.write = async function writeAndCount<R>(
    this: SqliteStore,
    work: Parameters<typeof write<R>>[0],
  ) {
    let step = 0
    const result = await write.call(this, async (tx) => {
      const value = await work(tx)
      step = countStep(tx.statements.sqlite)
      if (step === at && moment === 'before') die()
      return value
    })
    if (step === at && moment === 'after') die()
    return result as R
  }
}

if (at > 0) dieAtStep()
await import('./fast-campaigns')

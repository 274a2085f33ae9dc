import { sql } from 'kysely'
import type { Scope } from '../scope'
import { hot } from '../storage/tenant'
import type { ClaimedJob } from './claimant'
import { ownLane } from './enqueue'
import { releasePlace } from './groups'

type Run = Pick<ClaimedJob, 'id' | 'lockedAt'> & { node: string }

const runAgain = hot<Run & { runAt: string }>()((db, p) =>
  db
    .update('jobs')
    .set({ state: 'ready', runAt: p('runAt'), attempts: 0, interrupted: 0, lockedAt: null, node: null })
    .set({ lastError: null })
    .where('id', '=', p('id'))
    .where('state', '=', sql.lit('running'))
    .where('node', '=', p('node'))
    .where('lockedAt', '=', p('lockedAt'))
    .where('superseded', '=', 0)
    .returning('id'),
)

const deleteRun = hot<Run>()((db, p) =>
  db
    .delete('jobs')
    .where('id', '=', p('id'))
    .where('state', '=', sql.lit('running'))
    .where('node', '=', p('node'))
    .where('lockedAt', '=', p('lockedAt'))
    .where('superseded', '=', 0)
    .returning('id'),
)

/** Lets a handler store the end of its run in its own last transaction: the work and the end are stored, or neither. */
export class RunEnding {
  /** True once the end is committed; the loop then stores no outcome. */
  isStored = false

  constructor(
    private readonly job: ClaimedJob,
    private readonly node: string,
  ) {}

  /**
   * Makes the job due again at `runAt` in its row, as if it were enqueued anew. Returns false, and changes nothing, when
   * its key was enqueued again or cancelled during the run, and in a lane that other jobs share. Call in the last
   * transaction of a run: the next run may begin at its commit.
   */
  runAgain(scope: Scope, runAt: Date): Promise<boolean> {
    return this.end(scope, (run) => scope.db.first(runAgain, { ...run, runAt: runAt.toISOString() }))
  }

  /**
   * Removes the job, because its work is done. Returns false, and changes nothing, in the cases of `runAgain`, and when
   * `runAgain` was called before; the loop then stores the outcome. Call as the last statement of the last transaction of
   * a run.
   */
  finish(scope: Scope): Promise<boolean> {
    return this.end(scope, (run) => scope.db.first(deleteRun, run))
  }

  private async end(scope: Scope, change: (run: Run) => Promise<unknown>): Promise<boolean> {
    const { id, lockedAt, lane, name, key } = this.job
    if (lane !== ownLane(name, key) || !(await change({ id, lockedAt, node: this.node }))) return false
    await releasePlace(scope.db, this.job, new Date().toISOString())
    scope.afterCommit(() => {
      this.isStored = true
    })
    return true
  }
}

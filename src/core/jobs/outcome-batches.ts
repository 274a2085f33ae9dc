import { workMarks } from '../process/work-marks'
import type { Store } from '../storage/db'
import type { CompanyId } from '../storage/schema'
import { TenantDb } from '../storage/tenant'
import type { ClaimedJob } from './claimant'
import { type Ended, type Outcome, storeOutcomes } from './outcome'

interface Waiting extends Ended {
  resolve(stored: Outcome): void
  reject(error: unknown): void
}

/**
 * Stores the outcomes of runs that end while one transaction waits for its turn together, those of each company in a
 * transaction of its own. An outcome waits for no other: the first one asks for the transaction, which takes all that
 * there are when it runs.
 */
export class OutcomeBatches {
  private readonly waiting = new Map<CompanyId, Waiting[]>()

  constructor(
    private readonly store: Store,
    private readonly node: string,
  ) {}

  /** Returns the stored outcome. @throws as `Store.write`; nothing of the batch is stored then */
  put(job: ClaimedJob, outcome: Outcome): Promise<Outcome> {
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
    const before = this.waiting.get(job.companyId)
    const ended = { job, outcome, resolve, reject }
    if (before) before.push(ended)
    else {
      this.waiting.set(job.companyId, [ended])
      void this.write(job.companyId)
    }
    return workMarks.whileAway(promise)
  }

  private async write(companyId: CompanyId) {
    let batch: Waiting[] | undefined
    try {
      const stored = await workMarks.without(() =>
        this.store.write((tx) => {
          batch ??= this.take(companyId) // a transaction may run twice
          return storeOutcomes(TenantDb.of(this.store, companyId, tx), batch, this.node)
        }, companyId),
      )
      for (const [n, { resolve }] of (batch ?? []).entries()) resolve(stored[n] as Outcome)
    } catch (error) {
      for (const { reject } of batch ?? this.take(companyId)) reject(error)
    }
  }

  private take(companyId: CompanyId): Waiting[] {
    const batch = this.waiting.get(companyId) ?? []
    this.waiting.delete(companyId)
    return batch
  }
}

import { isKeyQueued } from '../../../../core/jobs/keys'
import type { Platform } from '../../../../core/scope'
import { literal, sortsAfter } from '../../../../core/storage/expressions'
import { enqueueFlow } from './enqueue'

/** Runs of one batch; other writes take turns between two batches. */
const batchSize = 500

type SilentRun = Awaited<ReturnType<ReturnType<typeof silentRuns>['execute']>>[number]

/**
 * Scheduled task: enqueues the end of the runs whose customers have been silent for a day. A job of each run, moved at
 * every answer, would cost a step more than its log and its answer together. The step checks again whether the end is due.
 */
export async function enqueueSilentRuns(platform: Platform, now = new Date()) {
  for (let last: SilentRun | undefined; ; await Bun.sleep(1)) {
    const due: SilentRun[] = await silentRuns(platform, now.toISOString(), last).execute()
    await Promise.all(due.map((run) => enqueueEnd(platform, run))) // one group of the writer
    if (due.length < batchSize) return
    last = due.at(-1)
  }
}

/** Leaves out a run that has a job: a new one would begin the attempts of a failing step again. */
async function enqueueEnd(platform: Platform, { companyId, ticketId }: SilentRun) {
  if (await isKeyQueued(platform.tenant(companyId), 'flow.run', String(ticketId))) return
  await platform.scope(companyId, { system: 'timer' }).transaction((scope) => enqueueFlow(scope, ticketId))
}

/** Live runs behind `last` in tickets that the robot may answer, those silent for longest first; a test checks the index. */
export const silentRuns = ({ db }: Platform, now: string, last: { wakeAt: string | null; id: number } | undefined) =>
  db
    .selectFrom('flow_runs')
    .innerJoin('tickets', 'tickets.id', 'flow_runs.ticketId')
    .select(['flow_runs.id', 'flow_runs.companyId', 'flow_runs.ticketId', 'flow_runs.wakeAt'])
    .where('flow_runs.endedAt', 'is', null)
    .where('flow_runs.state', 'in', [literal('input'), literal('program')])
    .where('flow_runs.wakeAt', '<=', now)
    .where(sortsAfter(['flow_runs.wakeAt', 'flow_runs.id'], [last?.wakeAt ?? '', last?.id ?? 0]))
    .where('tickets.status', '=', 'pending')
    .where('tickets.whatsappId', 'is not', null)
    .orderBy('flow_runs.wakeAt')
    .orderBy('flow_runs.id')
    .limit(batchSize)

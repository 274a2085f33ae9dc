import type { Platform } from '../../core/scope'
import { literal } from '../../core/storage/expressions'
import { enqueueFlow } from './enqueue'

/** Runs of one tick; more of them follow a minute later. */
const batchSize = 500

/**
 * Scheduled task: enqueues the end of the runs whose customers have been silent for a day. A job of each run, moved at
 * every answer, would cost a step more than its log and its answer together. The step checks again whether the end is due.
 */
export async function enqueueSilentRuns(platform: Platform, now = new Date()) {
  const due = await silentRuns(platform, now.toISOString()).execute()
  const enqueueEnd = ({ companyId, ticketId }: (typeof due)[number]) =>
    platform.scope(companyId, { system: 'timer' }).transaction((scope) => enqueueFlow(scope, ticketId))
  await Promise.all(due.map(enqueueEnd)) // one group of the writer
}

/** Live runs in tickets that the robot may answer, those silent for longest first; a test checks the index. */
export const silentRuns = ({ db }: Platform, now: string) =>
  db
    .selectFrom('flow_runs')
    .innerJoin('tickets', 'tickets.id', 'flow_runs.ticketId')
    .select(['flow_runs.companyId', 'flow_runs.ticketId'])
    .where('flow_runs.endedAt', 'is', null)
    .where('flow_runs.state', 'in', [literal('input'), literal('program')])
    .where('flow_runs.wakeAt', '<=', now)
    .where('tickets.status', '=', 'pending')
    .where('tickets.whatsappId', 'is not', null)
    .orderBy('flow_runs.wakeAt')
    .limit(batchSize)

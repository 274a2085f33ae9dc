import { idOfCursor } from '../../../../core/http/cursor'
import type { Scope } from '../../../../core/scope'
import { hot } from '../../../../core/storage/tenant'
import { pageSizes } from '../../../../shared/limits'
import { getFlow } from '../read'
import { readAnswerText } from './answer-text'
import type { EndedRun } from './model'

const size = pageSizes.other
/** Answers of a run that the list shows. */
const shownAnswers = 3

const pageOfRuns = hot<{ flowId: number; before: number; limit: number }>()((db, p) =>
  db
    .select('flow_runs')
    .innerJoin('tickets', 'tickets.id', 'flow_runs.ticketId')
    .innerJoin('contacts', 'contacts.id', 'tickets.contactId')
    .select(['flow_runs.id', 'flow_runs.startedAt', 'flow_runs.end', 'flow_runs.nodeId', 'flow_runs.ticketId'])
    .select('contacts.name as contactName')
    .where('flow_runs.flowId', '=', p('flowId'))
    .where('flow_runs.endedAt', 'is not', null)
    .where('flow_runs.id', '<', p('before'))
    .orderBy('flow_runs.id', 'desc')
    .limit(p('limit')),
)

/** A page of the runs of a flow that have ended, newest first. @throws ERR_NO_FLOW_FOUND */
export async function listEndedRuns(scope: Scope, flowId: number, cursor?: string) {
  await getFlow(scope, flowId)
  const before = idOfCursor(cursor) ?? Number.MAX_SAFE_INTEGER
  const rows = await scope.db.run(pageOfRuns, { flowId, before, limit: size + 1 })
  const runs: EndedRun[] = []
  for (const { ticketId, ...row } of rows.slice(0, size))
    runs.push({ ...row, answers: await firstAnswers(scope, row.id, ticketId) })
  const hasMore = rows.length > size
  return { runs, hasMore, next: hasMore ? `${runs.at(-1)?.id}` : null }
}

async function firstAnswers(scope: Scope, runId: number, ticketId: number): Promise<string[]> {
  const answers: string[] = []
  for (let answer = 0; answer < shownAnswers; answer++)
    answers.push(await readAnswerText(scope, { runId, ticketId, answer }))
  return answers.filter((text) => text !== '')
}

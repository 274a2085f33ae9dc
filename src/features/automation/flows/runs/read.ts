import type { Scope } from '../../../../core/scope'
import { hot } from '../../../../core/storage/tenant'
import type { Values } from '../../../../shared/flow/render'
import { parseJson } from '../../../../shared/json'
import type { FlowRun } from './model'

/** Runs of one ticket that are shown, newest first. */
const shownRuns = 5
const runsOf = hot<{ ticketId: number; limit: number }>()((db, p) =>
  db
    .select('flow_runs')
    .innerJoin('flows', 'flows.id', 'flow_runs.flowId')
    .innerJoin('flow_versions', 'flow_versions.id', 'flow_runs.versionId')
    .select(['flow_runs.id', 'flow_runs.flowId', 'flows.name as flowName', 'flow_versions.number as version'])
    .select(['flow_runs.state', 'flow_runs.end', 'flow_runs.variables', 'flow_runs.startedAt', 'flow_runs.endedAt'])
    .where('flow_runs.ticketId', '=', p('ticketId'))
    .orderBy('flow_runs.id', 'desc')
    .limit(p('limit')),
)

/** Flows of a ticket with the answers collected, newest first. The caller checks who may see the ticket. */
export async function listRuns(scope: Scope, ticketId: number): Promise<FlowRun[]> {
  const rows = await scope.db.run(runsOf, { ticketId, limit: shownRuns })
  return rows.map(({ variables, ...row }) => ({ ...row, answers: toAnswers(parseJson(variables)) }))
}

const toAnswers = (variables: Values) => Object.entries(variables).map(([name, value]) => ({ name, value }))

/** Flows that one answer lists. */
const maxFlows = 500

/** Active flows with a published version, by name. */
export const listStartable = ({ db }: Scope) =>
  db
    .select('flows')
    .select(['id', 'name'])
    .where('active', '=', 1)
    .where('versionId', 'is not', null)
    .orderBy('searchText')
    .limit(maxFlows)
    .execute()

import { BoundedCache } from '../../../../core/bounded-cache'
import type { Scope } from '../../../../core/scope'
import { hot, type Tables } from '../../../../core/storage/tenant'
import { type Graph, graphOf } from '../../../../shared/flow/graph'
import { type AskedHours, askedHoursOf } from '../../../../shared/flow/hours'
import type { Definition, FlowNode } from '../../../../shared/flow/node'
import { readFlow } from '../../../../shared/flow/read'
import type { Values } from '../../../../shared/flow/render'
import { isLive, type LogLine, newRun, type Run, type RunEnd, type RunState } from '../../../../shared/flow/run'
import { parseJson } from '../../../../shared/json'
import type { ProgramAnswer } from '../../programs/program'

/** A run as its row holds it. */
export interface StoredRun {
  id: number
  ticketId: number
  attendanceId: number
  flowId: number
  versionId: number
  flowName: string
  run: Run
  /** Newest message of the customer that the run has heard. */
  answeredId: number
  /** UTC ISO time at which a timer is due, or at which a silent customer ends the run. */
  wakeAt: string | null
  /** State that the program of the current node gave with its last answer; undefined before it was first asked. */
  programState: unknown
  /** An answer of the program of which messages are yet to be sent, or its end yet to be followed. */
  unsent: ProgramAnswer | null
}

const liveRun = hot<{ ticketId: number }>()((db, p) =>
  db
    .select('flow_runs')
    .innerJoin('flows', 'flows.id', 'flow_runs.flowId')
    .select(['flow_runs.id', 'flow_runs.ticketId', 'flow_runs.attendanceId', 'flow_runs.versionId', 'flows.name'])
    .select('flow_runs.flowId')
    .select(['flow_runs.state', 'flow_runs.nodeId', 'flow_runs.element', 'flow_runs.variables', 'flow_runs.steps'])
    .select(['flow_runs.invalidAnswers', 'flow_runs.answeredId', 'flow_runs.wakeAt'])
    .select(['flow_runs.programState', 'flow_runs.programSays'])
    .where('flow_runs.ticketId', '=', p('ticketId'))
    .where('flow_runs.endedAt', 'is', null),
)

/** The run that has not ended; a ticket has at most one. */
export async function findLiveRun(scope: Scope, ticketId: number): Promise<StoredRun | undefined> {
  const row = await scope.db.first(liveRun, { ticketId })
  if (!row) return undefined
  const { id, attendanceId, flowId, versionId, name: flowName, answeredId, wakeAt, variables, ...run } = row
  const { state, nodeId, element, steps, invalidAnswers, programState, programSays } = run
  return {
    ...{ id, ticketId, attendanceId, flowId, versionId, flowName, answeredId, wakeAt },
    programState: programState === null ? undefined : parseJson(programState),
    unsent: programSays === null ? null : parseJson(programSays),
    run: { state, nodeId, element, steps, invalidAnswers, variables: parseJson(variables) },
  }
}

interface NewRun {
  ticketId: number
  attendanceId: number
  flowId: number
  versionId: number
  /** Message that started the run. */
  messageId: number
  variables: Values
}

const nothingYet = { end: null, endedAt: null, wakeAt: null, programState: null, programSays: null }

/** Inserts a run that has not begun. */
export async function insertRun(scope: Scope, { messageId, variables: given, ...begun }: NewRun) {
  const { variables, ...run } = newRun(given)
  const row = { ...begun, ...run, variables: JSON.stringify(variables), answeredId: messageId }
  await scope.db.insert('flow_runs', { ...row, ...nothingYet }).execute()
}

interface Step {
  id: number
  state: RunState
  nodeId: string | null
  element: number
  variables: string
  invalidAnswers: number
  steps: number
  answeredId: number
  wakeAt: string | null
}

const afterStep = (db: Tables, p: <K extends keyof Step>(name: K) => Step[K]) =>
  db
    .update('flow_runs')
    .set({ state: p('state'), nodeId: p('nodeId'), element: p('element'), variables: p('variables') })
    .set({ invalidAnswers: p('invalidAnswers'), steps: p('steps'), answeredId: p('answeredId'), wakeAt: p('wakeAt') })
    .set({ programState: null, programSays: null })
    .where('id', '=', p('id'))

/** Leaves `endedAt` out: SQLite would write two indexes again. */
const updateLive = hot<Step>()((db, p) => afterStep(db, p))
const updateEnded = hot<Step & { end: RunEnd | null; endedAt: string }>()((db, p) =>
  afterStep(db, p).set({ end: p('end'), endedAt: p('endedAt') }),
)
const insertLine = hot<{ runId: number; nodeId: string; outcome: string; variables: string | null; at: string }>()(
  (db, p) =>
    db.insert('flow_run_log', {
      ...{ runId: p('runId'), nodeId: p('nodeId'), outcome: p('outcome') },
      ...{ variables: p('variables'), at: p('at') },
    }),
)

/** Characters of the values that a line of the log keeps; a replay gives larger ones their last values. */
const maxLogged = 16_384

function loggedValues({ variables }: Pick<LogLine, 'variables'>): string | null {
  const text = variables ? JSON.stringify(variables) : null
  return text !== null && text.length <= maxLogged ? text : null
}

const insertAnswerRange = hot<{ runId: number; afterId: number; messageId: number }>()((db, p) =>
  db.insert('flow_run_answers', { runId: p('runId'), afterId: p('afterId'), messageId: p('messageId') }),
)

/** Records which messages a run took as an answer, for its replay. */
export const storeAnswerRange = (scope: Scope, { id: runId, answeredId: afterId }: StoredRun, messageId: number) =>
  scope.db.run(insertAnswerRange, { runId, afterId, messageId })

/** Stores a run after a step, with the step's log. The session of a program ends with the step that leaves it. */
export async function storeRun(scope: Scope, { id, run, answeredId, wakeAt }: StoredRun, log: LogLine[]) {
  const now = new Date().toISOString()
  const { variables, end = null, ...columns } = run
  const row = { ...columns, variables: JSON.stringify(variables), id, answeredId, wakeAt }
  await (isLive(run.state) ? scope.db.run(updateLive, row) : scope.db.run(updateEnded, { ...row, end, endedAt: now }))
  for (const { nodeId, outcome, ...line } of log)
    await scope.db.run(insertLine, { runId: id, nodeId, outcome, variables: loggedValues(line), at: now })
}

const updateProgram = hot<{
  id: number
  state: string | null
  says: string | null
  answeredId: number
  wakeAt: string | null
}>()((db, p) =>
  db
    .update('flow_runs')
    .set({ programState: p('state'), programSays: p('says'), answeredId: p('answeredId'), wakeAt: p('wakeAt') })
    .where('id', '=', p('id')),
)

/** Stores the session of the program at whose node a run stands. */
export const storeProgram = (scope: Scope, { id, programState, unsent, answeredId, wakeAt }: StoredRun) =>
  scope.db.run(updateProgram, {
    ...{ id, answeredId, wakeAt },
    state: programState === undefined ? null : JSON.stringify(programState),
    says: unsent && JSON.stringify(unsent),
  })

const contentOf = hot<{ id: number }>()((db, p) =>
  db.select('flow_versions').select('content').where('id', '=', p('id')),
)
/** Graphs by version: a version never changes, and its id is never used again in one database. */
const graphsOf = new WeakMap<object, BoundedCache<number, StoredGraph>>()

interface StoredGraph extends Graph {
  /** A node sends a file, which has to be read before the transaction of a step. */
  sendsFiles: boolean
  /** Opening hours that its conditions ask for. */
  askedHours: AskedHours[]
}

function cacheOf({ ports }: Scope): BoundedCache<number, StoredGraph> {
  const cache = graphsOf.get(ports) ?? new BoundedCache<number, StoredGraph>(500)
  graphsOf.set(ports, cache)
  return cache
}

/** The graph of a version. */
export async function readGraph(scope: Scope, versionId: number): Promise<StoredGraph> {
  const graphs = cacheOf(scope)
  const cachedGraph = graphs.get(versionId)
  if (cachedGraph) return cachedGraph
  const row = await scope.db.first(contentOf, { id: versionId })
  const definition = row ? readFlow(parseJson(row.content)) : { nodes: [], edges: [] }
  const graph = { ...graphOf(definition), ...factsOf(definition) }
  graphs.set(versionId, graph)
  return graph
}

const factsOf = (definition: Definition) => ({
  sendsFiles: definition.nodes.some(sendsFile),
  askedHours: askedHoursOf(definition),
})

const sendsFile = (node: FlowNode): boolean =>
  ['image', 'video', 'audio'].includes(node.kind) ||
  (node.kind === 'content' && node.data.elements.some((element) => 'mediaId' in element))

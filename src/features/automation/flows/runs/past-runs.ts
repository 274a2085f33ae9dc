import type { Scope } from '../../../../core/scope'
import { startOfText } from '../../../../core/storage/expressions'
import { hot } from '../../../../core/storage/tenant'
import { zoneOrDefault } from '../../../../core/time'
import type { Ad } from '../../../../shared/ads'
import type { CustomerMessage } from '../../../../shared/flow/answer'
import type { PastRun } from '../../../../shared/flow/compare'
import type { Graph } from '../../../../shared/flow/graph'
import { type AskedHours, openValues } from '../../../../shared/flow/hours'
import type { NodeOf } from '../../../../shared/flow/node'
import {
  endingOf,
  listOf,
  type ProgramEnd,
  type Recording,
  type ServiceAnswer,
} from '../../../../shared/flow/recording'
import { maxValue, type Values } from '../../../../shared/flow/render'
import type { LogLine, RunEnd } from '../../../../shared/flow/run'
import { runValues } from '../../../../shared/flow/values'
import { parseJson } from '../../../../shared/json'
import { readGraph } from './rows'
import { toCustomerMessage } from './run'
import { readOpeningHours } from './start/opening-hours'

const runById = hot<{ id: number }>()((db, p) =>
  db
    .select('flow_runs')
    .innerJoin('tickets', 'tickets.id', 'flow_runs.ticketId')
    .innerJoin('contacts', 'contacts.id', 'tickets.contactId')
    .innerJoin('companies', 'companies.id', 'flow_runs.companyId')
    .select(['flow_runs.ticketId', 'flow_runs.versionId', 'flow_runs.nodeId', 'flow_runs.end', 'flow_runs.variables'])
    .select(['flow_runs.startedAt', 'tickets.createdAt', 'contacts.name', 'contacts.number', 'contacts.email'])
    .select(['companies.timeZone', 'companies.language', 'tickets.whatsappId', 'tickets.ad'])
    .where('flow_runs.id', '=', p('id')),
)
type RunRow = NonNullable<(typeof runById)['row']>

/** Lines of a log that a replay reads; a run executes at most 200 nodes. */
const maxLines = 1000
const linesOf = hot<{ runId: number; limit: number }>()((db, p) =>
  db
    .select('flow_run_log')
    .select(['nodeId', 'outcome', 'variables'])
    .where('runId', '=', p('runId'))
    .orderBy('id')
    .limit(p('limit')),
)
const answersOf = hot<{ runId: number; limit: number }>()((db, p) =>
  db
    .select('flow_run_answers')
    .select(['afterId', 'messageId'])
    .where('runId', '=', p('runId'))
    .orderBy('id')
    .limit(p('limit')),
)
/** Messages of one answer, as a run reads them. */
const maxMessages = 20
const messagesOf = hot<{ ticketId: number; after: number; until: number; length: number; limit: number }>()((db, p) =>
  db
    .select('messages')
    .select(startOfText('body', p('length')).as('body'))
    .select(['mediaType', 'detail'])
    .where('ticketId', '=', p('ticketId'))
    .where('fromMe', '=', 0)
    .where('isDeleted', '=', 0)
    .where('id', '>', p('after'))
    .where('id', '<=', p('until'))
    .orderBy('id', 'desc')
    .limit(p('limit')),
)

/** Values of the opening hours at a moment in a conversation on a connection. */
export type OpenValuesAt = (now: Date, connectionId: number | null) => Values
const nothingAsked: OpenValuesAt = () => ({})

/** Reads the opening hours as they are now, for the conditions of a flow that is taken through past runs. */
export async function readOpenValues(scope: Scope, askedHours: AskedHours[]): Promise<OpenValuesAt> {
  const hours = await readOpeningHours(scope, askedHours)
  return hours ? (now, connectionId) => openValues(askedHours, hours, now, connectionId) : nothingAsked
}

/**
 * A past run with the customer's answers as they are stored now, and what was open when it began; undefined for one that
 * was deleted.
 */
export async function readPastRun(scope: Scope, id: number, openAt: OpenValuesAt): Promise<PastRun | undefined> {
  const row = await scope.db.first(runById, { id })
  if (!row) return undefined
  const lines = await scope.db.run(linesOf, { runId: id, limit: maxLines })
  const log = lines.map(({ nodeId, outcome }): LogLine => ({ nodeId, outcome }))
  const graph = await readGraph(scope, row.versionId)
  const answers = await readAnswers(scope, row.ticketId, id)
  return {
    recording: {
      values: { ...valuesOfRun(row), ...openAt(new Date(row.startedAt), row.whatsappId) },
      answers,
      ...givenIn(graph, lines, parseJson(row.variables)),
    },
    log,
    ending: endingOf({ end: row.end ?? undefined, nodeId: row.nodeId }, queueIn(graph, log)),
    isInterrupted: row.end === null || interruptions.includes(row.end),
  }
}

/**
 * Ends that say nothing about the flow: a run without one was taken over by people; `stopped` is an agent, or a word of
 * the customer at any time, also in an interval, which a replay does not wait for.
 */
const interruptions: RunEnd[] = ['silent', 'barred', 'stopped']

async function readAnswers(scope: Scope, ticketId: number, runId: number): Promise<CustomerMessage[][]> {
  const answers: CustomerMessage[][] = []
  for (const { afterId, messageId } of await scope.db.run(answersOf, { runId, limit: maxLines })) {
    const range = { ticketId, after: afterId, until: messageId, length: maxValue + 1, limit: maxMessages }
    const messages = await scope.db.run(messagesOf, range)
    answers.push(messages.map(toCustomerMessage).reverse())
  }
  return answers
}

function valuesOfRun({ name, createdAt, startedAt, timeZone, language, ticketId, ...row }: RunRow): Values {
  const { number, email } = row
  const ad: Ad | null = row.ad === null ? null : parseJson(row.ad)
  const ticket = { id: ticketId, createdAt }
  const now = new Date(startedAt)
  return runValues({ contactName: name, number, email, ad, ticket, timeZone: zoneOrDefault(timeZone), language, now })
}

type Line = NonNullable<(typeof linesOf)['row']>
type Given = Pick<Recording, 'services' | 'programs' | 'draws'>

/** Answers of services, ends of programs and draws by the ways that the log names. */
function givenIn(graph: Graph, lines: Line[], variables: Values): Given {
  const outcomes: Given = { services: {}, programs: {}, draws: {} }
  for (const { nodeId, outcome, variables: logged } of lines) {
    const node = graph.node(nodeId)
    if (node?.kind === 'randomizer' && isWay(outcome)) append(outcomes.draws, nodeId, outcome)
    if (node?.kind === 'request' && isWay(outcome))
      append(outcomes.services, nodeId, serviceAnswer(node, outcome === 'a', logged, variables))
    if ((node?.kind === 'typebot' || node?.kind === 'prompt') && programEnds[outcome])
      append(outcomes.programs, nodeId, programEnds[outcome])
  }
  return outcomes
}

const isWay = (outcome: string): outcome is 'a' | 'b' => outcome === 'a' || outcome === 'b'
const programEnds: Record<string, ProgramEnd | undefined> = { a: {}, failed: { failed: true } }
function append<T>(lists: Record<string, T[]>, nodeId: string, value: T) {
  lists[nodeId] = [...listOf(lists, nodeId), value]
}
/** A request's answer: the values of its line, else those at the end of the run. */
const serviceAnswer = (
  { data }: NodeOf<'request'>,
  isSuccess: boolean,
  logged: string | null,
  last: Values,
): ServiceAnswer => ({
  isSuccess,
  variables: logged !== null ? parseJson(logged) : isSuccess ? savedIn(data.saves, last) : {},
})

/** Values of the kept names at the end of the run, for lines of earlier versions and for large values. */
const savedIn = (saves: { key: string }[], variables: Values): Values =>
  Object.fromEntries(
    saves.flatMap(({ key }) => (Object.hasOwn(variables, key) ? [[key, variables[key] as string]] : [])),
  )

/** The queue of the last ticket node on the way that has one. */
function queueIn(graph: Graph, log: LogLine[]): number | null {
  const queues = log.flatMap(({ nodeId }) => {
    const node = graph.node(nodeId)
    return node?.kind === 'ticket' && node.data.queueId !== null ? [node.data.queueId] : []
  })
  return queues.at(-1) ?? null
}

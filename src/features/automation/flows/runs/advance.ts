import type { RunEnding } from '../../../../core/jobs/ending'
import type { Scope } from '../../../../core/scope'
import { type AskedHours, openValues } from '../../../../shared/flow/hours'
import { type FlowEvent, isLive, type RunState, type StepResult, type World } from '../../../../shared/flow/run'
import { step } from '../../../../shared/flow/step'
import { newestCustomerMessageId } from '../../../inbox/tickets/customer-message'
import { findTicketRow, type TicketRow } from '../../../inbox/tickets/read'
import { enqueueTicketPush } from '../../../platform/push/enqueue'
import { endFlowAndNotify } from '../../bot/end-flow'
import { readBotState, storeBotEnd } from '../../bot/state'
import { changeTicket } from '../../bot/ticket'
import { applyEffects, type PreparedFiles, prepareFiles } from './effects'
import { enqueueFlow, enqueueNext } from './enqueue'
import { findLiveRun, readGraph, type StoredRun, storeAnswerRange, storeRun } from './rows'
import { readOpeningHours } from './start/opening-hours'
import { type RunWorld, readWorld } from './world'

/** Random numbers of one step; a step of more draws uses them again. */
const drawsPerStep = 20

/** Silence of a customer after which a run ends, in ms. */
const maxSilence = 24 * 60 * 60_000
export const silenceEnd = () => new Date(Date.now() + maxSilence).toISOString()

const makeDraws = () => Array.from({ length: drawsPerStep }, () => Math.random())

/** An event of a run, and what else its step needs. */
interface DueStep {
  event: FlowEvent
  /** Newest message of the customer's answer; other events pass over all messages that have arrived. */
  heardId?: number
  /** End of the job that takes the step. */
  ending?: RunEnding
}

/**
 * Moves a run on after an event, and stores the step's effects and the job of the next event. Does nothing when the run
 * has changed in between. In a flow with files the step is taken twice with the same random numbers: first to read the
 * files, outside of the transaction.
 */
export async function advance(outer: Scope, staleRun: StoredRun, step: DueStep) {
  const draws = makeDraws()
  const { sendsFiles } = await readGraph(outer, staleRun.versionId)
  const planned = sendsFiles ? await take(outer, staleRun, step.event, draws) : undefined
  const files = await prepareFiles(outer, planned?.effects ?? [])
  await outer.transaction(async (scope) => {
    const stored = await findLiveRun(scope, staleRun.ticketId)
    if (!stored || !isUnchanged(stored, staleRun)) return
    await storeStep(scope, stored, { ...step, draws, files })
  })
}

/** Moves a run on that was read in this transaction, in a flow without files. */
export const advanceWithin = (scope: Scope, stored: StoredRun, step: DueStep) =>
  storeStep(scope, stored, { ...step, newestId: step.heardId, draws: makeDraws(), files: new Map() })

interface Taken extends DueStep {
  draws: number[]
  files: PreparedFiles
  /** Newest message of the customer; undefined when it is not known. */
  newestId?: number | undefined
}

async function storeStep(scope: Scope, stored: StoredRun, { event, heardId, draws, files, ending, ...onward }: Taken) {
  const ticket = await findTicketRow(scope, stored.ticketId)
  if (ticket?.status !== 'pending' || ticket.whatsappId === null) return
  const result = await take(scope, stored, event, draws)
  if (!result) return endFlowAndNotify(scope, ticket.id, 'barred')
  const after = await applyEffects(scope, ticket, stored, result.effects, files)
  const newestId = onward.newestId ?? (await newestCustomerMessageId(scope, ticket.id))
  const moved = { ...stored, run: result.run, answeredId: heardId ?? newestId, wakeAt: wakeAtOf(result) }
  await storeRun(scope, moved, result.log)
  if (event.kind === 'input') await storeAnswerRange(scope, stored, moved.answeredId)
  if (isLive(moved.run.state)) return goOn(scope, moved, newestId, ending)
  await endRun(scope, after, moved)
  await ending?.finish(scope)
}

/** Ends a run that may not speak any more: the plan, the licence or the contact's robot was switched off. */
export const barRun = (outer: Scope, { ticketId }: StoredRun) =>
  outer.transaction((scope) => endFlowAndNotify(scope, ticketId, 'barred'))

/** The step; undefined for a run that may not speak any more. */
async function take(scope: Scope, { run, versionId, ticketId }: StoredRun, event: FlowEvent, draws: number[]) {
  const world = await readWorld(scope, ticketId, draws)
  if (!world?.maySpeak) return undefined
  const graph = await readGraph(scope, versionId)
  return step(graph, run, event, await withOpeningHours(scope, world, graph.askedHours))
}

async function withOpeningHours(scope: Scope, world: RunWorld, askedHours: AskedHours[]): Promise<World> {
  const hours = await readOpeningHours(scope, askedHours)
  if (!hours) return world
  return { ...world, values: { ...world.values, ...openValues(askedHours, hours, new Date(), world.connectionId) } }
}

export const isUnchanged = (one: StoredRun, other: StoredRun) =>
  one.id === other.id &&
  one.run.steps === other.run.steps &&
  one.answeredId === other.answeredId &&
  one.unsent?.says.length === other.unsent?.says.length

const customerStates: RunState[] = ['input', 'program']

function wakeAtOf({ effects, run }: StepResult): string | null {
  if (customerStates.includes(run.state)) return silenceEnd()
  const wait = effects.findLast((effect) => effect.kind === 'wait')
  return run.state === 'timer' && wait ? new Date(Date.now() + wait.seconds * 1000).toISOString() : null
}

/** Enqueues what moves the run on; a message that came while the step was prepared is heard at once. */
async function goOn(scope: Scope, run: StoredRun, newestId: number, ending?: RunEnding) {
  const isWaiting = run.run.state === 'input' && newestId > run.answeredId
  await (isWaiting ? enqueueFlow(scope, run.ticketId, new Date(), ending) : enqueueNext(scope, run, ending))
}

/** People answer from now on; the queue menu does not come in the same attendance. */
async function endRun(scope: Scope, ticket: TicketRow, { answeredId }: StoredRun) {
  const state = await readBotState(scope, ticket.id)
  if (state) await storeBotEnd(scope, state, 'flow', new Date().toISOString())
  const now = await findTicketRow(scope, ticket.id)
  if (now?.status !== 'pending') return
  await changeTicket(scope, now, now.queueId, 0)
  if (answeredId > 0) await enqueueTicketPush(scope, answeredId)
}

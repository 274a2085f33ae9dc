import type { Scope } from '../../core/scope'
import { hot } from '../../core/storage/tenant'
import { type FlowEvent, isLive, type RunState, type StepResult } from '../../shared/flow/run'
import { step } from '../../shared/flow/step'
import { endFlow } from '../bot/end-flow'
import { readBotState, storeBotEnd } from '../bot/state'
import { changeTicket } from '../bot/ticket'
import { enqueueTicketPush } from '../push/enqueue'
import { findTicketRow, type TicketRow } from '../tickets/read'
import { applyEffects, prepareFiles } from './effects'
import { enqueueFlow, enqueueNext } from './enqueue'
import { findLiveRun, readGraph, type StoredRun, storeAnswerRange, storeRun } from './rows'
import { readWorld } from './world'

/** Random numbers of one step; a step of more draws uses them again. */
const drawsPerStep = 20

/** Silence of a customer after which a run ends, in ms (server-behaviour §6.6). */
const maxSilence = 24 * 60 * 60_000
export const silenceEnd = () => new Date(Date.now() + maxSilence).toISOString()

const makeDraws = () => Array.from({ length: drawsPerStep }, () => Math.random())

/**
 * Moves a run on after an event, and stores the step's effects and the job of the next event. Does nothing when the run
 * has changed in between. In a flow with files the step is taken twice with the same random numbers: first to read the
 * files, outside of the transaction. `heardId` is the newest message of the customer's answer; other events pass over all
 * messages that have arrived.
 */
export async function advance(outer: Scope, seen: StoredRun, event: FlowEvent, heardId?: number) {
  const draws = makeDraws()
  const { sendsFiles } = await readGraph(outer, seen.versionId)
  const planned = sendsFiles ? await take(outer, seen, event, draws) : undefined
  const files = await prepareFiles(outer, planned?.effects ?? [])
  await outer.transaction(async (scope) => {
    const stored = await findLiveRun(scope, seen.ticketId)
    const ticket = await findTicketRow(scope, seen.ticketId)
    if (!stored || !isUnchanged(stored, seen) || ticket?.status !== 'pending' || ticket.whatsappId === null) return
    const result = await take(scope, stored, event, draws)
    if (!result) return endFlow(scope, ticket.id, 'barred')
    const after = await applyEffects(scope, ticket, stored, result.effects, files)
    const newestId = await newestMessageId(scope, ticket.id)
    const moved = { ...stored, run: result.run, answeredId: heardId ?? newestId, wakeAt: wakeAtOf(result) }
    await storeRun(scope, moved, result.log)
    if (event.kind === 'input') await storeAnswerRange(scope, stored, moved.answeredId)
    await (isLive(moved.run.state) ? goOn(scope, moved, newestId) : endRun(scope, after, moved))
  })
}

/** Ends a run that may not speak any more: the plan, the licence or the contact's robot was switched off. */
export const barRun = (outer: Scope, { ticketId }: StoredRun) =>
  outer.transaction((scope) => endFlow(scope, ticketId, 'barred'))

/** The step; undefined for a run that may not speak any more. */
async function take(scope: Scope, { run, versionId, ticketId }: StoredRun, event: FlowEvent, draws: number[]) {
  const world = await readWorld(scope, ticketId, draws)
  if (!world?.maySpeak) return undefined
  return step(await readGraph(scope, versionId), run, event, world)
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

const newestMessage = hot<{ ticketId: number }>()((db, p) =>
  db
    .select('messages')
    .select('id')
    .where('ticketId', '=', p('ticketId'))
    .where('fromMe', '=', 0)
    .orderBy('id', 'desc')
    .limit(1),
)
export const newestMessageId = async (scope: Scope, ticketId: number) =>
  (await scope.db.first(newestMessage, { ticketId }))?.id ?? 0

/** Enqueues what moves the run on; a message that came while the step was prepared is heard at once. */
async function goOn(scope: Scope, run: StoredRun, newestId: number) {
  if (run.run.state === 'input' && newestId > run.answeredId) await enqueueFlow(scope, run.ticketId)
  else await enqueueNext(scope, run)
}

/** People answer from now on; the queue menu does not come in the same attendance (decisions, "For the second half"). */
async function endRun(scope: Scope, ticket: TicketRow, { answeredId }: StoredRun) {
  const state = await readBotState(scope, ticket.id)
  if (state) await storeBotEnd(scope, state, 'flow', new Date().toISOString())
  const now = await findTicketRow(scope, ticket.id)
  if (now?.status !== 'pending') return
  await changeTicket(scope, now, now.queueId, 0)
  if (answeredId > 0) await enqueueTicketPush(scope, answeredId)
}

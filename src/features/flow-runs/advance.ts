import type { Scope } from '../../core/scope'
import { hot } from '../../core/storage/tenant'
import { type FlowEvent, isLive, type StepResult } from '../../shared/flow/run'
import { step } from '../../shared/flow/step'
import { readBotState, storeBotEnd } from '../bot/state'
import { changeTicket } from '../bot/ticket'
import { enqueueTicketPush } from '../push/enqueue'
import { findTicketRow, type TicketRow } from '../tickets/read'
import { applyEffects, prepareFiles } from './effects'
import { findLiveRun, readGraph, type StoredRun, storeRun } from './rows'
import { readWorld } from './world'

/** Random numbers of one step; a step of more draws uses them again. */
const drawsPerStep = 20
const makeDraws = () => Array.from({ length: drawsPerStep }, () => Math.random())

/**
 * Moves a run on after an event. The step is taken twice with the same random numbers: first to read the files that it
 * sends, then in the transaction that stores its effects. Returns the run after the step; undefined when the run changed
 * in between or ended.
 */
export async function advance(outer: Scope, seen: StoredRun, event: FlowEvent): Promise<StoredRun | undefined> {
  const draws = makeDraws()
  const planned = await take(outer, seen, event, draws)
  if (!planned) return undefined
  const files = await prepareFiles(outer, planned.effects)
  return outer.transaction(async (scope) => {
    const stored = await findLiveRun(scope, seen.ticketId)
    const ticket = await findTicketRow(scope, seen.ticketId)
    if (!stored || !isUnchanged(stored, seen) || ticket?.status !== 'pending' || ticket.whatsappId === null) return
    const result = await take(scope, stored, event, draws)
    if (!result) return
    const after = await applyEffects(scope, ticket, stored.flowName, result.effects, files)
    const moved = {
      ...stored,
      run: result.run,
      answeredId: await newestMessageId(scope, ticket.id),
      wakeAt: wakeAtOf(result),
    }
    await storeRun(scope, moved, result.log)
    if (!isLive(moved.run.state)) await endRun(scope, after, moved)
    return isLive(moved.run.state) ? moved : undefined
  })
}

async function take(scope: Scope, { run, versionId, ticketId }: StoredRun, event: FlowEvent, draws: number[]) {
  const world = await readWorld(scope, ticketId, draws)
  return world && step(await readGraph(scope, versionId), run, event, world)
}

const isUnchanged = (one: StoredRun, other: StoredRun) =>
  one.id === other.id && one.run.steps === other.run.steps && one.answeredId === other.answeredId

function wakeAtOf({ effects, run }: StepResult): string | null {
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
const newestMessageId = async (scope: Scope, ticketId: number) =>
  (await scope.db.first(newestMessage, { ticketId }))?.id ?? 0

/** People answer from now on; the queue menu does not come in the same attendance (decisions, "For the second half"). */
async function endRun(scope: Scope, ticket: TicketRow, { answeredId }: StoredRun) {
  const state = await readBotState(scope, ticket.id)
  if (state) await storeBotEnd(scope, state, 'flow', new Date().toISOString())
  const now = await findTicketRow(scope, ticket.id)
  if (now?.status !== 'pending') return
  await changeTicket(scope, now, now.queueId, 0)
  if (answeredId > 0) await enqueueTicketPush(scope, answeredId)
}

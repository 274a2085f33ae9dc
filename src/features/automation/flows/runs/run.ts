import type { RunEnding } from '../../../../core/jobs/ending'
import type { JobHandler } from '../../../../core/jobs/job'
import type { Scope } from '../../../../core/scope'
import { hot } from '../../../../core/storage/tenant'
import { type CustomerMessage, inputOf, isStopWord } from '../../../../shared/flow/answer'
import type { FlowEvent } from '../../../../shared/flow/run'
import { parseJson } from '../../../../shared/json'
import { endFlowAndNotify } from '../../bot/end-flow'
import { stopWordsOf } from '../stop-words'
import { advance, advanceWithin } from './advance'
import { enqueueCall, enqueueFlow } from './enqueue'
import { findLiveRun, readGraph, type StoredRun } from './rows'
import { closedUntil } from './start/hours'

/**
 * Moves a ticket's run on by the event that is due: its beginning, the customer's answer, the end of a timer or of the
 * time that a customer may be silent. Calls to services outside have a job of their own, so that a slow service delays
 * nothing here.
 */
export const runFlow: JobHandler<{ ticketId: number }> = {
  // Steps wait for the flush of their commit. Twice the jobs of a claim, so that one claim runs while the next is stored.
  concurrency: 128,
  perGroup: 16,
  run: async (outer, { ticketId }, { ending }) => {
    const hasFiles = await outer.transaction((scope) => takeDue(scope, ticketId, ending))
    if (hasFiles) await takeDueWithFiles(outer, ticketId, ending)
  },
  parked: (outer, { ticketId }) => outer.transaction((scope) => endFlowAndNotify(scope, ticketId, 'broken')),
}

/** Takes the step that is due. Returns true, and does nothing, in a flow whose files are to be read before. */
async function takeDue(scope: Scope, ticketId: number, ending?: RunEnding): Promise<boolean> {
  const stored = await findLiveRun(scope, ticketId)
  if (!stored) return false
  if ((await readGraph(scope, stored.versionId)).sendsFiles) return true
  const { event, heardId, until } = await readDue(scope, stored)
  if (event) await advanceWithin(scope, stored, { event, heardId, ending })
  else await waitAgain(scope, stored, until, ending)
  return false
}

async function takeDueWithFiles(outer: Scope, ticketId: number, ending?: RunEnding) {
  const stored = await findLiveRun(outer, ticketId)
  if (!stored) return
  const { event, heardId, until } = await readDue(outer, stored)
  if (event) await advance(outer, stored, { event, heardId, ending })
  else await outer.transaction((scope) => waitAgain(scope, stored, until, ending))
}

interface Due {
  /** Undefined when nothing is due. */
  event?: FlowEvent
  /** Newest message of an answer; a message that arrives after it belongs to the next answer. */
  heardId?: number
  /** Opening time until which a timer that is due is held. */
  until?: Date
}

async function readDue(scope: Scope, stored: StoredRun): Promise<Due> {
  const { run, wakeAt } = stored
  const isDue = wakeAt !== null && wakeAt <= new Date().toISOString()
  if (run.nodeId === null) return { event: { kind: 'start' } }
  const answer = await readAnswer(scope, stored)
  if (answer?.isHeard) return answer
  if (!isDue) return {}
  return run.state === 'timer' ? readTimer(scope, stored) : { event: { kind: 'expire' } }
}

async function readTimer(scope: Scope, { ticketId }: StoredRun): Promise<Due> {
  const until = await closedUntil(scope, ticketId)
  return until ? { until } : { event: { kind: 'timer' } }
}

/** Pause in ms before a program answers, so that the messages of a burst get one answer. */
const burstMs = { typebot: 1000, prompt: 3000 } as const

/** A message replaced the job of the run's timer, and may be one for its program; or the timer is held until a time. */
async function waitAgain(scope: Scope, stored: StoredRun, until: Date | undefined, ending?: RunEnding) {
  const { ticketId, run, wakeAt, versionId, unsent } = stored
  const runAt = until ?? (run.state === 'timer' && wakeAt !== null ? new Date(wakeAt) : undefined)
  if (runAt) await enqueueFlow(scope, ticketId, runAt, ending)
  if (run.state === 'request') await enqueueCall(scope, ticketId)
  if (run.state !== 'program' || unsent) return
  const kind = (await readGraph(scope, versionId)).node(run.nodeId)?.kind
  await enqueueCall(scope, ticketId, kind === 'prompt' || kind === 'typebot' ? burstMs[kind] : 0)
}

/** Messages of one answer; older ones of a longer burst are left out. */
const maxMessages = 20
const unheard = hot<{ ticketId: number; after: number; limit: number }>()((db, p) =>
  db
    .select('messages')
    .select(['id', 'body', 'mediaType', 'detail'])
    .where('ticketId', '=', p('ticketId'))
    .where('fromMe', '=', 0)
    .where('isDeleted', '=', 0)
    .where('id', '>', p('after'))
    .orderBy('id', 'desc')
    .limit(p('limit')),
)

/**
 * The customer's answer: to a question all messages of a burst, else the newest one. Intervals and requests pass over it,
 * and programs hear it themselves: all but the stop words.
 */
async function readAnswer(scope: Scope, { ticketId, answeredId, run, versionId }: StoredRun) {
  const messages = await scope.db.run(unheard, { ticketId, after: answeredId, limit: maxMessages })
  const [newest] = messages
  if (!newest) return undefined
  const node = (await readGraph(scope, versionId)).node(run.nodeId)
  const stopWords = await stopWordsOf(scope)
  const event = inputOf(node, messages.map(toCustomerMessage).reverse(), stopWords)
  return { event, heardId: newest.id, isHeard: run.state === 'input' || isStopWord(stopWords, event.text) }
}

/** A message as flows read it; a file without a name counts by its kind. */
export const toCustomerMessage = ({ body, mediaType, detail }: MessageWords): CustomerMessage => ({
  text: body,
  ...(mediaType !== 'chat' && { file: fileNameOf({ mediaType, detail }) }),
})

interface MessageWords {
  body: string
  mediaType: string
  detail: string | null
}

const fileNameOf = ({ mediaType, detail }: { mediaType: string; detail: string | null }): string =>
  (detail && (parseJson(detail) as { fileName?: string }).fileName) || mediaType

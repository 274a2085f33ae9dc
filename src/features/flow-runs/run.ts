import type { JobHandler } from '../../core/jobs/job'
import type { Scope } from '../../core/scope'
import { hot } from '../../core/storage/tenant'
import { type CustomerMessage, inputOf } from '../../shared/flow/answer'
import type { FlowEvent } from '../../shared/flow/run'
import { isStopWord } from '../../shared/flow/step'
import { advance } from './advance'
import { enqueueCall, enqueueFlow } from './enqueue'
import { closedUntil } from './hours'
import { findLiveRun, readGraph, type StoredRun } from './rows'
import { readStopWords } from './world'

/**
 * Moves a ticket's run on by the event that is due: its beginning, the customer's answer, the end of a timer or of the
 * time that a customer may be silent. Calls to services outside have a job of their own, so that a slow service delays
 * nothing here.
 */
export const runFlow: JobHandler<{ ticketId: number }> = {
  // A step mostly waits for the flush of its commit, which the steps at work share.
  concurrency: 48,
  perGroup: 8,
  run: async (scope, { ticketId }) => {
    const stored = await findLiveRun(scope, ticketId)
    if (!stored) return
    const { event, heardId } = await dueEvent(scope, stored)
    const until = event?.kind === 'timer' ? await closedUntil(scope, ticketId) : undefined
    if (until) return scope.transaction((scope) => enqueueFlow(scope, ticketId, until))
    if (event) await advance(scope, stored, event, heardId)
    else await scope.transaction((scope) => waitAgain(scope, stored))
  },
}

interface DueEvent {
  /** Undefined when nothing is due. */
  event?: FlowEvent
  /** Newest message of an answer; a message that arrives after it belongs to the next answer. */
  heardId?: number
}

async function dueEvent(scope: Scope, stored: StoredRun): Promise<DueEvent> {
  const { run, wakeAt } = stored
  const isDue = wakeAt !== null && wakeAt <= new Date().toISOString()
  if (run.nodeId === null) return { event: { kind: 'start' } }
  if (run.state === 'timer') return isDue ? { event: { kind: 'timer' } } : {}
  const answer = run.state === 'request' ? undefined : await readAnswer(scope, stored)
  // A program hears the customer itself, except for the words that end the flow.
  const isHeard = answer && (run.state === 'input' || isStopWord(await readStopWords(scope), answer.event.text))
  return isHeard ? answer : isDue ? { event: { kind: 'expire' } } : {}
}

/** Pause in ms before a program answers, so that the messages of a burst get one answer (build list D2.4, D3.5). */
const burstMs = { typebot: 1000, prompt: 3000 } as const

/** A message replaced the job of the run's timer, and may be one for its program. */
async function waitAgain(scope: Scope, { ticketId, run, wakeAt, versionId, unsent }: StoredRun) {
  if (wakeAt !== null) await enqueueFlow(scope, ticketId, new Date(wakeAt))
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

/** The customer's answer: to a question all messages of a burst, else the newest one. */
async function readAnswer(scope: Scope, { ticketId, answeredId, run, versionId }: StoredRun) {
  const messages = await scope.db.run(unheard, { ticketId, after: answeredId, limit: maxMessages })
  const [newest] = messages
  if (!newest) return undefined
  const node = (await readGraph(scope, versionId)).node(run.nodeId)
  return { event: inputOf(node, messages.map(toCustomerMessage).reverse()), heardId: newest.id }
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
  (detail && (JSON.parse(detail) as { fileName?: string }).fileName) || mediaType

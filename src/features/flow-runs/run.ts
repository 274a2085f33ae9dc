import type { JobHandler } from '../../core/jobs/job'
import type { Scope } from '../../core/scope'
import { hot } from '../../core/storage/tenant'
import type { FlowEvent } from '../../shared/flow/run'
import { advance } from './advance'
import { answerRequest } from './request'
import { findLiveRun, readGraph, type StoredRun } from './rows'

/**
 * Moves a ticket's run on by the event that is due: its beginning, the customer's answer, the end of a timer, or the
 * answer of a service, which it asks at once. A run that waits for a timer makes the job due again then.
 */
export const runFlow: JobHandler<{ ticketId: number }> = {
  timeoutSeconds: 120,
  run: async (scope, { ticketId }) => {
    let stored = await findLiveRun(scope, ticketId)
    let event = stored && (await dueEvent(scope, stored))
    while (stored && event) {
      stored = await advance(scope, stored, event)
      event = stored?.run.state === 'request' ? await dueEvent(scope, stored) : undefined
    }
    if (stored?.run.state === 'timer' && stored.wakeAt) await enqueueFlow(scope, ticketId, new Date(stored.wakeAt))
  },
}

/** Enqueues the job of a ticket's run; one that has not begun is replaced. */
export const enqueueFlow = (scope: Scope, ticketId: number, runAt = new Date()) =>
  scope.enqueue('flow.run', { ticketId }, { key: String(ticketId), runAt })

async function dueEvent(scope: Scope, stored: StoredRun): Promise<FlowEvent | undefined> {
  const { run, wakeAt } = stored
  if (run.nodeId === null) return { kind: 'start' }
  if (run.state === 'input') return readAnswer(scope, stored)
  if (run.state === 'timer')
    return wakeAt !== null && wakeAt <= new Date().toISOString() ? { kind: 'timer' } : undefined
  return run.state === 'request' ? answerRequest(scope, stored) : undefined
}

/** Messages of one answer; older ones of a longer burst are left out. */
const maxMessages = 20
const unheard = hot<{ ticketId: number; after: number; limit: number }>()((db, p) =>
  db
    .select('messages')
    .select(['body', 'mediaType', 'detail'])
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
  const isQuestion = (await readGraph(scope, versionId)).node(run.nodeId)?.kind === 'question'
  const texts = (isQuestion ? messages.reverse() : [newest]).map(({ body }) => body.trim())
  const file = newest.mediaType === 'chat' ? {} : { file: fileNameOf(newest) }
  return { kind: 'input' as const, text: texts.filter((text) => text !== '').join('\n'), ...file }
}

const fileNameOf = ({ mediaType, detail }: { mediaType: string; detail: string | null }): string =>
  (detail && (JSON.parse(detail) as { fileName?: string }).fileName) || mediaType

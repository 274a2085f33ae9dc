import type { Jobs } from '../../../core/jobs/job'
import { type JobHandler, NotYet } from '../../../core/jobs/job'
import { log } from '../../../core/log'
import { OutsideError } from '../../../core/net/outside-error'
import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import type { DeliveryError, DeliverySource, DeliveryState } from '../../../shared/deliveries'
import { readCompanyState } from '../company/state'
import { groupOf } from './enqueue'
import { inPlace } from './places'
import { pruneLog } from './prune'
import { downAfter, passReceiver, recordFailure, recordSuccess, recoveryOf } from './receiver'
import { signatureHeaders } from './sign'
import type { DeliveryFailure, SentDelivery, Sources, Target } from './source'

const second = 1000
/** Delays after the first, second, … failure in ms; the last one repeats. */
const delays = [60, 300, 1800, 7200, 21_600].map((seconds) => seconds * second)
/** A delivery that fails is given up this long after it was enqueued, in ms. */
export const maxAge = 24 * 3600 * second
/** Seconds until the licence of a company whose deliveries wait is looked at again (docs/adr/0021). */
const licenceCheck = 600
const excerptLength = 2000

const waitingDelivery = hot<{ id: number }>()((db, p) =>
  db
    .select('deliveries')
    .select(['id', 'source', 'sourceId', 'event', 'eventId', 'ticketId', 'contactId', 'messageId', 'body'])
    .select(['attempts', 'queuedAt'])
    .where('id', '=', p('id'))
    .where('state', '=', 'waiting'),
)
interface Row extends SentDelivery {
  source: DeliverySource
  attempts: number
  queuedAt: string
}

/** Result of one attempt. */
interface Attempt {
  status: number | null
  error: DeliveryFailure['error'] | null
  text: string
  duration: number
}
const storeAttempt = hot<
  Omit<Attempt, 'text' | 'error'> & {
    id: number
    error: DeliveryError | null
    state: DeliveryState
    nextAt: string | null
    response: string | null
    now: string
  }
>()((db, p) =>
  db
    .update('deliveries')
    .set(({ eb }) => ({
      state: p('state'),
      attempts: eb('attempts', '+', 1),
      triedAt: p('now'),
      nextAt: p('nextAt'),
      status: p('status'),
      error: p('error'),
      response: p('response'),
      duration: p('duration'),
    }))
    .where('id', '=', p('id')),
)
const storeEnd = hot<{ id: number; error: DeliveryError }>()((db, p) =>
  db
    .update('deliveries')
    .set({ state: 'failed', error: p('error'), nextAt: null })
    .where('id', '=', p('id'))
    .where('state', '=', 'waiting')
    .returning('id'),
)

/**
 * Job that sends one delivery. Each receiver has its own places. The lane of the job keeps the order: a delivery that
 * fails stays the head of its lane, and the later ones of the lane wait.
 */
export const deliverTo = (sources: Sources): JobHandler<Jobs['webhook.deliver']> => ({
  run: (scope, { deliveryId }) => deliver(scope, deliveryId, sources),
  parked: (scope, { deliveryId }) => endDelivery(scope, deliveryId, 'internal', sources),
  concurrency: Number.POSITIVE_INFINITY,
  perGroup: 32,
  timeoutSeconds: 180, // a request takes 10 s, after a wait for a place of the company
})

async function deliver(scope: Scope, id: number, sources: Sources) {
  const row = await scope.db.first(waitingDelivery, { id })
  if (!row) return
  const { mayAct, isEnabled, useIntegrations } = await readCompanyState(scope)
  // Earlier events are told after a renewal, as a schedule is sent; none is stored meanwhile.
  if (isEnabled && !mayAct && Date.now() < Date.parse(row.queuedAt) + maxAge) throw new NotYet(licenceCheck)
  const target = mayAct && useIntegrations ? await sources[row.source].findTarget(scope, row.sourceId) : null
  if (!target) return endDelivery(scope, id, 'off', sources)
  await passReceiver(scope, row)
  const attempt = await send(scope, row, target)
  const { error } = attempt
  if (error !== null) return storeFailure(scope, row, { ...attempt, error }, sources)
  const wasDown = await storeSuccess(scope, row, attempt, sources)
  if (wasDown) await scope.ports.releaseJobs(recoveryOf(scope, row))
}

async function send(scope: Scope, row: Row, { url, secret }: Target): Promise<Attempt> {
  const { event, eventId, body, attempts } = row
  const headers = {
    'Content-Type': 'application/json',
    'X-Event': event,
    'X-Event-Id': eventId,
    'X-Attempt': String(attempts + 1),
    ...signatureHeaders(secret, body),
  }
  let begun = 0
  const duration = () => Math.round(performance.now() - begun)
  try {
    const answer = await inPlace(scope.companyId, groupOf(row), () => {
      begun = performance.now()
      return scope.ports.outside({ url, body, headers })
    })
    const isSuccess = answer.status >= 200 && answer.status < 300
    return { status: answer.status, error: isSuccess ? null : 'status', text: answer.text(), duration: duration() }
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    return { status: null, error: error.problem, text: '', duration: duration() }
  }
}

/** Stores the success together with what its answer causes; returns true when the receiver had been down. */
async function storeSuccess(outer: Scope, row: Row, attempt: Attempt, sources: Sources): Promise<boolean> {
  const { answered, recovered } = sources[row.source]
  const store = (withAnswer: boolean) =>
    outer.transaction(async (scope) => {
      const answer = { status: attempt.status as number, text: attempt.text }
      const note = withAnswer ? await answered?.(scope, row, answer) : null
      const end = { state: 'delivered', error: note ?? null, nextAt: null } as const
      await scope.db.run(storeAttempt, { ...resultOf(row, attempt), ...end })
      await pruneLog(scope, row, 'delivered')
      const failures = await recordSuccess(scope, row)
      if (failures > 0) await recovered?.(scope, row.sourceId)
      return failures >= downAfter
    })
  if (!answered) return store(false)
  return store(true).catch((err) => {
    log.warn({ err, deliveryId: row.id }, 'the answer to a delivery could not be used')
    return store(false)
  })
}

/**
 * Decides when a request to a program is repeated or given up: stores the failure, and the next time.
 * @throws NotYet
 */
async function storeFailure(
  outer: Scope,
  row: Row,
  attempt: Attempt & { error: DeliveryFailure['error'] },
  sources: Sources,
) {
  const { givenUp, failed } = sources[row.source]
  const now = Date.now()
  const delay = await outer.transaction(async (scope) => {
    const { failingSince, isFirst, pause } = await recordFailure(scope, row, now)
    const delay = pause ?? (delays[Math.min(row.attempts, delays.length - 1)] as number)
    const isLast = now + delay > Date.parse(row.queuedAt) + maxAge
    const nextAt = new Date(now + delay).toISOString()
    const end = isLast ? ({ state: 'failed', nextAt: null } as const) : ({ state: 'waiting', nextAt } as const)
    await scope.db.run(storeAttempt, { ...resultOf(row, attempt), ...end })
    const { error, status } = attempt
    await failed?.(scope, row, { error, status, failingSince, isFirst })
    if (!isLast) return delay
    await pruneLog(scope, row, 'failed')
    await givenUp?.(scope, row)
    return null
  })
  if (delay !== null) throw new NotYet(delay / second)
}

const resultOf = ({ id }: Row, { text, ...attempt }: Attempt) => ({
  id,
  ...attempt,
  response: text.slice(0, excerptLength),
  now: new Date().toISOString(),
})

/** Gives a delivery up without an attempt. */
const endDelivery = (outer: Scope, id: number, error: DeliveryError, sources: Sources) =>
  outer.transaction(async (scope) => {
    const row = await scope.db.first(waitingDelivery, { id })
    if (!row || !(await scope.db.first(storeEnd, { id, error }))) return
    await sources[row.source].givenUp?.(scope, row)
  })

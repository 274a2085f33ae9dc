import type { JobHandler } from '../../../core/jobs/job'
import { isKeyQueued } from '../../../core/jobs/keys'
import type { Scope } from '../../../core/scope'
import { literal, sortsAfter } from '../../../core/storage/expressions'
import { hot } from '../../../core/storage/tenant'
import { firstMoment } from '../../../core/time'
import type { Distribution } from '../../../shared/enums'
import { getTicketRow } from '../tickets/read'
import { enqueueAcceptanceText } from '../tickets/state/change'
import { publishTransition, transition } from '../tickets/state/transition'
import { findNextUser, recordTurn } from './next-user'

/** Tickets read at once, and given out by one run at most twice as many; the next run continues. */
const batchSize = 20
/** Batches that one run reads: beyond 200 tickets that the free users returned, later tickets wait for another user. */
const maxBatches = 10

const ruleOf = hot<{ id: number }>()((db, p) =>
  db.select('queues').select(['id', 'distribution', 'agentLimit']).where('id', '=', p('id')),
)
/** Place in the order of waits. */
interface Position {
  waitingSince: string
  id: number
}
const start: Position = { waitingSince: firstMoment, id: 0 }

/** Groups are left to people. */
const waitingTickets = hot<Position & { queueId: number; limit: number }>()((db, p) =>
  db
    .select('tickets')
    .select(['id', 'waitingSince'])
    .where('status', '=', literal('pending'))
    .where('queueId', '=', p('queueId'))
    .where('chatbot', '=', 0)
    .where('isGroup', '=', 0)
    .where('userId', 'is', null)
    .where(sortsAfter(['waitingSince', 'id'], [p('waitingSince'), p('id')]))
    .orderBy('waitingSince')
    .orderBy('id')
    .limit(p('limit')),
)

const lastEvent = hot<{ ticketId: number }>()((db, p) =>
  db
    .select('ticket_events')
    .select(({ eb }) => eb.case().when('kind', '=', 'returned').then(eb.ref('fromUserId')).end().as('returnedBy'))
    .where('ticketId', '=', p('ticketId'))
    .orderBy('id', 'desc')
    .limit(1),
)

/**
 * Decides to whom a waiting ticket is given: a queue's tickets, the longest wait first, to its users who are online,
 * not away and below the limit (`next-user.ts` chooses among them). All of a run is one transaction of the single
 * writer: two runs, or a run and a user who accepts, never give out one ticket twice and never exceed the limit.
 * Tickets without a free user wait for the next run.
 */
export const distributeQueue: JobHandler<{ queueId: number }> = {
  run: (outer, { queueId }) =>
    outer.transaction(async (scope) => {
      const rule = await scope.db.first(ruleOf, { id: queueId })
      if (!rule || rule.distribution === 'off') return
      if (await giveOutWaiting(scope, rule))
        await scope.enqueue('queue.distribute', { queueId }, { key: String(queueId) })
    }),
}

/**
 * Gives out waiting tickets until none is left, no user is free, or the batches that one run may read are read; true if
 * it gave out a batch and more may follow.
 */
async function giveOutWaiting(scope: Scope, rule: Rule): Promise<boolean> {
  let after: Position | undefined = start
  let givenCount = 0
  for (let batch = 0; batch < maxBatches && givenCount < batchSize; batch++) {
    const waiting: Position[] = await scope.db.run(waitingTickets, { queueId: rule.id, ...after, limit: batchSize })
    const more = await giveOutAll(scope, waiting, rule)
    after = waiting.at(-1)
    if (more === null || !after || waiting.length < batchSize) return false
    givenCount += more
  }
  return givenCount > 0
}

/**
 * Gives out these tickets and returns how many found a user; null once one that any user may have finds none free.
 * Skipped are a ticket that the robot is about to answer, whose turn enqueues the queue again, and one for which only the
 * user who returned it is free.
 */
async function giveOutAll(scope: Scope, waiting: { id: number }[], rule: Rule): Promise<number | null> {
  let givenCount = 0
  for (const { id } of waiting) {
    if (await isKeyQueued(scope.db, 'bot.turn', String(id))) continue
    const returnedBy = (await scope.db.first(lastEvent, { ticketId: id }))?.returnedBy ?? null
    const isGiven = await giveOut(scope, id, rule, returnedBy)
    if (!isGiven && returnedBy === null) return null
    if (isGiven) givenCount++
  }
  return givenCount
}

interface Rule {
  id: number
  distribution: Distribution
  agentLimit: number
}

/** Gives a ticket to the next user, not to the one who has just returned it; false when no user is free. */
async function giveOut(scope: Scope, id: number, rule: Rule, returnedBy: number | null): Promise<boolean> {
  const userId = await findNextUser(scope, rule, returnedBy)
  if (userId === undefined) return false
  const change = () => ({ userId, chatbot: 0 as const })
  const step = { verb: 'transferToUser', event: 'distributed', bySystem: true, change } as const
  const done = await transition(scope, await getTicketRow(scope, id), step)
  if (!done) return true
  await recordTurn(scope, rule.id, userId)
  publishTransition(scope, done)
  await enqueueAcceptanceText(scope, done)
  return true
}

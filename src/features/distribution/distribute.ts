import type { JobHandler } from '../../core/jobs/job'
import { isKeyQueued } from '../../core/jobs/keys'
import type { Scope } from '../../core/scope'
import { literal } from '../../core/storage/expressions'
import { hot } from '../../core/storage/tenant'
import type { Distribution } from '../../shared/enums'
import { enqueueAcceptanceText } from '../tickets/change'
import { getTicketRow } from '../tickets/read'
import { publishTransition, transition } from '../tickets/transition'
import { findNextUser, recordTurn } from './next-user'

/** Tickets that one run gives out; the next run continues. */
const batchSize = 20

const ruleOf = hot<{ id: number }>()((db, p) =>
  db.select('queues').select(['id', 'distribution', 'agentLimit']).where('id', '=', p('id')),
)
/** Groups are left to people. */
const waitingTickets = hot<{ queueId: number; limit: number }>()((db, p) =>
  db
    .select('tickets')
    .select('id')
    .where('status', '=', literal('pending'))
    .where('queueId', '=', p('queueId'))
    .where('chatbot', '=', 0)
    .where('isGroup', '=', 0)
    .where('userId', 'is', null)
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
 * Gives a queue's waiting tickets, the longest wait first, to its users who are online, not away and below the limit.
 * All of a run is one transaction of the single writer: two runs, or a run and a user who accepts, never give out one
 * ticket twice and never exceed the limit. Tickets without a free user wait for the next run.
 */
export const distributeQueue: JobHandler<{ queueId: number }> = {
  run: (outer, { queueId }) =>
    outer.transaction(async (scope) => {
      const rule = await scope.db.first(ruleOf, { id: queueId })
      if (!rule || rule.distribution === 'off') return
      const waiting = await scope.db.run(waitingTickets, { queueId, limit: batchSize })
      const hasMore = waiting.length === batchSize
      if ((await giveOutAll(scope, waiting, rule)) && hasMore)
        await scope.enqueue('queue.distribute', { queueId }, { key: String(queueId) })
    }),
}

/**
 * Gives out these tickets while a user is free; true if the last one found a user. A ticket that the robot is about to
 * answer is skipped: the robot's turn enqueues the queue again.
 */
async function giveOutAll(scope: Scope, waiting: { id: number }[], rule: Rule): Promise<boolean> {
  let isGiven = false
  for (const { id } of waiting) {
    if (await isKeyQueued(scope.db, 'bot.turn', String(id))) continue
    const returnedBy = (await scope.db.first(lastEvent, { ticketId: id }))?.returnedBy ?? null
    isGiven = await giveOut(scope, id, rule, returnedBy)
    if (!isGiven && returnedBy === null) return false
  }
  return isGiven
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

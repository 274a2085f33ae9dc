import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import type { TicketStatus } from '../../../shared/enums'
import type { TicketRow } from '../tickets/read'

/** Queues with their targets and distribution; reads an index only, because each change of a ticket asks. */
const queueRules = hot<{}>()((db) =>
  db
    .select('queues')
    .select(['id', 'distribution', 'answerMinutes', 'nextAnswerMinutes', 'resolutionMinutes'])
    .orderBy('id'),
)
const distributingQueuesOf = hot<{ userId: number }>()((db, p) =>
  db
    .select('user_queues')
    .innerJoin('queues', 'queues.id', 'user_queues.queueId')
    .select('user_queues.queueId')
    .where('user_queues.userId', '=', p('userId'))
    .where('queues.distribution', '<>', 'off'),
)
type QueueRule = NonNullable<(typeof queueRules)['row']>

interface ChangedTicket {
  id: number
  status: TicketStatus
  userId: number | null
  queueId: number | null
}

/**
 * Enqueues what a ticket's change may cause: its targets are computed again, its queue gives it to a user, or a user
 * who has one ticket less is given another. Call within the transaction of the change.
 */
export async function enqueueQueueWork(scope: Scope, ticket: ChangedTicket, before: { userId: number | null }) {
  const rules = await scope.db.run(queueRules, {})
  if (rules.some(hasTarget)) await enqueueTargetCheck(scope, ticket.id)
  const held = ticket.status === 'open' ? ticket.userId : null
  if (before.userId !== null && before.userId !== held) await enqueueDistributionTo(scope, before.userId)
  if (ticket.status === 'pending') await enqueueDistributionOf(scope, rules, ticket.queueId)
}

/** Enqueues the work of a ticket that the robot left or took. */
export async function enqueueWorkAfterRobot(scope: Scope, ticket: ChangedTicket) {
  const rules = await scope.db.run(queueRules, {})
  if (rules.some(hasTarget)) await enqueueTargetCheck(scope, ticket.id)
  if (ticket.status === 'pending') await enqueueDistributionOf(scope, rules, ticket.queueId)
}

/** Computes the targets of a ticket again, if the company has any. */
export async function enqueueTargets(scope: Scope, ticketId: number) {
  if ((await scope.db.run(queueRules, {})).some(hasTarget)) await enqueueTargetCheck(scope, ticketId)
}

/**
 * Computes the targets again after a wait for the next answer began or ended. The queues' targets are in the tickets'
 * rows, so that a company without them pays for no statement.
 */
export async function enqueueNextAnswers(
  scope: Scope,
  tickets: readonly Pick<TicketRow, 'id' | 'nextAnswerMinutes'>[],
) {
  const due = tickets.filter(({ nextAnswerMinutes }) => (nextAnswerMinutes ?? 0) > 0)
  await scope.enqueueMany(
    'ticket.target',
    due.map(({ id }) => ({ payload: { ticketId: id }, key: String(id) })),
  )
}

/** Gives waiting tickets to a user who came online, came back or has a ticket less. */
export async function enqueueDistributionTo(scope: Scope, userId: number) {
  for (const { queueId } of await scope.db.run(distributingQueuesOf, { userId })) await enqueueQueue(scope, queueId)
}

/** Has a queue give out its waiting tickets. */
export const enqueueQueue = (scope: Scope, queueId: number) =>
  scope.enqueue('queue.distribute', { queueId }, { key: String(queueId) })

const hasTarget = ({ answerMinutes, nextAnswerMinutes, resolutionMinutes }: QueueRule) =>
  answerMinutes + nextAnswerMinutes + resolutionMinutes > 0

const enqueueTargetCheck = (scope: Scope, ticketId: number) =>
  scope.enqueue('ticket.target', { ticketId }, { key: String(ticketId) })

async function enqueueDistributionOf(scope: Scope, rules: QueueRule[], queueId: number | null) {
  const rule = rules.find(({ id }) => id === queueId)
  if (rule && rule.distribution !== 'off') await enqueueQueue(scope, rule.id)
}

import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Scope } from '../../../core/scope'
import type { Database } from '../../../core/storage/schema'
import type { FigureQuery } from './part-model'

type Where = ExpressionBuilder<Database, 'attendances' | 'tickets'>
type Condition = (eb: Where) => Expression<SqlBool>

/** Conditions of a query's filters; they mean the same as the parts of `divide`. */
export function figureFilters(scope: Scope, query: FigureQuery): Condition[] {
  const { queueId, userId, tagId, whatsappId, campaignId } = query
  const filters: Condition[] = []
  if (queueId !== undefined) filters.push(ofQueue(scope, queueId))
  if (userId !== undefined) filters.push(ofPerson(scope, userId))
  if (tagId !== undefined) filters.push(withTag(scope, tagId))
  if (whatsappId !== undefined) filters.push((eb) => isOrNone(eb, 'tickets.whatsappId', whatsappId))
  if (campaignId !== undefined) filters.push(ofCampaign(scope, campaignId))
  return filters
}

const isOrNone = (eb: Where, column: 'tickets.whatsappId', id: number) =>
  id === 0 ? eb(column, 'is', null) : eb(column, '=', id)

function ofQueue(scope: Scope, id: number): Condition {
  const queues = scope.db.select('queues').select('queues.id')
  return (eb) =>
    id === 0
      ? eb.or([eb('attendances.queueId', 'is', null), eb('attendances.queueId', 'not in', queues)])
      : eb('attendances.queueId', '=', id)
}

/** People of the provider's support are none of the company's. */
function ofPerson(scope: Scope, id: number): Condition {
  const people = scope.db.select('users').select('users.id').where('super', '=', 0).where('support', '=', 0)
  return (eb) =>
    id === 0
      ? eb.or([eb('attendances.userId', 'is', null), eb('attendances.userId', 'not in', people)])
      : eb('attendances.userId', '=', id)
}

function withTag(scope: Scope, id: number): Condition {
  const tagged = scope.db.select('ticket_tags').select('ticketId')
  return (eb) =>
    id === 0
      ? eb('attendances.ticketId', 'not in', tagged)
      : eb('attendances.ticketId', 'in', tagged.where('tagId', '=', id))
}

const ofCampaign =
  (scope: Scope, id: number): Condition =>
  (eb) =>
    eb.exists(
      scope.db
        .select('campaign_recipients')
        .select('campaign_recipients.id')
        .where('campaignId', '=', id)
        .where('step', '=', 0)
        .whereRef('campaign_recipients.ticketId', '=', eb.ref('attendances.ticketId') as never)
        .whereRef('answeredAt', '>=', eb.ref('attendances.createdAt') as never)
        .where((answer) =>
          answer.or([
            eb('attendances.finishedAt', 'is', null) as never,
            answer('answeredAt', '<=', eb.ref('attendances.finishedAt') as never),
          ]),
        ),
    )

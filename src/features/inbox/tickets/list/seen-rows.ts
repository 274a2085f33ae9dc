import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import { inList, type ListParameter, listOf, literal } from '../../../../core/storage/expressions'
import type { Database } from '../../../../core/storage/schema'
import { type Agent, can } from '../../../../shared/permissions'

/** Rights of a person that decide which tickets the person sees, as values of a query. */
export interface Sight {
  admin: 0 | 1
  /** 1 if the person sees tickets that a colleague holds or held. */
  others: 0 | 1
  me: number
  queues: ListParameter
  /** 1 if the person sees tickets without a queue. */
  queueless: 0 | 1
}
/** Returns a value of the sight, or the parameter that is bound to it. */
type SightValue = <K extends keyof Sight>(name: K) => Sight[K]

export const sightOf = (agent: Agent): Sight => ({
  admin: can(agent, 'ticket:seeAll') ? 1 : 0,
  others: can(agent, 'ticket:seeOthers') ? 1 : 0,
  me: agent.userId,
  queues: listOf(agent.queueIds),
  queueless: agent.allTicket === 'enabled' ? 1 : 0,
})

const onTicket = expressionBuilder<Database, 'tickets'>()

/** Condition on a ticket: the rule of `seesTicket` in SQL. `alias` is the name of the table in the query. */
export function isSeenTicket(value: SightValue, alias = 'tickets'): Expression<SqlBool> {
  const { and, lit, or, ref, val } = onTicket
  const userId = ref(`${alias}.userId` as 'tickets.userId')
  const queueId = ref(`${alias}.queueId` as 'tickets.queueId')
  const status = ref(`${alias}.status` as 'tickets.status')
  const isOfQueues = or([
    onTicket(queueId, 'in', inList(value('queues'))),
    and([onTicket(val(value('queueless')), '=', lit(1)), onTicket(queueId, 'is', null)]),
  ])
  const isShownToQueue = or([onTicket(val(value('others')), '=', lit(1)), onTicket(status, '=', literal('pending'))])
  return or([
    onTicket(val(value('admin')), '=', lit(1)),
    onTicket(userId, '=', value('me')),
    and([isShownToQueue, isOfQueues]),
  ])
}

const onSchedule = expressionBuilder<Database, 'schedules'>()

/** Condition on a scheduled message: the rule of `seesSchedule` in SQL. */
export function isSeenSchedule(value: SightValue): Expression<SqlBool> {
  const { fn, lit, or, selectFrom } = onSchedule
  const newestIsSeen = selectFrom('tickets as t')
    .whereRef('t.companyId', '=', 'schedules.companyId')
    .whereRef('t.contactId', '=', 'schedules.contactId')
    .orderBy('t.updatedAt', 'desc')
    .limit(1)
    .select((t) => t.case().when(isSeenTicket(value, 't')).then(1).else(0).end().as('isSeen'))
  return or([
    onSchedule('schedules.userId', '=', value('me')),
    onSchedule(fn.coalesce(newestIsSeen, lit(1)), '=', lit(1)),
  ])
}

import type { ExpressionBuilder } from 'kysely'
import type { Scope } from '../../core/scope'
import { sortsBefore } from '../../core/storage/expressions'
import type { Database } from '../../core/storage/schema'
import { AppError } from '../../shared/errors'
import { can } from '../../shared/permissions'
import { foldText } from '../../shared/text'
import { startOfDay } from '../company/time-zone'
import type { TicketQuery } from './model'
import { idsOf, rangesOf, type TicketRange } from './page-ranges'
import { type TicketRow, ticketRows } from './read'
import { ticketsMatching } from './text-search'

type Where = ExpressionBuilder<Database, 'tickets'>
interface Part {
  updatedAt: string
  id: number
  limit: number
  offset: number
}

/** Returns true when the query filters beyond status and queues: then it is built dynamically and not prepared. */
export const isFiltered = (query: TicketQuery) =>
  foldText(query.searchParam ?? '') !== '' ||
  [query.tags, query.users, query.date, query.updatedAt].some((value) => value !== undefined && value !== '')

/**
 * Returns the visible tickets that match the query: text of a message or the contact's name or number, tags (all of
 * them), users (any of them, for admins), days. Filters only narrow what the user may see.
 */
export async function searchTickets(
  scope: Scope,
  query: TicketQuery,
  { updatedAt, id, limit, offset }: Part,
): Promise<TicketRow[]> {
  const ranges = rangesOf(scope.viewer, query)
  const filters = await conditions(scope, query)
  return ticketRows(scope.db)
    .where((eb) => eb.or(ranges.map(({ status, of }) => eb.and([eb('tickets.status', '=', status), inRange(eb, of)]))))
    .where((eb) => eb.and(filters.map((condition) => condition(eb as never))))
    .where('tickets.unreadMessages', '>=', query.withUnreadMessages ? 1 : 0)
    .where(sortsBefore(['tickets.updatedAt', 'tickets.id'], [updatedAt, id]))
    .orderBy('tickets.updatedAt', 'desc')
    .orderBy('tickets.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

type Condition = (eb: Where) => ReturnType<Where['and']>

async function conditions(scope: Scope, query: TicketQuery): Promise<Condition[]> {
  const text = query.searchParam ?? ''
  const users = userFilter(scope, query)
  const textFilter = foldText(text) === '' ? null : await ticketsMatching(scope, text)
  return [
    ...(textFilter ? [(eb: Where) => eb.and([textFilter])] : []),
    ...(idsOf(query, 'tags') ?? []).map((tagId) => hasTag(scope, tagId)),
    ...(users ? [(eb: Where) => eb.and([eb('tickets.userId', 'in', users)])] : []),
    ...(await withinDay(scope, query, 'date', 'tickets.createdAt')),
    ...(await withinDay(scope, query, 'updatedAt', 'tickets.updatedAt')),
  ]
}

function hasTag(scope: Scope, tagId: number): Condition {
  const tickets = scope.db.select('ticket_tags').select('ticketId').where('tagId', '=', tagId)
  return (eb) => eb.and([eb('tickets.id', 'in', tickets)])
}

/** Returns the user ids of the filter. @throws ERR_NO_PERMISSION without the permission `ticket:showAll` */
function userFilter(scope: Scope, query: TicketQuery): number[] | null {
  const users = idsOf(query, 'users')
  if (users && !can(scope.viewer.profile, 'ticket:showAll')) throw new AppError('ERR_NO_PERMISSION')
  return users
}

/** Restricts a column to one day of the company's calendar. */
async function withinDay(
  scope: Scope,
  query: TicketQuery,
  field: 'date' | 'updatedAt',
  column: 'tickets.createdAt' | 'tickets.updatedAt',
): Promise<Condition[]> {
  const day = query[field]
  if (!day) return []
  const [from, until] = [await startOfDay(scope, field, day), await startOfDay(scope, field, day, 1)]
  return [(eb) => eb.and([eb(column, '>=', from), eb(column, '<', until)])]
}

function inRange(eb: ExpressionBuilder<Database, 'tickets'>, of: TicketRange['of']) {
  if (of === 'all') return eb.lit(true)
  if (of === 'noQueue') return eb('tickets.queueId', 'is', null)
  if ('queueId' in of) return eb('tickets.queueId', '=', of.queueId)
  const own = eb('tickets.userId', '=', of.userId)
  return of.inQueue === undefined ? own : eb.and([own, eb('tickets.queueId', '=', of.inQueue)])
}

import type { ExpressionBuilder } from 'kysely'
import type { Scope } from '../../../../core/scope'
import { sortsAfter, sortsBefore } from '../../../../core/storage/expressions'
import type { Database } from '../../../../core/storage/schema'
import { lastMoment } from '../../../../core/time'
import { AppError } from '../../../../shared/errors'
import { can } from '../../../../shared/permissions'
import { foldText } from '../../../../shared/text'
import { startOfDay } from '../../../platform/company/time-zone'
import { wordsOf } from '../../search/words'
import type { TicketMatch, TicketQuery } from '../model'
import { type TicketRow, ticketRows } from '../read'
import { idsOf, rangesOf, type TicketRange } from './page-ranges'
import { matchesOf } from './text-matches'
import { type MatchingTickets, ticketsMatching } from './text-search'
import { isByWait } from './waiting-order'

type Where = ExpressionBuilder<Database, 'tickets'>
interface Part {
  /** Position after which the page begins: the time of the order, and the id. */
  at: string
  id: number
  /** 0 leaves out tickets that the robot has; the default is 1. */
  maxChatbot?: 0 | 1
  limit: number
  offset: number
}

/** Returns true when the query filters beyond status and queues: then it is built dynamically and not prepared. */
export const isFiltered = (query: TicketQuery) =>
  foldText(query.searchParam ?? '') !== '' ||
  query.unanswered === true ||
  query.mine === true ||
  query.snoozed === 'only' ||
  [query.tags, query.users, query.whatsappIds, query.date, query.updatedAt, query.ad].some(
    (value) => value !== undefined && value !== '',
  )

/** Value of the parameter `withSnoozed` of the prepared queries. */
export const withSnoozed = ({ snoozed }: TicketQuery): 0 | 1 => (snoozed === 'none' ? 0 : 1)

/**
 * Returns the visible tickets that match the query: text of a message or the contact's name or number, tags (all of
 * them), users (any of them, for admins), connections, ad, days, unanswered, held by oneself, snoozed. Filters only narrow
 * what the user may see.
 */
export async function searchTickets(scope: Scope, query: TicketQuery, part: Part): Promise<FoundTickets> {
  const words = wordsOf(query.searchParam ?? '')
  const text = foldText(query.searchParam ?? '') === '' ? null : await ticketsMatching(scope, words)
  const rows = await readRows(scope, query, part, text)
  return { rows, matches: text ? await matchesOf(scope, words, rows, text.messages) : [] }
}

/** Rows of a page, and the found messages of those whose contact does not match. */
export interface FoundTickets {
  rows: TicketRow[]
  matches: TicketMatch[]
}

async function readRows(
  scope: Scope,
  query: TicketQuery,
  { at, id, maxChatbot = 1, limit, offset }: Part,
  text: MatchingTickets | null,
) {
  const ranges = rangesOf(scope.viewer, query)
  const filters = [...(text ? [onText(text)] : []), ...(await conditions(scope, query))]
  const rows = ticketRows(scope.db)
    .where((eb) => eb.or(ranges.map(({ status, of }) => eb.and([eb('tickets.status', '=', status), inRange(eb, of)]))))
    .where((eb) => eb.and(filters.map((condition) => condition(eb as never))))
    .where('tickets.unreadMessages', '>=', query.withUnreadMessages ? 1 : 0)
    .where('tickets.chatbot', '<=', maxChatbot)
    .limit(limit)
    .offset(offset)
  const sorted = isByWait(query)
    ? rows
        .where(sortsAfter(['tickets.waitingSince', 'tickets.id'], [at, id]))
        .orderBy('tickets.waitingSince')
        .orderBy('tickets.id')
    : rows
        .where(sortsBefore(['tickets.updatedAt', 'tickets.id'], [at, id]))
        .orderBy('tickets.updatedAt', 'desc')
        .orderBy('tickets.id', 'desc')
  return scope.db.executeAside(sorted)
}

const snoozeTest = { none: 'is', only: 'is not' } as const

type Condition = (eb: Where) => ReturnType<Where['and']>

const onText =
  ({ condition }: MatchingTickets): Condition =>
  (eb) =>
    eb.and([condition])

async function conditions(scope: Scope, query: TicketQuery): Promise<Condition[]> {
  const users = userFilter(scope, query)
  const connections = idsOf(query, 'whatsappIds')
  return [
    ...(idsOf(query, 'tags') ?? []).map((tagId) => hasTag(scope, tagId)),
    ...(connections ? [(eb: Where) => eb.and([eb('tickets.whatsappId', 'in', connections)])] : []),
    ...(query.ad ? [(eb: Where) => eb.and([eb('tickets.adName', '=', query.ad!)])] : []),
    ...(query.unanswered ? [(eb: Where) => eb.and([eb('tickets.waitingSince', '<', lastMoment)])] : []),
    ...(query.mine ? [(eb: Where) => eb.and([eb('tickets.userId', '=', scope.viewer.userId)])] : []),
    ...(users ? [(eb: Where) => eb.and([eb('tickets.userId', 'in', users)])] : []),
    ...(query.snoozed ? [(eb: Where) => eb.and([eb('tickets.snoozedUntil', snoozeTest[query.snoozed!], null)])] : []),
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

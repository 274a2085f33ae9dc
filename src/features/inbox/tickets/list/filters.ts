import type { ExpressionBuilder } from 'kysely'
import type { TimesPosition } from '../../../../core/http/cursor'
import type { Scope } from '../../../../core/scope'
import type { Database } from '../../../../core/storage/schema'
import { lastMoment } from '../../../../core/time'
import { AppError } from '../../../../shared/errors'
import { can } from '../../../../shared/permissions'
import { foldText } from '../../../../shared/text'
import { startOfDay } from '../../../platform/company/time-zone'
import { wordsOf } from '../../search/words'
import type { TicketMatch, TicketQuery } from '../model'
import { type TicketRow, ticketRows } from '../read'
import type { ListQuery } from './list-rule'
import type { RangePart, TicketOrder } from './order'
import { idsOf, rangesOf, type TicketRange } from './page-ranges'
import { matchesOf } from './text-matches'
import { type MatchingTickets, ticketsMatching } from './text-search'

type Where = ExpressionBuilder<Database, 'tickets'>
/** Returns true when the query filters beyond its list and queues: then it is built dynamically and not prepared. */
export const isFiltered = (query: TicketQuery) =>
  foldText(query.searchParam ?? '') !== '' ||
  query.unanswered === true ||
  query.mine === true ||
  query.snoozed === 'only' ||
  [query.tags, query.users, query.whatsappIds, query.date, query.updatedAt, query.ad].some(isGiven) ||
  [query.from, query.to, query.contactId].some(isGiven)

const isGiven = (value: unknown) => value !== undefined && value !== ''

/** Returns true when the query leaves only some tickets of its list. */
export const isNarrowed = (query: TicketQuery) =>
  isFiltered(query) || query.withUnreadMessages === true || idsOf(query, 'queueIds') !== null

/**
 * Returns the visible tickets that match the query: text of a message or the contact's name or number, tags (all of
 * them), users (any of them, for admins), connections, ad, days, unanswered, held by oneself, snoozed. Filters only narrow
 * what the user may see.
 */
export async function searchTickets(
  scope: Scope,
  query: ListQuery,
  order: Pick<TicketOrder, 'sort'>,
  after: TimesPosition,
  part: RangePart,
): Promise<FoundTickets> {
  const words = wordsOf(query.searchParam ?? '')
  const text = foldText(query.searchParam ?? '') === '' ? null : await ticketsMatching(scope, words, query)
  const filters = [...(text ? [onText(text)] : []), ...(await conditions(scope, query))]
  const found = ticketRows(scope.db)
    .where((eb) => eb.and(filters.map((condition) => condition(eb as never))))
    .limit(part.limit)
    .offset(part.offset)
  const rows = await scope.db.executeAside(order.sort(found, after))
  return { rows, matches: text ? await matchesOf(scope, words, rows, text.messages) : [] }
}

/** Rows of a page, and the found messages of those whose contact does not match. */
export interface FoundTickets {
  rows: TicketRow[]
  matches: TicketMatch[]
}

/** Counts the tickets that the query leaves of its list, up to a limit. The text of a search is not counted. */
export async function countMatches(scope: Scope, query: ListQuery, upTo: number): Promise<number> {
  const filters = await conditions(scope, query)
  const ids = scope.db
    .select('tickets')
    .select('tickets.id')
    .where((eb) => eb.and(filters.map((condition) => condition(eb))))
    .limit(upTo)
  return (await scope.db.executeAside(ids)).length
}

const snoozeTest = { none: 'is', only: 'is not' } as const

type Condition = (eb: Where) => ReturnType<Where['and']>

const onText =
  ({ condition }: MatchingTickets): Condition =>
  (eb) =>
    eb.and([condition])

async function conditions(scope: Scope, query: ListQuery): Promise<Condition[]> {
  const users = userFilter(scope, query)
  const connections = idsOf(query, 'whatsappIds')
  const { robot } = query
  return [
    isInList(rangesOf(scope.viewer, query)),
    ...(robot === undefined ? [] : [(eb: Where) => eb.and([eb('tickets.chatbot', '=', robot ? 1 : 0)])]),
    ...(query.withUnreadMessages ? [(eb: Where) => eb.and([eb('tickets.unreadMessages', '>', 0)])] : []),
    ...(idsOf(query, 'tags') ?? []).map((tagId) => hasTag(scope, tagId)),
    ...(connections ? [(eb: Where) => eb.and([eb('tickets.whatsappId', 'in', connections)])] : []),
    ...(query.ad ? [(eb: Where) => eb.and([eb('tickets.adName', '=', query.ad!)])] : []),
    ...(query.unanswered ? [(eb: Where) => eb.and([eb('tickets.waitingSince', '<', lastMoment)])] : []),
    ...(query.mine ? [(eb: Where) => eb.and([eb('tickets.userId', '=', scope.viewer.userId)])] : []),
    ...(users ? [(eb: Where) => eb.and([eb('tickets.userId', 'in', users)])] : []),
    ...(query.snoozed ? [(eb: Where) => eb.and([eb('tickets.snoozedUntil', snoozeTest[query.snoozed!], null)])] : []),
    ...(await withinDay(scope, query, 'date', 'tickets.createdAt')),
    ...(await withinDay(scope, query, 'updatedAt', 'tickets.updatedAt')),
    ...(await withinDays(scope, query)),
    ...(query.contactId ? [(eb: Where) => eb.and([eb('tickets.contactId', '=', query.contactId!)])] : []),
  ]
}

const isInList =
  (ranges: TicketRange[]): Condition =>
  (eb) =>
    eb.or(ranges.map(({ status, of }) => eb.and([eb('tickets.status', '=', status), inRange(eb, of)])))

function hasTag(scope: Scope, tagId: number): Condition {
  const tickets = scope.db.select('ticket_tags').select('ticketId').where('tagId', '=', tagId)
  return (eb) => eb.and([eb('tickets.id', 'in', tickets)])
}

/** Returns the user ids of the filter. @throws ERR_NO_PERMISSION without the permission `ticket:showAll` */
function userFilter(scope: Scope, query: TicketQuery): number[] | null {
  const users = idsOf(query, 'users')
  if (users && !can(scope.viewer, 'ticket:showAll')) throw new AppError('ERR_NO_PERMISSION')
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

/** Restricts the last update to days of the company's calendar. */
async function withinDays(scope: Scope, { from, to }: TicketQuery): Promise<Condition[]> {
  const [first, end] = [from && (await startOfDay(scope, 'from', from)), to && (await startOfDay(scope, 'to', to, 1))]
  return [
    ...(first ? [(eb: Where) => eb.and([eb('tickets.updatedAt', '>=', first)])] : []),
    ...(end ? [(eb: Where) => eb.and([eb('tickets.updatedAt', '<', end)])] : []),
  ]
}

function inRange(eb: ExpressionBuilder<Database, 'tickets'>, of: TicketRange['of']) {
  if (of === 'all') return eb.lit(true)
  if (of === 'noQueue') return eb('tickets.queueId', 'is', null)
  if ('queueId' in of) return eb('tickets.queueId', '=', of.queueId)
  const own = eb('tickets.userId', '=', of.userId)
  return of.inQueue === undefined ? own : eb.and([own, eb('tickets.queueId', '=', of.inQueue)])
}

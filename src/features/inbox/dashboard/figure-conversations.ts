import type { ExpressionBuilder, SelectQueryBuilder } from 'kysely'
import { timeCursor, timeOfCursor } from '../../../core/http/cursor'
import type { Scope } from '../../../core/scope'
import { sortsBefore } from '../../../core/storage/expressions'
import type { Database } from '../../../core/storage/schema'
import { seesTicket } from '../../../shared/permissions'
import {
  isLiveFigure,
  type LiveFigure,
  liveFigures,
  type PeriodFigure,
  periodFigures,
} from '../../../shared/report-figures'
import { ticketLists } from '../../../shared/ticket-lists'
import { timeZoneOf } from '../../platform/company/time-zone'
import { seenAttendances, whereSeen } from './divide'
import { figureFilters } from './figure-filters'
import { weekdayOf } from './hours'
import type { FigureConversation, FigureConversations, FigureQuery } from './part-model'
import { hourWindows, periodOf } from './period'

const pageSize = 40

/**
 * A page of the conversations that a figure of the dashboard counts, newest first, of the queues that the user sees
 * (docs/adr/0150). @throws ERR_VALIDATION (422) for an invalid period or cursor
 */
export async function listFigureConversations(
  scope: Scope,
  query: FigureQuery,
  now = new Date(),
): Promise<FigureConversations> {
  const counted = await countedAttendances(scope, query, now)
  const keys = keysOf(query)
  const { at, id } = keys
  const after = timeOfCursor(query.cursor)
  const page = withNames(counted, keys)
    .$if(after !== undefined, (rows) => rows.where(sortsBefore([at, id], [after?.at, after?.id])))
    .orderBy(at, 'desc')
    .orderBy(id, 'desc')
    .limit(pageSize + 1)
  const rows = await scope.db.executeAside(page)
  const [sum] = await scope.db.executeAside(counted.select(({ fn }) => fn.countAll<number>().as('count')))
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  const hasMore = rows.length > pageSize
  return {
    conversations: shown.map((row) => toConversation(scope, row)),
    count: sum?.count ?? 0,
    hasMore,
    next: hasMore && last ? timeCursor({ at: last.at ?? '', id: last.id }) : null,
  }
}

/** Columns by which the list is ordered and paged: live figures count tickets, others attendances. */
const keysOf = ({ figure }: FigureQuery) =>
  isLiveFigure(figure)
    ? ({ at: 'tickets.createdAt', id: 'tickets.id', queueId: 'tickets.queueId', userId: 'tickets.userId' } as const)
    : ({
        at: `attendances.${periodFigures[figure].at}`,
        id: 'attendances.id',
        queueId: 'attendances.queueId',
        userId: 'attendances.userId',
      } as const)
type Keys = ReturnType<typeof keysOf>

type Counted = SelectQueryBuilder<Database, 'attendances' | 'tickets', {}>
type Where = ExpressionBuilder<Database, 'attendances' | 'tickets'>

/** The attendances that the figure counts, with their tickets; of a live figure the tickets, with the running attendance. */
async function countedAttendances(scope: Scope, query: FigureQuery, now: Date): Promise<Counted> {
  const { figure } = query
  const filters = (rows: Counted) =>
    rows.where((eb) => eb.and(figureFilters(scope, query).map((condition) => condition(eb))))
  if (isLiveFigure(figure)) return filters(liveTickets(scope, figure, now))
  const all = seenAttendances(scope).innerJoin('tickets', 'tickets.id', 'attendances.ticketId')
  return inPeriod(scope, filters(all), { ...query, figure }, now)
}

function liveTickets(scope: Scope, figure: LiveFigure, now: Date): Counted {
  const rows = scope.db
    .select('tickets')
    .leftJoin('attendances', (join) =>
      join
        .onRef('attendances.companyId', '=', 'tickets.companyId')
        .onRef('attendances.ticketId', '=', 'tickets.id')
        .on('attendances.finishedAt', 'is', null),
    )
  return whereSeen(scope, ofLiveFigure(rows as never, figure, now), 'tickets.queueId')
}

function ofLiveFigure(tickets: Counted, figure: LiveFigure, now: Date): Counted {
  const name = liveFigures[figure]
  if (name === 'late') return tickets.where('tickets.targetDueAt', '<', now.toISOString())
  const { status, robot } = ticketLists[name]
  return tickets
    .where('tickets.status', '=', status)
    .$if(robot !== undefined, (rows) => rows.where('tickets.chatbot', '=', robot ? 1 : 0))
}

async function inPeriod(scope: Scope, all: Counted, query: FigureQuery & { figure: PeriodFigure }, now: Date) {
  const rule: { at: (typeof periodFigures)[PeriodFigure]['at']; requires?: keyof typeof requirements } =
    periodFigures[query.figure]
  const spans = await spansOf(scope, query, now)
  const column = `attendances.${rule.at}` as const
  return all
    .where(column, 'is not', null)
    .where(column, '>=', spans[0]?.from ?? '')
    .where(column, '<', spans.at(-1)?.to ?? '')
    .$if(spans.length > 1, (rows) =>
      rows.where((eb) => eb.or(spans.map(({ from, to }) => eb.and([eb(column, '>=', from), eb(column, '<', to)])))),
    )
    .where((eb) => (rule.requires ? requirements[rule.requires](eb) : eb.lit(true)))
}

const requirements = {
  late: (eb: Where) => eb('attendances.nextAnswersLate', '>', 0),
  rate: (eb: Where) => eb('attendances.rate', 'is not', null),
  wait: (eb: Where) => eb('attendances.queuedAt', 'is not', null),
  service: (eb: Where) => eb('attendances.startedAt', 'is not', null),
}

/** The period, or its hours of the weekday and hour of the query; none as an empty span. */
async function spansOf(scope: Scope, query: FigureQuery, now: Date): Promise<{ from: string; to: string }[]> {
  const { days } = periodOf(await timeZoneOf(scope), query, now)
  const { weekday, hour } = query
  const [first, last] = [days[0], days.at(-1)]
  if (weekday === undefined && hour === undefined) return [{ from: first?.from ?? '', to: last?.to ?? '' }]
  const meant = days.filter(({ day }) => weekday === undefined || weekdayOf(day) === weekday)
  if (hour === undefined) return meant
  return meant.flatMap((day) => hourWindows(day, hour))
}

/** Rows with the names that the list shows. */
const withNames = (counted: Counted, { at, id, queueId, userId }: Keys) =>
  counted
    .innerJoin('contacts', 'contacts.id', 'tickets.contactId')
    .leftJoin('queues', 'queues.id', queueId)
    .leftJoin('users', 'users.id', userId)
    .select([`${id} as id`, 'tickets.uuid', 'contacts.name as contact', 'queues.name as queue'])
    .select(['queues.color as queueColor', 'users.name as person', 'tickets.createdAt', 'attendances.finishedAt'])
    .select(['attendances.rate', 'attendances.nextAnswersLate', `${at} as at`])
    .select(['tickets.userId as holderId', 'tickets.queueId as ticketQueueId', 'tickets.status'])

type Row = Omit<FigureConversation, 'isSeen' | 'at' | 'nextAnswersLate'> & {
  at: string | null
  nextAnswersLate: number | null
  holderId: number | null
  ticketQueueId: number | null
  status: (typeof ticketLists)[keyof typeof ticketLists]['status']
}

function toConversation({ viewer }: Scope, { holderId, ticketQueueId, status, at, ...row }: Row): FigureConversation {
  const isSeen = seesTicket(viewer, { userId: holderId, queueId: ticketQueueId, status })
  // Figures count the conversations of colleagues; without the right to them the list says no name.
  const contact = isSeen || !viewer.withheld.includes('allTickets') ? row.contact : ''
  return { ...row, contact, at: at ?? row.createdAt, nextAnswersLate: row.nextAnswersLate ?? 0, isSeen }
}

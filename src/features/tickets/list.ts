import { type ExpressionBuilder, sql } from 'kysely'
import type { Database } from '../../core/schema'
import type { Scope, Viewer } from '../../core/scope'
import { hot, type Tables } from '../../core/tenant'
import type { TicketStatus } from '../../shared/enums'
import { AppError } from '../../shared/errors'
import { pageSizes } from '../../shared/limits'
import { can } from '../../shared/permissions'
import { fold } from '../../shared/text'
import type { Ticket, TicketQuery } from './model'
import { type TicketRow, ticketRows, toTicket } from './read'

/** One index-ordered stretch of tickets: what a person sees is a few of them, merged. */
interface Stretch {
  status: TicketStatus
  /** All of the status, those of one queue, those without queue, or those of one person. */
  of: 'all' | { queueId: number } | 'noQueue' | { userId: number }
}

interface Slice {
  status: TicketStatus
  updatedAt: string
  id: number
  minUnread: number
  limit: number
  offset: number
}
type Param<P> = <K extends keyof P & string>(name: K) => P[K]

/** Newest first, from after a given place; bounded by `limit` whatever the size of the company. */
const slice = <P extends Slice>(db: Tables, p: Param<P>) =>
  ticketRows(db)
    .where('tickets.status', '=', p('status'))
    .where(sql<boolean>`("tickets"."updatedAt", "tickets"."id") < (${p('updatedAt')}, ${p('id')})`)
    .where('tickets.unreadMessages', '>=', p('minUnread'))
    .orderBy('tickets.updatedAt', 'desc')
    .orderBy('tickets.id', 'desc')
    .limit(p('limit'))
    .offset(p('offset'))

const ofAll = hot<Slice>()((db, p) => slice(db, p))
const ofQueue = hot<Slice & { queueId: number }>()((db, p) => slice(db, p).where('tickets.queueId', '=', p('queueId')))
const ofNoQueue = hot<Slice>()((db, p) => slice(db, p).where('tickets.queueId', 'is', null))
const ofUser = hot<Slice & { userId: number }>()((db, p) => slice(db, p).where('tickets.userId', '=', p('userId')))

function run(scope: Scope, { status, of }: Stretch, part: Omit<Slice, 'status'>): TicketRow[] {
  const params = { status, ...part }
  if (of === 'all') return scope.db.run(ofAll, params)
  if (of === 'noQueue') return scope.db.run(ofNoQueue, params)
  return 'queueId' in of
    ? scope.db.run(ofQueue, { ...params, queueId: of.queueId })
    : scope.db.run(ofUser, { ...params, userId: of.userId })
}

const size = pageSizes.tickets
const end = { updatedAt: '~', id: 0 } // sorts after every time
const deepest = 100

/**
 * A page of tickets, newest first. `status=open` is mine, or with `showAll` (not for agents) what I see; `pending` and
 * `closed` what I see; without status all of that. `counts` go up to 100, which is shown as 99+.
 */
export async function listTickets(scope: Scope, query: TicketQuery) {
  const text = fold(query.searchParam ?? '')
  if (text !== '') return { ...(await search(scope, query, text)), counts: count(scope) }
  const stretches = stretchesOf(scope.viewer, query)
  const skip = query.cursor === undefined ? ((query.pageNumber ?? 1) - 1) * size : 0
  // One stretch can be entered anywhere; several have to be merged from the start, so scripts page them by cursor.
  const single = stretches.length === 1
  if (!single && skip > deepest * size) throw new AppError('ERR_VALIDATION', { fields: ['pageNumber'] })
  const part = {
    ...parseCursor(query.cursor),
    minUnread: query.withUnreadMessages ? 1 : 0,
    limit: size + 1 + (single ? 0 : skip),
    offset: single ? skip : 0,
  }
  const rows = merge(stretches.map((stretch) => run(scope, stretch, part)))
  return { ...page(scope, single ? rows : rows.slice(skip)), counts: count(scope) }
}

function page(scope: Scope, rows: TicketRow[]) {
  const hasMore = rows.length > size
  const tickets: Ticket[] = rows.slice(0, size).map((row) => toTicket(scope, row))
  const last = tickets.at(-1)
  return { tickets, hasMore, next: hasMore && last ? `${last.updatedAt}|${last.id}` : null }
}

/** Each part is sorted; a ticket that is both mine and in my queue comes once. */
function merge(parts: TicketRow[][]): TicketRow[] {
  if (parts.length === 1) return parts[0] as TicketRow[]
  const byId = new Map(parts.flat().map((row) => [row.id, row]))
  return [...byId.values()].sort((a, b) =>
    a.updatedAt === b.updatedAt ? b.id - a.id : a.updatedAt < b.updatedAt ? 1 : -1,
  )
}

function parseCursor(cursor: string | undefined) {
  if (cursor === undefined) return end
  const [, updatedAt, id] = /^([\dT:.Z-]{20,30})\|(\d{1,15})$/.exec(cursor) ?? []
  if (updatedAt === undefined) throw new AppError('ERR_VALIDATION', { fields: ['cursor'] })
  return { updatedAt, id: Number(id) }
}

/** What of the asked a person sees, by the rule of `seesTicket`, as stretches of an index. */
function stretchesOf(viewer: Viewer, query: TicketQuery): Stretch[] {
  const { status, queueIds } = query
  if (!status) return (['open', 'pending', 'closed'] as const).flatMap((each) => seen(viewer, each, queueIds))
  const mine = status === 'open' && !(query.showAll && mayShowAll(viewer))
  return mine ? [{ status, of: { userId: viewer.userId } }] : seen(viewer, status, queueIds)
}

/** Admins see everything; supervisors what their queues hold (open decision 31). */
const mayShowAll = ({ profile }: Viewer) => can(profile, 'ticket:showAll') || profile === 'supervisor'

function seen(viewer: Viewer, status: TicketStatus, asked: string | undefined): Stretch[] {
  const admin = viewer.profile === 'admin'
  const wanted = asked ? asked.split(',').map(Number) : null
  if (admin && !wanted) return [{ status, of: 'all' }]
  const queues = wanted ? wanted.filter((id) => admin || viewer.queueIds.includes(id)) : viewer.queueIds
  const stretches: Stretch[] = [...new Set(queues)].map((queueId) => ({ status, of: { queueId } }))
  if (!wanted && viewer.allTicket === 'enabled') stretches.push({ status, of: 'noQueue' })
  // Nobody holds a pending ticket, so only the others can be one's own outside one's queues.
  if (!wanted && status !== 'pending') stretches.push({ status, of: { userId: viewer.userId } })
  return stretches
}

const countUpTo = 100
interface Counted {
  status: TicketStatus
}
const some = (db: Tables) => db.select('tickets').select('tickets.id').limit(countUpTo)
const countAll = hot<Counted>()((db, p) => some(db).where('status', '=', p('status')))
const countQueue = hot<Counted & { queueId: number }>()((db, p) =>
  some(db).where('status', '=', p('status')).where('queueId', '=', p('queueId')),
)
const countNoQueue = hot<Counted>()((db, p) => some(db).where('status', '=', p('status')).where('queueId', 'is', null))
const countUser = hot<Counted & { userId: number }>()((db, p) =>
  some(db).where('status', '=', p('status')).where('userId', '=', p('userId')),
)

/** How many are mine and how many wait for me: index rows, never more than a hundred each. */
function count(scope: Scope) {
  const { viewer } = scope
  const open = scope.db.run(countUser, { status: 'open', userId: viewer.userId }).length
  const pending = seen(viewer, 'pending', undefined).reduce((sum, stretch) => sum + countOne(scope, stretch), 0)
  return { open, pending: Math.min(pending, countUpTo) }
}

function countOne(scope: Scope, { status, of }: Stretch): number {
  if (of === 'all') return scope.db.run(countAll, { status }).length
  if (of === 'noQueue') return scope.db.run(countNoQueue, { status }).length
  if ('queueId' in of) return scope.db.run(countQueue, { status, queueId: of.queueId }).length
  return scope.db.run(countUser, { status, userId: of.userId }).length
}

/** By the contact's name or number; cold, since a person typed it (names are compared without accents). */
async function search(scope: Scope, query: TicketQuery, text: string) {
  const digits = text.replace(/\D/g, '')
  const { updatedAt, id } = parseCursor(query.cursor)
  const contacts = scope.db
    .select('contacts')
    .select('id')
    .where((eb) =>
      eb.or([
        sql<boolean>`instr("folded", ${text}) > 0`,
        ...(digits.length >= 3 ? [sql<boolean>`instr("number", ${digits}) > 0`] : []),
      ]),
    )
  const stretches = stretchesOf(scope.viewer, { ...query, showAll: true })
  const rows = await ticketRows(scope.db)
    .where('tickets.contactId', 'in', contacts)
    .where((eb) => eb.or(stretches.map(({ status, of }) => eb.and([eb('tickets.status', '=', status), holds(eb, of)]))))
    .where('tickets.unreadMessages', '>=', query.withUnreadMessages ? 1 : 0)
    .where(sql<boolean>`("tickets"."updatedAt", "tickets"."id") < (${updatedAt}, ${id})`)
    .orderBy('tickets.updatedAt', 'desc')
    .orderBy('tickets.id', 'desc')
    .limit(size + 1)
    .offset(query.cursor === undefined ? ((query.pageNumber ?? 1) - 1) * size : 0)
    .execute()
  return page(scope, rows)
}

function holds(eb: ExpressionBuilder<Database, 'tickets'>, of: Stretch['of']) {
  if (of === 'all') return eb.lit(true)
  if (of === 'noQueue') return eb('tickets.queueId', 'is', null)
  return 'queueId' in of ? eb('tickets.queueId', '=', of.queueId) : eb('tickets.userId', '=', of.userId)
}

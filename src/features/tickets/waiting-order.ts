import type { Scope } from '../../core/scope'
import { isNullUnless, literal, sortsAfter } from '../../core/storage/expressions'
import { hot, type Tables } from '../../core/storage/tenant'
import type { TicketStatus } from '../../shared/enums'
import type { TicketQuery } from './model'
import type { TicketRange } from './page-ranges'
import { type TicketRow, ticketRows } from './read'

interface Slice {
  status: TicketStatus
  since: string
  id: number
  minUnread: number
  /** 0 leaves out snoozed tickets. */
  withSnoozed: 0 | 1
  /** 0 leaves out tickets that the robot has. */
  maxChatbot: 0 | 1
  limit: number
  offset: number
}
type Param<P> = <K extends keyof P & string>(name: K) => P[K]

/** The longest wait first, after a position. The literal makes the partial indexes of live tickets usable. */
const slice = <P extends Slice>(db: Tables, p: Param<P>) =>
  ticketRows(db)
    .where('tickets.status', '<>', literal('closed'))
    .where('tickets.status', '=', p('status'))
    .where(sortsAfter(['tickets.waitingSince', 'tickets.id'], [p('since'), p('id')]))
    .where('tickets.unreadMessages', '>=', p('minUnread'))
    .where(isNullUnless('tickets.snoozedUntil', p('withSnoozed')))
    .where('tickets.chatbot', '<=', p('maxChatbot'))
    .orderBy('tickets.waitingSince')
    .orderBy('tickets.id')
    .limit(p('limit'))
    .offset(p('offset'))

const ofAll = hot<Slice>()((db, p) => slice(db, p))
const ofQueue = hot<Slice & { queueId: number }>()((db, p) => slice(db, p).where('tickets.queueId', '=', p('queueId')))
const ofNoQueue = hot<Slice>()((db, p) => slice(db, p).where('tickets.queueId', 'is', null))
const ofUser = hot<Slice & { userId: number }>()((db, p) => slice(db, p).where('tickets.userId', '=', p('userId')))
const ofUserIn = hot<Slice & { userId: number; inQueue: number }>()((db, p) =>
  slice(db, p).where('tickets.userId', '=', p('userId')).where('tickets.queueId', '=', p('inQueue')),
)

/** Returns true when the query lists live tickets by their wait. */
export const isByWait = ({ sort, status }: TicketQuery) =>
  sort === 'waiting' && (status === 'open' || status === 'pending')

/** Returns tickets of one range, the longest wait first; reads at most `limit` rows after `offset`. */
export async function readRangeByWait(
  scope: Scope,
  { status, of }: TicketRange,
  part: Omit<Slice, 'status'>,
): Promise<TicketRow[]> {
  const params = { status, ...part }
  if (of === 'all') return scope.db.run(ofAll, params)
  if (of === 'noQueue') return scope.db.run(ofNoQueue, params)
  if ('queueId' in of) return scope.db.run(ofQueue, { ...params, queueId: of.queueId })
  if (of.inQueue === undefined) return scope.db.run(ofUser, { ...params, userId: of.userId })
  return scope.db.run(ofUserIn, { ...params, userId: of.userId, inQueue: of.inQueue })
}

export const compareWaits = (a: TicketRow, b: TicketRow) =>
  a.waitingSince === b.waitingSince ? a.id - b.id : a.waitingSince < b.waitingSince ? -1 : 1

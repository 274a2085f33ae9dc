import type { Scope } from '../../core/scope'
import { isNullUnless } from '../../core/storage/expressions'
import { hot, type Tables } from '../../core/storage/tenant'
import type { TicketStatus } from '../../shared/enums'
import type { TicketQuery } from './model'
import { rangesOf, type TicketRange } from './page-ranges'

const countUpTo = 100
interface CountParams {
  status: TicketStatus
  /** 0 leaves out snoozed tickets. */
  withSnoozed: 0 | 1
}
type Param<P> = <K extends keyof P & string>(name: K) => P[K]

const countedTickets = <P extends CountParams>(db: Tables, p: Param<P>) =>
  db
    .select('tickets')
    .select('tickets.id')
    .where('status', '=', p('status'))
    .where(isNullUnless('tickets.snoozedUntil', p('withSnoozed')))
    .limit(countUpTo)
const countAll = hot<CountParams>()((db, p) => countedTickets(db, p))
const countQueue = hot<CountParams & { queueId: number }>()((db, p) =>
  countedTickets(db, p).where('queueId', '=', p('queueId')),
)
const countNoQueue = hot<CountParams>()((db, p) => countedTickets(db, p).where('queueId', 'is', null))
const countUser = hot<CountParams & { userId: number }>()((db, p) =>
  countedTickets(db, p).where('userId', '=', p('userId')),
)
const countUserIn = hot<CountParams & { userId: number; inQueue: number }>()((db, p) =>
  countedTickets(db, p).where('userId', '=', p('userId')).where('queueId', '=', p('inQueue')),
)

/**
 * Counts the acting user's lists of open and of pending tickets, for the same `showAll` and queues; without
 * snoozed ones if the query sets them apart. Reads at most 100 tickets per range; 100 is shown as 99+.
 */
export async function countTickets(scope: Scope, query: TicketQuery) {
  const { showAll, queueIds } = query
  const part = { withSnoozed: query.snoozed ? 0 : 1 } as const
  const count = async (status: TicketStatus) => {
    const ids = new Set<number>() // a user's own ticket in one of their queues occurs in two ranges
    for (const range of rangesOf(scope.viewer, { status, showAll, queueIds }))
      if (ids.size < countUpTo) for (const { id } of await idsIn(scope, range, part)) ids.add(id)
    return Math.min(ids.size, countUpTo)
  }
  return { open: await count('open'), pending: await count('pending') }
}

async function idsIn(
  scope: Scope,
  { status, of }: TicketRange,
  part: Omit<CountParams, 'status'>,
): Promise<{ id: number }[]> {
  const params = { status, ...part }
  if (of === 'all') return scope.db.run(countAll, params)
  if (of === 'noQueue') return scope.db.run(countNoQueue, params)
  if ('queueId' in of) return scope.db.run(countQueue, { ...params, queueId: of.queueId })
  if (of.inQueue === undefined) return scope.db.run(countUser, { ...params, userId: of.userId })
  return scope.db.run(countUserIn, { ...params, userId: of.userId, inQueue: of.inQueue })
}

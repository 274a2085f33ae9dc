import type { Scope } from '../../core/scope'
import { hot, type Tables } from '../../core/storage/tenant'
import type { TicketStatus } from '../../shared/enums'
import type { TicketQuery } from './model'
import { type Stretch, stretchesOf } from './page-ranges'

const countUpTo = 100
interface Counted {
  status: TicketStatus
}
type Param<P> = <K extends keyof P & string>(name: K) => P[K]

const some = <P extends Counted>(db: Tables, p: Param<P>) =>
  db.select('tickets').select('tickets.id').where('status', '=', p('status')).limit(countUpTo)
const countAll = hot<Counted>()((db, p) => some(db, p))
const countQueue = hot<Counted & { queueId: number }>()((db, p) => some(db, p).where('queueId', '=', p('queueId')))
const countNoQueue = hot<Counted>()((db, p) => some(db, p).where('queueId', 'is', null))
const countUser = hot<Counted & { userId: number }>()((db, p) => some(db, p).where('userId', '=', p('userId')))
const countUserIn = hot<Counted & { userId: number; inQueue: number }>()((db, p) =>
  some(db, p).where('userId', '=', p('userId')).where('queueId', '=', p('inQueue')),
)

/**
 * Counts the acting user's lists of open and of pending tickets, for the same `showAll` and queues. Reads index rows
 * only, at most 100 per range; 100 is shown as 99+.
 */
export async function countTickets(scope: Scope, { showAll, queueIds }: TicketQuery) {
  const count = async (status: TicketStatus) => {
    const ids = new Set<number>() // a user's own ticket in one of their queues occurs in two ranges
    for (const stretch of stretchesOf(scope.viewer, { status, showAll, queueIds }))
      if (ids.size < countUpTo) for (const { id } of await idsIn(scope, stretch)) ids.add(id)
    return Math.min(ids.size, countUpTo)
  }
  return { open: await count('open'), pending: await count('pending') }
}

async function idsIn(scope: Scope, { status, of }: Stretch): Promise<{ id: number }[]> {
  if (of === 'all') return scope.db.run(countAll, { status })
  if (of === 'noQueue') return scope.db.run(countNoQueue, { status })
  if ('queueId' in of) return scope.db.run(countQueue, { status, queueId: of.queueId })
  if (of.inQueue === undefined) return scope.db.run(countUser, { status, userId: of.userId })
  return scope.db.run(countUserIn, { status, userId: of.userId, inQueue: of.inQueue })
}

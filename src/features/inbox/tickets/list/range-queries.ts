import { type Compilable, type Expression, expressionBuilder, type SqlBool } from 'kysely'
import { literal } from '../../../../core/storage/expressions'
import type { Database } from '../../../../core/storage/schema'
import { hot, type Tables, type TenantDb } from '../../../../core/storage/tenant'
import type { TicketStatus } from '../../../../shared/enums'
import type { TicketRange } from './page-ranges'

interface InStatus {
  status: TicketStatus
}
interface InQueue {
  queueId: number
}
interface OfUser {
  userId: number
}
/** Parameter of a select of one range: the status, or one of the caller's. */
export type RangeParam<P> = <K extends keyof (P & InStatus) & string>(name: K) => (P & InStatus)[K]
type Select<P, R> = (db: Tables, p: RangeParam<P>, isInRange: Expression<SqlBool>) => Compilable<R>

/**
 * Prepares a select of tickets once for each kind of range, so that each reads an index of its own; `select` adds the
 * given condition. Returns the function that reads the rows of a range, in another thread if `aside` is true.
 */
export function rangeReader<P extends object, R>(select: Select<P, R>) {
  const { and, eb, lit } = expressionBuilder<Database, 'tickets'>()
  const inQueue = (queueId: number) => eb('tickets.queueId', '=', queueId)
  const ofUser = (userId: number) => eb('tickets.userId', '=', userId)
  const all = hot<P & InStatus>()((db, p) => select(db, p, lit(true)))
  const queue = hot<P & InStatus & InQueue>()((db, p) => select(db, p, inQueue(p('queueId') as number)))
  const noQueue = hot<P & InStatus>()((db, p) => select(db, p, eb('tickets.queueId', 'is', null)))
  const user = hot<P & InStatus & OfUser>()((db, p) => select(db, p, ofUser(p('userId') as number)))
  const userInQueue = hot<P & InStatus & OfUser & InQueue>()((db, p) =>
    select(db, p, and([ofUser(p('userId') as number), inQueue(p('queueId') as number)])),
  )
  return (db: TenantDb, { status, of }: TicketRange, part: P, { aside = false } = {}): Promise<R[]> => {
    const run: TenantDb['run'] = (query, params) => (aside ? db.runAside(query, params) : db.run(query, params))
    const params = { ...part, status }
    if (of === 'all') return run(all, params)
    if (of === 'noQueue') return run(noQueue, params)
    if ('queueId' in of) return run(queue, { ...params, queueId: of.queueId })
    if (of.inQueue === undefined) return run(user, { ...params, userId: of.userId })
    return run(userInQueue, { ...params, userId: of.userId, queueId: of.inQueue })
  }
}

export interface PendingPart {
  /** 1 for tickets that the robot has, 0 for the others. */
  chatbot: 0 | 1
}

const { and, eb } = expressionBuilder<Database, 'tickets'>()
/** Condition on pending tickets with or without the robot; the literal makes their partial indexes usable. */
export const isPendingWith = (chatbot: 0 | 1): Expression<SqlBool> =>
  and([eb('tickets.status', '=', literal('pending')), eb('tickets.chatbot', '=', chatbot)])

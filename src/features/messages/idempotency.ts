import type { Scope } from '../../core/scope'
import { inList, type List, listOf } from '../../core/storage/expressions'
import { hot } from '../../core/storage/tenant'
import { AppError } from '../../shared/errors'
import type { Message, SentKey } from './model'

/** A request that may come twice: the client's key, and what was asked, to tell a repeat from a mix-up. */
export interface Request {
  key: string
  /** Any text that is the same for the same request. */
  asked: string
}

const earlier = hot<{ userId: number; key: string }>()((db, p) =>
  db
    .select('idempotency')
    .select(['requestHash', 'ticketId', 'messageId'])
    .where('userId', '=', p('userId'))
    .where('key', '=', p('key'))
    .orderBy('position'),
)
const insertKey = hot<{
  userId: number
  key: string
  position: number
  requestHash: string
  ticketId: number
  messageId: number
  now: string
}>()((db, p) =>
  db.insert('idempotency', {
    userId: p('userId'),
    key: p('key'),
    position: p('position'),
    requestHash: p('requestHash'),
    ticketId: p('ticketId'),
    messageId: p('messageId'),
    createdAt: p('now'),
  }),
)

/** What an earlier, equal request made: its ticket and its messages, in order, also those deleted since. */
interface Earlier {
  ticketId: number
  messageIds: number[]
}

/** Undefined for a new request. @throws ERR_IDEMPOTENCY_REUSED when the key came with another request */
export async function findEarlier(scope: Scope, userId: number, { key, asked }: Request): Promise<Earlier | undefined> {
  const rows = await scope.db.run(earlier, { userId, key })
  const [first] = rows
  if (!first) return undefined
  if (first.requestHash !== hashOf(asked)) throw new AppError('ERR_IDEMPOTENCY_REUSED')
  return { ticketId: first.ticketId, messageIds: rows.map(({ messageId }) => messageId) }
}

const keysOf = hot<{ userId: number; ids: List }>()((db, p) =>
  db
    .select('idempotency')
    .select(['messageId as id', 'key as clientId'])
    .where('userId', '=', p('userId'))
    .where('position', '=', 0)
    .where('messageId', 'in', inList(p('ids'))),
)

/** The keys under which the acting person sent these messages within a day; of several files, the first one's. */
export async function sentByThem(scope: Scope, messages: Message[]): Promise<SentKey[]> {
  const { userId } = scope.viewer
  const ids = messages.filter((message) => message.userId === userId).map(({ id }) => id)
  return ids.length === 0 ? [] : await scope.db.run(keysOf, { userId, ids: listOf(ids) })
}

/** Kept for 24 hours (housekeeping); within the transaction that made the messages. */
export async function rememberRequest(scope: Scope, userId: number, { key, asked }: Request, messages: Message[]) {
  const row = { userId, key, requestHash: hashOf(asked), now: new Date().toISOString() }
  for (const [position, { id: messageId, ticketId }] of messages.entries())
    await scope.db.run(insertKey, { ...row, position, ticketId, messageId })
}

/** Nobody gains from a collision with their own request, so a quick hash will do. */
const hashOf = (asked: string) => Bun.hash(asked).toString(36)

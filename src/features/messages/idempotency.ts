import { sql } from 'kysely'
import type { Scope } from '../../core/scope'
import { hot } from '../../core/tenant'
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
    .select(['requestHash', 'messageId'])
    .where('userId', '=', p('userId'))
    .where('key', '=', p('key')),
)
const keep = hot<{ userId: number; key: string; requestHash: string; messageId: number; now: string }>()((db, p) =>
  db.insert('idempotency', {
    userId: p('userId'),
    key: p('key'),
    requestHash: p('requestHash'),
    messageId: p('messageId'),
    createdAt: p('now'),
  }),
)

/** The first message an earlier, equal request made. @throws ERR_IDEMPOTENCY_REUSED when the key stood for another. */
export async function findEarlier(scope: Scope, userId: number, { key, asked }: Request): Promise<number | undefined> {
  const known = await scope.db.first(earlier, { userId, key })
  if (known && known.requestHash !== hashOf(asked)) throw new AppError('ERR_IDEMPOTENCY_REUSED')
  return known?.messageId
}

const keysOf = hot<{ userId: number; ids: string }>()((db, p) =>
  db
    .select('idempotency')
    .select(['messageId as id', 'key as clientId'])
    .where('userId', '=', p('userId'))
    .where(sql<boolean>`"messageId" in (select value from json_each(${p('ids')}))`),
)

/** Which of these messages the acting person sent within a day, and under which keys of theirs. */
export async function sentByThem(scope: Scope, messages: Message[]): Promise<SentKey[]> {
  const { userId } = scope.viewer
  const ids = messages.filter((message) => message.userId === userId).map(({ id }) => id)
  return ids.length === 0 ? [] : await scope.db.run(keysOf, { userId, ids: JSON.stringify(ids) })
}

/** Kept for 24 hours (housekeeping); within the transaction that made the message. */
export const remember = (scope: Scope, userId: number, { key, asked }: Request, messageId: number) =>
  scope.db.run(keep, { userId, key, requestHash: hashOf(asked), messageId, now: new Date().toISOString() })

/** Nobody gains from a collision with their own request, so a quick hash will do. */
const hashOf = (asked: string) => Bun.hash(asked).toString(36)

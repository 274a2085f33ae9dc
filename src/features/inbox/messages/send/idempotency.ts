import type { Scope } from '../../../../core/scope'
import { inList, type ListParameter, listOf } from '../../../../core/storage/expressions'
import { hot } from '../../../../core/storage/tenant'
import { AppError } from '../../../../shared/errors'
import type { Message, SentKey } from '../model'

/**
 * A request that may be repeated: the client's key, and the request's content to detect a key used for another request.
 */
export interface IdempotentRequest {
  key: string
  /** Equal for equal requests. */
  content: string
}

const messagesOfKey = hot<{ userId: number; key: string }>()((db, p) =>
  db
    .select('idempotency')
    .select(['requestHash', 'ticketId', 'messageId', 'flowRunId'])
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
  flowRunId: number | null
  now: string
}>()((db, p) =>
  db.insert('idempotency', {
    userId: p('userId'),
    key: p('key'),
    position: p('position'),
    requestHash: p('requestHash'),
    ticketId: p('ticketId'),
    messageId: p('messageId'),
    flowRunId: p('flowRunId'),
    createdAt: p('now'),
  }),
)

/** Result of an earlier, equal request: its ticket, and its message ids in order, including messages deleted since. */
interface EarlierResult {
  ticketId: number
  messageIds: number[]
  /** Run of the flow that the request started. */
  flowRunId: number | null
}

/**
 * Returns the result of the first request with this key, or undefined. @throws ERR_IDEMPOTENCY_REUSED when the key was
 * used for a different request
 */
export async function findEarlierResult(
  scope: Scope,
  userId: number,
  { key, content }: IdempotentRequest,
): Promise<EarlierResult | undefined> {
  const rows = await scope.db.run(messagesOfKey, { userId, key })
  const [first] = rows
  if (!first) return undefined
  if (first.requestHash !== hashOf(content)) throw new AppError('ERR_IDEMPOTENCY_REUSED')
  const { ticketId, flowRunId } = first
  return { ticketId, flowRunId, messageIds: rows.map(({ messageId }) => messageId) }
}

const keysOf = hot<{ userId: number; ids: ListParameter }>()((db, p) =>
  db
    .select('idempotency')
    .select(['messageId as id', 'key as clientId'])
    .where('userId', '=', p('userId'))
    .where('position', '=', 0)
    .where('messageId', 'in', inList(p('ids'))),
)

/**
 * Returns the idempotency keys under which the acting user sent these messages in the last 24 hours. Of several files,
 * the key belongs to the first.
 */
export async function findSentKeys(scope: Scope, messages: Message[]): Promise<SentKey[]> {
  const { userId } = scope.viewer
  const ids = messages.filter((message) => message.userId === userId).map(({ id }) => id)
  return ids.length === 0 ? [] : await scope.db.run(keysOf, { userId, ids: listOf(ids) })
}

/**
 * Stores the key and the messages it created. Housekeeping removes it after 24 hours. Call within the same transaction.
 */
export async function storeRequest(
  scope: Scope,
  userId: number,
  { key, content }: IdempotentRequest,
  messages: Message[],
) {
  const row = { userId, key, requestHash: hashOf(content), now: new Date().toISOString() }
  for (const [position, { id: messageId, ticketId }] of messages.entries())
    await scope.db.run(insertKey, { ...row, position, ticketId, messageId, flowRunId: null })
}

/** Stores the key of a request that started a flow, as `storeRequest`. */
export const storeFlowRequest = (
  scope: Scope,
  userId: number,
  { key, content }: IdempotentRequest,
  { ticketId, runId: flowRunId }: { ticketId: number; runId: number },
) => {
  const now = new Date().toISOString()
  const row = { userId, key, requestHash: hashOf(content), now, position: 0, messageId: 0 }
  return scope.db.run(insertKey, { ...row, ticketId, flowRunId })
}

/** A non-cryptographic hash suffices: a collision affects only the user's own requests. */
const hashOf = (content: string) => Bun.hash(content).toString(36)

import { timeCursor, timeOfCursor } from '../../../core/http/cursor'
import type { Scope } from '../../../core/scope'
import { inList, type ListParameter, listOf, sortsBefore, startOfText } from '../../../core/storage/expressions'
import { hot } from '../../../core/storage/tenant'
import { lastMoment } from '../../../core/time'
import { AppError } from '../../../shared/errors'
import { parseJson } from '../../../shared/json'
import { limits, pageSizes } from '../../../shared/limits'
import type { MessageDetail } from '../messages/model'
import { preview } from '../messages/read/preview'
import { getMessage } from '../messages/read/read'
import { isSeenTicket, type Sight, sightOf } from '../tickets/list/seen-rows'
import type { StarQuery, StarredMessages } from './model'

interface Key {
  userId: number
  messageId: number
}
const insertStar = hot<Key & { at: string }>()((db, p) =>
  db
    .insert('message_stars', { userId: p('userId'), messageId: p('messageId'), at: p('at') })
    .onConflict((conflict) => conflict.doNothing())
    .returning('messageId'),
)
const removeStar = hot<Key>()((db, p) =>
  db
    .delete('message_stars')
    .where('userId', '=', p('userId'))
    .where('messageId', '=', p('messageId'))
    .returning('messageId'),
)
const countStars = hot<{ userId: number }>()((db, p) =>
  db
    .select('message_stars')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('userId', '=', p('userId')),
)
const starredAmong = hot<{ userId: number; ids: ListParameter }>()((db, p) =>
  db
    .select('message_stars')
    .select('messageId')
    .where('userId', '=', p('userId'))
    .where('messageId', 'in', inList(p('ids'))),
)

/** Characters of a message in the list. */
const lineLength = 200

/**
 * Stars of a user, newest first, with messages of tickets that the user sees now. A message deleted for everyone is left
 * out. Starts at the user's stars, of which there are at most `limits.stars`.
 */
const starredPage = hot<Sight & { at: string; id: number; limit: number }>()((db, p) =>
  db
    .select('message_stars')
    .crossJoin('messages')
    .crossJoin('tickets')
    .crossJoin('contacts')
    .whereRef('messages.id', '=', 'message_stars.messageId')
    .whereRef('tickets.id', '=', 'messages.ticketId')
    .whereRef('contacts.id', '=', 'messages.contactId')
    .where('message_stars.userId', '=', p('me'))
    .where('messages.isDeleted', '=', 0)
    .where(isSeenTicket(p))
    .where(sortsBefore(['message_stars.at', 'message_stars.messageId'], [p('at'), p('id')]))
    .orderBy('message_stars.at', 'desc')
    .orderBy('message_stars.messageId', 'desc')
    .select(['message_stars.messageId as id', 'message_stars.at', 'messages.fromMe', 'messages.senderName'])
    .select(['messages.mediaType', 'messages.detail', 'messages.createdAt', 'contacts.name as contact', 'tickets.uuid'])
    .select(startOfText('messages.body', lineLength).as('body'))
    .limit(p('limit')),
)

/** A page of the acting user's starred messages, of tickets that the user sees. @throws ERR_VALIDATION for a cursor */
export async function listStars(scope: Scope, { cursor }: StarQuery): Promise<StarredMessages> {
  const { at, id } = timeOfCursor(cursor) ?? { at: lastMoment, id: 0 }
  const limit = pageSizes.other
  const rows = await scope.db.run(starredPage, { ...sightOf(scope.viewer), at, id, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const hasMore = rows.length > limit
  const last = shown.at(-1)
  return {
    messages: shown.map(({ body, mediaType, detail, fromMe, senderName, ...row }) => ({
      ...row,
      line: preview(mediaType, body, detail === null ? null : (parseJson(detail) as MessageDetail)),
      fromMe: fromMe === 1,
      sender: senderName ?? '',
    })),
    hasMore,
    next: hasMore && last ? timeCursor(last) : null,
  }
}

/**
 * Stars a message for the acting user, or removes the star; only the user's own tabs get the event.
 * @throws ERR_NO_MESSAGE_FOUND, ERR_NO_PERMISSION, ERR_TOO_MANY_STARS
 */
export function setStar(
  outer: Scope,
  messageId: number,
  starred: boolean,
): Promise<{ messageId: number; starred: boolean }> {
  return outer.transaction(async (scope) => {
    await getMessage(scope, messageId)
    const key = { userId: scope.viewer.userId, messageId }
    const changed = starred
      ? await scope.db.first(insertStar, { ...key, at: new Date().toISOString() })
      : await scope.db.first(removeStar, key)
    if (!changed) return { messageId, starred }
    if (starred) await assertRoom(scope, key.userId)
    scope.publish('star', { action: 'update', ...key, starred })
    return { messageId, starred }
  })
}

async function assertRoom(scope: Scope, userId: number) {
  const stored = await scope.db.first(countStars, { userId })
  if ((stored?.count ?? 0) > limits.stars) throw new AppError('ERR_TOO_MANY_STARS', { limit: limits.stars })
}

/** Ids among these messages that the acting user has starred. */
export async function findStarred(scope: Scope, messages: { id: number }[]): Promise<number[]> {
  const ids = listOf(messages.map(({ id }) => id))
  const rows = await scope.db.run(starredAmong, { userId: scope.viewer.userId, ids })
  return rows.map(({ messageId }) => messageId)
}

import { idOfCursor } from '../../../../core/http/cursor'
import type { Scope } from '../../../../core/scope'
import { inList, type ListParameter, listOf } from '../../../../core/storage/expressions'
import { hot } from '../../../../core/storage/tenant'
import { pageSizes } from '../../../../shared/limits'
import type { OfContactQuery } from '../../../contacts/contacts/model'
import { getContactRow } from '../../../contacts/contacts/read'
import { listVisibleTickets } from '../../tickets/list/visible-tickets'
import type { FilesOfContact } from '../model'
import { messageRows, toMessage } from './read'

const pageSize = pageSizes.other

const messagesWithFile = hot<{ contactId: number; ids: ListParameter; before: number; limit: number }>()((db, p) =>
  messageRows(db)
    .where('messages.contactId', '=', p('contactId'))
    .where('messages.mediaId', 'is not', null)
    .where('messages.isDeleted', '=', 0)
    .where('messages.id', '<', p('before'))
    .where('messages.ticketId', 'in', inList(p('ids')))
    .orderBy('messages.id', 'desc')
    .limit(p('limit')),
)
/** Returns a page of the contact's messages that have a file, newest first, from tickets the acting user may read. */
export async function listFilesOf(
  scope: Scope,
  contactId: number,
  { cursor }: OfContactQuery,
): Promise<FilesOfContact> {
  await getContactRow(scope, contactId)
  const ids = listOf((await listVisibleTickets(scope, contactId)).map(({ id }) => id))
  const rows = await scope.db.run(messagesWithFile, { contactId, ids, before: before(cursor), limit: pageSize + 1 })
  const hasMore = rows.length > pageSize
  const shown = rows.slice(0, pageSize)
  const messages = shown.map((row) => toMessage(scope, row))
  return { messages, hasMore, next: hasMore ? String(shown.at(-1)?.id) : null }
}

const before = (cursor: string | undefined) => idOfCursor(cursor) ?? Number.MAX_SAFE_INTEGER

import { sql } from 'kysely'
import { idOfCursor } from '../../core/cursor'
import type { Scope } from '../../core/scope'
import { hot } from '../../core/tenant'
import { pageSizes } from '../../shared/limits'
import { messageRows, toMessage } from '../messages/read'
import { seenTickets } from '../tickets/earlier'
import { ticketRows, toTicket } from '../tickets/read'
import type { Belongings, FilesOfContact, OfContactQuery, TicketsOfContact } from './model'
import { getContactRow } from './read'

const size = pageSizes.other

/** `ids` as JSON: a prepared statement has a fixed number of places. */
const someTickets = hot<{ ids: string }>()((db, p) =>
  ticketRows(db)
    .where(sql<boolean>`"tickets"."id" in (select value from json_each(${p('ids')}))`)
    .orderBy('tickets.id', 'desc'),
)
const someFiles = hot<{ contactId: number; ids: string; before: number; limit: number }>()((db, p) =>
  messageRows(db)
    .where('messages.contactId', '=', p('contactId'))
    .where('messages.mediaId', 'is not', null)
    .where('messages.isDeleted', '=', 0)
    .where('messages.id', '<', p('before'))
    .where(sql<boolean>`"messages"."ticketId" in (select value from json_each(${p('ids')}))`)
    .orderBy('messages.id', 'desc')
    .limit(p('limit')),
)
const countTickets = hot<{ id: number }>()((db, p) =>
  db
    .select('tickets')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('contactId', '=', p('id')),
)
const countMessages = hot<{ id: number }>()((db, p) =>
  db
    .select('messages')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('contactId', '=', p('id')),
)

/** A contact's tickets that the acting person may read, newest first. */
export async function listTicketsOf(
  scope: Scope,
  contactId: number,
  { cursor }: OfContactQuery,
): Promise<TicketsOfContact> {
  await getContactRow(scope, contactId)
  const ids = (await seenTickets(scope, contactId, before(cursor) - 1)).map(({ id }) => id)
  const shown = ids.slice(0, size)
  const tickets = (await scope.db.run(someTickets, { ids: JSON.stringify(shown) })).map((row) => toTicket(scope, row))
  const hasMore = ids.length > size
  return { tickets, hasMore, next: hasMore ? String(shown.at(-1)) : null }
}

/** The files of a contact's messages, newest first, out of tickets that the acting person may read. */
export async function listFilesOf(
  scope: Scope,
  contactId: number,
  { cursor }: OfContactQuery,
): Promise<FilesOfContact> {
  await getContactRow(scope, contactId)
  const ids = JSON.stringify((await seenTickets(scope, contactId)).map(({ id }) => id))
  const rows = await scope.db.run(someFiles, { contactId, ids, before: before(cursor), limit: size + 1 })
  const hasMore = rows.length > size
  const shown = rows.slice(0, size)
  const messages = shown.map((row) => toMessage(scope, row))
  return { messages, hasMore, next: hasMore ? String(shown.at(-1)?.id) : null }
}

/** How much goes with a contact when it is deleted, for the question before. */
export async function countBelongings(scope: Scope, id: number): Promise<Belongings> {
  await getContactRow(scope, id)
  const tickets = (await scope.db.first(countTickets, { id }))?.count ?? 0
  return { tickets, messages: (await scope.db.first(countMessages, { id }))?.count ?? 0 }
}

const before = (cursor: string | undefined) => idOfCursor(cursor) ?? Number.MAX_SAFE_INTEGER

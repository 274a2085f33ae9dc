import { idOfCursor } from '../../../core/http/cursor'
import type { Scope } from '../../../core/scope'
import { inList, type ListParameter, listOf } from '../../../core/storage/expressions'
import { hot } from '../../../core/storage/tenant'
import { pageSizes } from '../../../shared/limits'
import type { OfContactQuery } from '../../contacts/contacts/model'
import { getContactRow } from '../../contacts/contacts/read'
import { listVisibleTickets } from '../tickets/list/visible-tickets'
import { ticketRows, toTicket } from '../tickets/read'
import type { Belongings, TicketsOfContact } from './model'

const size = pageSizes.other

/** `ids` is one list parameter, because a prepared statement has a fixed number of parameters. */
const ticketsByIds = hot<{ ids: ListParameter }>()((db, p) =>
  ticketRows(db)
    .where('tickets.id', 'in', inList(p('ids')))
    .orderBy('tickets.id', 'desc'),
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

const ratedAttendances = hot<{ ids: ListParameter }>()((db, p) =>
  db
    .select('attendances')
    .select(['ticketId', 'rate'])
    .where('ticketId', 'in', inList(p('ids')))
    .where('rate', 'is not', null)
    .orderBy('id'),
)

async function lastRatings(scope: Scope, ids: number[]) {
  const rated = await scope.db.run(ratedAttendances, { ids: listOf(ids) })
  const last = new Map(rated.map(({ ticketId, rate }) => [ticketId, rate as number]))
  return [...last].map(([ticketId, rate]) => ({ ticketId, rate }))
}

/** A page of a contact's tickets that the acting person may read, newest first. @throws ERR_NO_CONTACT_FOUND */
export async function listTicketsOfContact(
  scope: Scope,
  contactId: number,
  { cursor }: OfContactQuery,
): Promise<TicketsOfContact> {
  await getContactRow(scope, contactId)
  const ids = (await listVisibleTickets(scope, contactId, beforeId(cursor) - 1)).map(({ id }) => id)
  const shown = ids.slice(0, size)
  const tickets = (await scope.db.run(ticketsByIds, { ids: listOf(shown) })).map((row) => toTicket(scope, row))
  const hasMore = ids.length > size
  const ratings = await lastRatings(scope, shown)
  return { tickets, ratings, hasMore, next: hasMore ? String(shown.at(-1)) : null }
}

/** Numbers of tickets and messages deleted with a contact, for the confirmation. @throws ERR_NO_CONTACT_FOUND */
export async function countBelongings(scope: Scope, id: number): Promise<Belongings> {
  await getContactRow(scope, id)
  const tickets = (await scope.db.first(countTickets, { id }))?.count ?? 0
  return { tickets, messages: (await scope.db.first(countMessages, { id }))?.count ?? 0 }
}

const beforeId = (cursor: string | undefined) => idOfCursor(cursor) ?? Number.MAX_SAFE_INTEGER

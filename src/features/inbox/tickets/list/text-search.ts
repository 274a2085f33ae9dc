import { type Expression, expressionBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import type { Scope } from '../../../../core/scope'
import { inList, type ListParameter, listOf, listRows } from '../../../../core/storage/expressions'
import type { Database } from '../../../../core/storage/schema'
import { hot } from '../../../../core/storage/tenant'
import { ticketStatuses } from '../../../../shared/enums'
import { findContactIds, matchesAllWords } from '../../search/contacts'
import { searchMessages } from '../../search/messages'
import { type MessageFilter, messageFilterOf, ticketPasses } from '../../search/visible-rows'
import type { TicketQuery } from '../model'
import { type TicketRow, ticketRows } from '../read'

const newest = hot<MessageFilter & { contacts: ListParameter; limit: number }>()((db, p) =>
  ticketRows(db)
    .where('tickets.contactId', 'in', inList(p('contacts')))
    .where(ticketPasses(p))
    .where(({ eb, or, val }) => or([eb(val(p('userId')), 'is', null), eb('tickets.userId', '=', p('userId'))]))
    .orderBy('tickets.updatedAt', 'desc')
    .limit(p('limit')),
)

/** Returns the most recently updated tickets of the given contacts that pass the filter. */
export const newestTickets = async (
  scope: Scope,
  contactIds: number[],
  filter: MessageFilter,
  limit: number,
): Promise<TicketRow[]> =>
  contactIds.length === 0 ? [] : await scope.db.runAside(newest, { ...filter, contacts: listOf(contactIds), limit })

const maxContacts = 1000
const maxMessages = 200
const maxTicketsPerStatus = 400
export interface MatchingTickets {
  /** Condition on `tickets.id`. */
  condition: Expression<SqlBool>
  /** Newest found message by ticket id; only of tickets with one among the newest 200 found. */
  messages: Map<number, number>
}

/**
 * Returns what GET /tickets with a text lists: tickets of contacts whose name matches and, unless the query is for contacts
 * only, visible tickets with a recent message that matches. When more than 1000 contacts match, only their most recently updated tickets.
 */
export async function ticketsMatching(
  scope: Scope,
  words: string[],
  { searchIn }: Pick<TicketQuery, 'searchIn'>,
): Promise<MatchingTickets> {
  const eb = expressionBuilder<Database, 'tickets'>()
  if (words.length === 0) return { condition: eb.lit(false), messages: new Map() }
  const contacts = await findContactIds(scope, words, maxContacts + 1)
  const messages = searchIn === 'contacts' ? new Map<number, number>() : await messagesMatching(scope, words)
  const ofMessages = listOf(messages.keys())
  const ofContactNames =
    contacts.length > maxContacts ? newestOfMatchingContacts(scope, words) : ofContacts(scope, contacts)
  const ids = ofContactNames.unionAll(eb.selectFrom(listRows(ofMessages).as('said')).select('said.value as id'))
  return { condition: eb('tickets.id', 'in', ids), messages }
}

/** Newest found message by ticket id. */
async function messagesMatching(scope: Scope, words: string[]): Promise<Map<number, number>> {
  const page = { before: Number.MAX_SAFE_INTEGER, limit: maxMessages }
  const { found } = await searchMessages(scope, words, await messageFilterOf(scope, {}), page)
  return new Map(found.toReversed().map(({ id, ticketId }) => [ticketId, id]))
}

const ofContacts = ({ db }: Scope, contacts: number[]): TicketIds =>
  db
    .select('tickets')
    .select('tickets.id')
    .where('tickets.contactId', 'in', inList(listOf(contacts)))

type TicketIds = SelectQueryBuilder<Database, 'tickets', { id: number }>

/** Reads each status in the order of its index and stops at the limit. */
function newestOfMatchingContacts({ db }: Scope, words: string[]): TicketIds {
  const eb = expressionBuilder<Database, 'tickets'>()
  const [first, ...others] = ticketStatuses.map((status) => {
    const newest = db
      .select('tickets')
      .crossJoin('contacts') // SQLite keeps the order of a cross join: tickets in index order, then the contact of each
      .whereRef('contacts.id', '=', 'tickets.contactId')
      .select('tickets.id')
      .where('tickets.status', '=', status)
      .where(matchesAllWords(words))
      .orderBy('tickets.updatedAt', 'desc')
      .orderBy('tickets.id', 'desc')
      .limit(maxTicketsPerStatus)
    return eb.selectFrom(newest.as('newest')).select('newest.id') as unknown as TicketIds
  })
  return others.reduce((all, one) => all.unionAll(one), first as TicketIds)
}

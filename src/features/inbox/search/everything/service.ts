import { workSlices } from '../../../../core/process/work-slices'
import type { Scope } from '../../../../core/scope'
import { pageSizes } from '../../../../shared/limits'
import { hidesNumbers } from '../../../contacts/contacts/hidden-numbers'
import { findContactRow, toContact } from '../../../contacts/contacts/read'
import { searchedText } from '../../../contacts/contacts/typed-number'
import { getMessageRow, toMessage } from '../../messages/read/read'
import { newestTickets } from '../../tickets/list/text-search'
import { getTicketRow, toTicket } from '../../tickets/read'
import { findContactIds } from '../contacts'
import { messageSnippet } from '../message-snippet'
import { type FoundRow, searchMessages } from '../messages'
import { inSearchTurn } from '../search-turns'
import { type MessageFilter, messageFilterOf } from '../visible-rows'
import { wordsOf } from '../words'
import type { FoundMessage, SearchQuery, SearchResult } from './model'

const size = pageSizes.other
const maxContacts = 5
const maxTickets = 5
const emptyResult: SearchResult = { contacts: [], tickets: [], messages: [], hasMore: false, next: null }

/**
 * Contacts, tickets and messages that contain all words and are visible to the acting person. A page of messages may be
 * short or empty and still have a next one, because one request reads a bounded number of rows.
 */
export async function searchEverything(scope: Scope, query: SearchQuery): Promise<SearchResult> {
  const words = wordsOf(query.q ?? '')
  const filter = await messageFilterOf(scope, query)
  const contactWords = wordsOf(await searchedText(scope, query.q ?? ''))
  if (words.length === 0 && !hasFilter(query)) return emptyResult
  const isFirst = query.cursor === undefined
  const before = isFirst ? Number.MAX_SAFE_INTEGER : Number(query.cursor)
  const { found: results, next } = await searchMessages(scope, words, filter, { before, limit: size })
  const people = isFirst ? await searchContactsAndTickets(scope, contactWords, filter, query) : emptyResult
  return {
    contacts: people.contacts,
    tickets: people.tickets,
    messages: await inSearchTurn(scope, () => Array.fromAsync(results, (row) => toFound(scope, row, words))),
    hasMore: next !== null,
    next: next === null ? null : String(next),
  }
}

/** True when a filter applies to messages only. */
const filtersMessagesOnly = ({ from, to, hasMedia }: SearchQuery) => Boolean(from ?? to ?? hasMedia)
const hasFilter = ({ userId, contactId, queueId, tagId, ...rest }: SearchQuery) =>
  [userId, contactId, queueId, tagId].some((id) => id !== undefined) || filtersMessagesOnly(rest)

async function searchContactsAndTickets(scope: Scope, words: string[], filter: MessageFilter, query: SearchQuery) {
  if (filtersMessagesOnly(query)) return emptyResult
  const ids =
    query.contactId === undefined ? await findContactIds(scope, words, maxContactsSearched) : [query.contactId]
  const rows = hasFilter(query)
    ? []
    : await Array.fromAsync(ids.slice(0, maxContacts), (id) => findContactRow(scope, id))
  return {
    contacts: rows.filter((row) => row !== undefined).map((row) => toContact(scope, row)),
    tickets: (await newestTickets(scope, ids, filter, maxTickets)).map((row) => toTicket(scope, row)),
  }
}
/** Contacts whose tickets are searched, at most. */
const maxContactsSearched = 100

async function toFound(scope: Scope, { id, ticketId }: FoundRow, words: string[]): Promise<FoundMessage> {
  await workSlices.pause(scope.companyId)
  const row = await getMessageRow(scope, id)
  const message = toMessage(scope, row)
  const body = row.mediaType === 'contactMessage' && hidesNumbers(scope.actor) ? '' : row.body
  const snippet = await messageSnippet({ ...message.detail, mediaType: row.mediaType, body }, words)
  return { message, ticket: toTicket(scope, await getTicketRow(scope, ticketId)), snippet }
}

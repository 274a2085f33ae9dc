import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Scope } from '../../core/scope'
import { hot } from '../../core/storage/tenant'
import { ticketStatuses } from '../../shared/enums'
import { searchMessages } from '../search/messages'
import { contactsNamed, named } from '../search/people'
import { type Sieve, sieveOf, ticketPasses } from '../search/visible-rows'
import { wordsOf } from '../search/words'
import { type TicketRow, ticketRows } from './read'

const newest = hot<Sieve & { contacts: string; limit: number }>()((db, p) =>
  ticketRows(db)
    .where(sql<boolean>`"tickets"."contactId" in (select value from json_each(${p('contacts')}))`)
    .where(ticketPasses(p))
    .where(sql<boolean>`(${p('userId')} is null or "tickets"."userId" = ${p('userId')})`)
    .orderBy('tickets.updatedAt', 'desc')
    .limit(p('limit')),
)

/** The tickets of some contacts that changed last, of those the person may see. */
export const newestTickets = async (
  scope: Scope,
  contactIds: number[],
  sieve: Sieve,
  limit: number,
): Promise<TicketRow[]> =>
  contactIds.length === 0 ? [] : await scope.db.run(newest, { ...sieve, contacts: JSON.stringify(contactIds), limit })

const mostContacts = 1000
const mostSaid = 200
const mostNamed = 400
/**
 * What GET /tickets finds by a text: tickets of contacts so named, and those the person sees in which it was said
 * lately. Where the name is of very many, the newest of their tickets.
 */
export async function ticketsAbout(scope: Scope, typed: string): Promise<RawBuilder<SqlBool>> {
  const words = wordsOf(typed)
  if (words.length === 0) return sql<SqlBool>`false`
  const contacts = await contactsNamed(scope, words, mostContacts + 1)
  const page = { before: Number.MAX_SAFE_INTEGER, limit: mostSaid }
  const { found } = await searchMessages(scope, words, await sieveOf(scope, {}), page)
  const said = json([...new Set(found.map(({ ticketId }) => ticketId))])
  const theirs = contacts.length > mostContacts ? newestNamed(scope, words) : ofContacts(scope, contacts)
  return sql<SqlBool>`"tickets"."id" in (${theirs} union all ${said})`
}

const json = (ids: number[]) => sql`select value from json_each(${JSON.stringify(ids)})`

const ofContacts = ({ companyId }: Scope, contacts: number[]) =>
  sql`select "id" from "tickets" where "companyId" = ${companyId} and "contactId" in (${json(contacts)})`

/** In the order of the list, which an index has for each status: it stops when there are enough. */
const newestNamed = ({ companyId }: Scope, words: string[]) =>
  sql.join(
    ticketStatuses.map(
      (
        status,
      ) => sql`select * from (select t."id" from "tickets" t cross join "contacts" on "contacts"."id" = t."contactId"
        where t."companyId" = ${companyId} and t."status" = ${status} and ${named(words)}
        order by t."updatedAt" desc, t."id" desc limit ${mostNamed})`,
    ),
    sql` union all `,
  )

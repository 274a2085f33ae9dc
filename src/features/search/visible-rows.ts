import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../core/scope'
import { dayBegins } from '../company/zone'
import type { SearchQuery } from '../global-search/model'

/** What a person may see, and what of it they asked for; null asks for nothing. */
export interface Sieve {
  admin: 0 | 1
  me: number
  queues: string
  queueless: 0 | 1
  userId: number | null
  contactId: number | null
  queueId: number | null
  tagId: number | null
  from: string | null
  until: string | null
  hasMedia: 0 | 1
}

/** @throws ERR_VALIDATION for a day that is none */
export async function sieveOf(scope: Scope, query: SearchQuery): Promise<Sieve> {
  const { profile, userId, queueIds, allTicket } = scope.viewer
  return {
    admin: profile === 'admin' ? 1 : 0,
    me: userId,
    queues: JSON.stringify(queueIds),
    queueless: allTicket === 'enabled' ? 1 : 0,
    userId: query.userId ?? null,
    contactId: query.contactId ?? null,
    queueId: query.queueId ?? null,
    tagId: query.tagId ?? null,
    from: query.from ? await dayBegins(scope, 'from', query.from) : null,
    until: query.to ? await dayBegins(scope, 'to', query.to, 1) : null,
    hasMedia: query.hasMedia ? 1 : 0,
  }
}

type Param = <K extends keyof Sieve>(name: K) => Sieve[K]

/** The rule of `seesTicket`, in SQL, and the ticket's queue and tag if they were asked for. */
export const ticketPasses = (p: Param): RawBuilder<boolean> => sql<boolean>`
  (${p('admin')} = 1 or "tickets"."userId" = ${p('me')}
    or "tickets"."queueId" in (select value from json_each(${p('queues')}))
    or (${p('queueless')} = 1 and "tickets"."queueId" is null))
  and (${p('queueId')} is null or "tickets"."queueId" = ${p('queueId')})
  and (${p('tagId')} is null or exists (select 1 from ticket_tags t
    where t."companyId" = "tickets"."companyId" and t."ticketId" = "tickets"."id" and t."tagId" = ${p('tagId')}))`

/** What else was asked of a message; who holds the ticket counts like who wrote. */
export const messagePasses = (p: Param): RawBuilder<boolean> => sql<boolean>`
  (${p('userId')} is null or "tickets"."userId" = ${p('userId')} or "messages"."userId" = ${p('userId')})
  and (${p('contactId')} is null or "messages"."contactId" = ${p('contactId')})
  and (${p('from')} is null or "messages"."createdAt" >= ${p('from')})
  and (${p('until')} is null or "messages"."createdAt" < ${p('until')})
  and (${p('hasMedia')} = 0 or "messages"."mediaStatus" is not null)`

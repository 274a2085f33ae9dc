import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import type { Scope } from '../../../core/scope'
import type { Database } from '../../../core/storage/schema'
import { startOfDay } from '../../platform/company/time-zone'
import { isSeenTicket, type Sight, sightOf } from '../tickets/list/seen-rows'
import type { SearchQuery } from './everything/model'

/** Rows a user may see and the filters of the query; null means no filter. */
export interface MessageFilter extends Sight {
  userId: number | null
  contactId: number | null
  queueId: number | null
  tagId: number | null
  from: string | null
  until: string | null
  hasMedia: 0 | 1
}

/** Returns the filter of a query for the acting user. @throws ERR_VALIDATION for an invalid date */
export async function messageFilterOf(scope: Scope, query: SearchQuery): Promise<MessageFilter> {
  return {
    ...sightOf(scope.viewer),
    userId: query.userId ?? null,
    contactId: query.contactId ?? null,
    queueId: query.queueId ?? null,
    tagId: query.tagId ?? null,
    from: query.from ? await startOfDay(scope, 'from', query.from) : null,
    until: query.to ? await startOfDay(scope, 'to', query.to, 1) : null,
    hasMedia: query.hasMedia ? 1 : 0,
  }
}

type Param = <K extends keyof MessageFilter>(name: K) => MessageFilter[K]

const isTicket = expressionBuilder<Database, 'tickets'>()

/** Condition on the ticket: the user sees it, and it passes the filters by queue and tag. */
export function ticketPasses(p: Param): Expression<SqlBool> {
  const { and, exists, or, selectFrom, val } = isTicket
  const isTagged = exists(
    selectFrom('ticket_tags as t')
      .select('t.tagId')
      .whereRef('t.companyId', '=', 'tickets.companyId')
      .whereRef('t.ticketId', '=', 'tickets.id')
      .where('t.tagId', '=', p('tagId') as number),
  )
  return and([
    isSeenTicket(p),
    or([isTicket(val(p('queueId')), 'is', null), isTicket('tickets.queueId', '=', p('queueId'))]),
    or([isTicket(val(p('tagId')), 'is', null), isTagged]),
  ])
}

const isMessage = expressionBuilder<Database, 'messages' | 'tickets'>()

/** Condition on the message: the other filters. `userId` matches the ticket's user or the message's author. */
export function messagePasses(p: Param): Expression<SqlBool> {
  const { and, lit, or, val } = isMessage
  const isAny = (name: 'userId' | 'contactId' | 'from' | 'until') => isMessage(val(p(name)), 'is', null)
  return and([
    or([
      isAny('userId'),
      isMessage('tickets.userId', '=', p('userId')),
      isMessage('messages.userId', '=', p('userId')),
    ]),
    or([isAny('contactId'), isMessage('messages.contactId', '=', p('contactId') as number)]),
    or([isAny('from'), isMessage('messages.createdAt', '>=', p('from') as string)]),
    or([isAny('until'), isMessage('messages.createdAt', '<', p('until') as string)]),
    or([isMessage(val(p('hasMedia')), '=', lit(0)), isMessage('messages.mediaStatus', 'is not', null)]),
  ])
}

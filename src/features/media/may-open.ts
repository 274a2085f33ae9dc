import { type ExpressionBuilder, expressionBuilder } from 'kysely'
import type { Scope } from '../../core/scope'
import { emptyText, inList, type ListParameter, listOf } from '../../core/storage/expressions'
import type { Database } from '../../core/storage/schema'
import { hot } from '../../core/storage/tenant'
import { can } from '../../shared/permissions'

interface Sight {
  id: string
  userId: number
  queues: ListParameter
  /** 1 if the person sees tickets without a queue. */
  queueless: number
  /** 1 if the person sees campaigns. */
  campaigns: number
}
type Param = <K extends keyof Sight>(name: K) => Sight[K]
type Seen = Database & { t: Database['tickets'] }

/** Condition on a ticket `t`: the rule of `seesTicket` for people who are not admins. */
function isSeen(p: Param) {
  const on = expressionBuilder<Seen, 't'>()
  return on.or([
    on('t.userId', '=', p('userId')),
    on('t.queueId', 'in', inList(p('queues'))),
    on.and([on(on.val(p('queueless')), '=', on.lit(1)), on('t.queueId', 'is', null)]),
  ])
}

const fileOf = ({ selectFrom }: ExpressionBuilder<Database, 'media'>, table: string, column = 'mediaId') => {
  const [used, file] = [table as 'messages', column as 'mediaId']
  return selectFrom(used)
    .select(`${used}.id`)
    .whereRef(`${used}.companyId`, '=', 'media.companyId')
    .whereRef(`${used}.${file}`, '=', 'media.id')
    .where(`${used}.${file}`, '<>', emptyText) // the indexes cover non-empty columns only
}

const openFile = hot<Sight>()((db, p) =>
  db
    .select('media')
    .select('media.id')
    .where('media.id', '=', p('id'))
    .where((eb) =>
      eb.or([
        eb.exists(inSeenTicket(eb, p)),
        ...['contacts.profilePicUrl', 'file_options.mediaId', 'announcements.mediaId'].map((used) =>
          eb.exists(fileOf(eb, ...(used.split('.') as [string, string]))),
        ),
        eb.exists(inOwnQuickMessage(eb, p)),
        eb.exists(inSeenSchedule(eb, p)),
        ...['campaigns', 'campaign_parts'].map((table) =>
          eb.and([eb(eb.val(p('campaigns')), '=', eb.lit(1)), eb.exists(fileOf(eb, table))]),
        ),
      ]),
    ),
)

const inSeenTicket = (eb: ExpressionBuilder<Database, 'media'>, p: Param) =>
  fileOf(eb, 'messages')
    .innerJoin('tickets as t', (join) =>
      join.onRef('t.companyId', '=', 'messages.companyId').onRef('t.id', '=', 'messages.ticketId'),
    )
    .where(isSeen(p) as never)

const inOwnQuickMessage = (eb: ExpressionBuilder<Database, 'media'>, p: Param) =>
  eb
    .selectFrom('quick_messages')
    .select('quick_messages.id')
    .whereRef('quick_messages.companyId', '=', 'media.companyId')
    .whereRef('quick_messages.mediaId', '=', 'media.id')
    .where((on) => on.or([on('quick_messages.userId', '=', p('userId')), on('quick_messages.geral', '=', 1)]))

/** The rule of `seesSchedule`: the author, and people who see the contact's newest ticket. */
const inSeenSchedule = (eb: ExpressionBuilder<Database, 'media'>, p: Param) =>
  eb
    .selectFrom('schedules')
    .select('schedules.id')
    .whereRef('schedules.companyId', '=', 'media.companyId')
    .whereRef('schedules.mediaId', '=', 'media.id')
    .where((on) => {
      const newestIsSeen = on
        .selectFrom('tickets as t')
        .whereRef('t.companyId', '=', 'schedules.companyId')
        .whereRef('t.contactId', '=', 'schedules.contactId')
        .orderBy('t.updatedAt', 'desc')
        .limit(1)
        .select((t) =>
          t
            .case()
            .when(isSeen(p) as never)
            .then(1)
            .else(0)
            .end()
            .as('seen'),
        )
      const isOwn = on('schedules.userId', '=', p('userId'))
      return on.or([isOwn, on(on.fn.coalesce(newestIsSeen, on.lit(1)), '=', on.lit(1))])
    })

/**
 * True if the acting person may open a file: admins every one of the company, other people those of tickets, schedules
 * and campaigns that they may see, of contacts, of file lists, and of their own and the company's quick messages.
 */
export async function mayOpenFile(scope: Scope, id: string): Promise<boolean> {
  const { profile, userId, queueIds, allTicket } = scope.viewer
  if (profile === 'admin') return true
  const sight = { id, userId, queues: listOf(queueIds), queueless: allTicket === 'enabled' ? 1 : 0 }
  const campaigns = can(profile, 'campaign:view') ? 1 : 0
  return (await scope.db.first(openFile, { ...sight, campaigns })) !== undefined
}

import type { ExpressionBuilder } from 'kysely'
import type { Scope } from '../../../../core/scope'
import { emptyText } from '../../../../core/storage/expressions'
import type { Database } from '../../../../core/storage/schema'
import { hot } from '../../../../core/storage/tenant'
import { can } from '../../../../shared/permissions'
import { isSeenSchedule, isSeenTicket, type Sight, sightOf } from './seen-rows'

interface Params extends Sight {
  id: string
  /** 1 if the person sees campaigns. */
  campaigns: 0 | 1
}
type Param = <K extends keyof Params>(name: K) => Params[K]

const fileOf = ({ selectFrom }: ExpressionBuilder<Database, 'media'>, table: string, column = 'mediaId') => {
  const [used, file] = [table as 'messages', column as 'mediaId']
  return selectFrom(used)
    .select(`${used}.id`)
    .whereRef(`${used}.companyId`, '=', 'media.companyId')
    .whereRef(`${used}.${file}`, '=', 'media.id')
    .where(`${used}.${file}`, '<>', emptyText) // the indexes cover non-empty columns only
}

const openFile = hot<Params>()((db, p) =>
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
    .where(isSeenTicket(p, 't'))

const inOwnQuickMessage = (eb: ExpressionBuilder<Database, 'media'>, p: Param) =>
  eb
    .selectFrom('quick_messages')
    .select('quick_messages.id')
    .whereRef('quick_messages.companyId', '=', 'media.companyId')
    .whereRef('quick_messages.mediaId', '=', 'media.id')
    .where((on) => on.or([on('quick_messages.userId', '=', p('me')), on('quick_messages.geral', '=', 1)]))

const inSeenSchedule = (eb: ExpressionBuilder<Database, 'media'>, p: Param) =>
  eb
    .selectFrom('schedules')
    .select('schedules.id')
    .whereRef('schedules.companyId', '=', 'media.companyId')
    .whereRef('schedules.mediaId', '=', 'media.id')
    .where(isSeenSchedule(p))

const chatFile = hot<{ id: string; me: number }>()((db, p) =>
  db
    .select('chat_messages')
    .leftJoin('chat_users', (join) =>
      join
        .onRef('chat_users.companyId', '=', 'chat_messages.companyId')
        .onRef('chat_users.chatId', '=', 'chat_messages.chatId')
        .on('chat_users.userId', '=', p('me')),
    )
    .select('chat_users.userId as member')
    .where('chat_messages.mediaId', '=', p('id'))
    .limit(1),
)

/**
 * True if the acting person may open a file. A file of a chat opens for its members only. Of the others, admins open
 * every one of the company; other people open those of tickets, schedules and campaigns that they may see, of contacts,
 * of file lists, and of their own and the company's quick messages.
 */
export async function mayOpenFile(scope: Scope, id: string): Promise<boolean> {
  const { viewer } = scope
  const inChat = await scope.db.first(chatFile, { id, me: viewer.userId })
  if (inChat) return inChat.member !== null
  if (can(viewer, 'ticket:seeAll') && can(viewer, 'campaign:view')) return true
  const campaigns = can(viewer, 'campaign:view') ? 1 : 0
  return (await scope.db.first(openFile, { id, ...sightOf(viewer), campaigns })) !== undefined
}

import { expressionBuilder, type SelectQueryBuilder } from 'kysely'
import type { Scope } from '../../../core/scope'
import { inList, unindexedColumn } from '../../../core/storage/expressions'
import type { Database } from '../../../core/storage/schema'
import type { ReportPart } from '../../../shared/report-figures'
import { seenQueues } from '../team/seen-queues'

type Attendances = SelectQueryBuilder<Database, 'attendances', {}>
/** Queue, person, tag, number or campaign of an attendance; people, numbers and campaigns have no colour. */
type WithPart = Database & { part: { id: number | null; name: string | null; color: string | null } }
type Divided = SelectQueryBuilder<WithPart, 'attendances' | 'part', {}>

/** Attendances of the queues that the user sees. */
export const seenAttendances = (scope: Scope): Attendances =>
  whereSeen(scope, scope.db.select('attendances'), 'attendances.queueId')

/** Leaves the rows whose queue the user sees; `column` is not taken for the choice of an index. */
export function whereSeen<T extends keyof Database>(
  { viewer }: Scope,
  rows: SelectQueryBuilder<Database, T, {}>,
  column: 'attendances.queueId' | 'tickets.queueId',
): SelectQueryBuilder<Database, T, {}> {
  const { every, queueless, queueIds } = seenQueues(viewer)
  if (every === 1) return rows
  return rows.where((eb) => {
    const inQueue = eb(unindexedColumn<number>(column), 'in', inList(queueIds))
    return queueless === 1 ? eb.or([inQueue, eb(unindexedColumn(column), 'is', null)]) : inQueue
  })
}

/**
 * Attendances joined with the part they belong to; null without one. An attendance with several tags or campaigns has a
 * row for each. People of the provider's support are no part.
 */
export const divide = (attendances: Attendances, by: ReportPart) => joins[by](attendances) as unknown as Divided

/** Another recipient of the same campaign whose answer arrived in the attendance; of several only the first id has none. */
const otherAnswer = expressionBuilder<
  Database & { recipient: Database['campaign_recipients'] },
  'attendances' | 'recipient'
>()
  .selectFrom('campaign_recipients as other')
  .select('other.id')
  .whereRef('other.companyId', '=', 'recipient.companyId')
  .whereRef('other.ticketId', '=', 'recipient.ticketId')
  .whereRef('other.campaignId', '=', 'recipient.campaignId')
  .whereRef('other.id', '<', 'recipient.id')
  .where('other.step', '=', 0)
  .whereRef('other.answeredAt', '>=', 'attendances.createdAt')
  .where(({ or, eb, ref }) =>
    or([eb('attendances.finishedAt', 'is', null), eb('other.answeredAt', '<=', ref('attendances.finishedAt'))]),
  )

const joins = {
  queue: (from: Attendances) => from.leftJoin('queues as part', 'part.id', 'attendances.queueId'),
  person: (from: Attendances) =>
    from.leftJoin('users as part', (join) =>
      join.onRef('part.id', '=', 'attendances.userId').on('part.super', '=', 0).on('part.support', '=', 0),
    ),
  tag: (from: Attendances) =>
    from
      .leftJoin('ticket_tags', (join) =>
        join
          .onRef('ticket_tags.companyId', '=', 'attendances.companyId')
          .onRef('ticket_tags.ticketId', '=', 'attendances.ticketId'),
      )
      .leftJoin('tags as part', 'part.id', 'ticket_tags.tagId'),
  number: (from: Attendances) =>
    from
      .leftJoin('tickets', 'tickets.id', 'attendances.ticketId') // a left join keeps SQLite at the attendances' index
      .leftJoin('connections as part', 'part.id', 'tickets.whatsappId'),
  /**
   * The attendance in which the answer to the campaign's first message arrived, once: a later answer in the same
   * attendance, from another number of the customer, makes no second row.
   */
  campaign: (from: Attendances) =>
    from
      .innerJoin('campaign_recipients as recipient', (join) =>
        join
          .onRef('recipient.companyId', '=', 'attendances.companyId')
          .onRef('recipient.ticketId', '=', 'attendances.ticketId')
          .on('recipient.step', '=', 0)
          .onRef('recipient.answeredAt', '>=', 'attendances.createdAt')
          .on((on) =>
            on.or([
              on('attendances.finishedAt', 'is', null),
              on('recipient.answeredAt', '<=', on.ref('attendances.finishedAt')),
            ]),
          )
          .on(({ not, exists }) => not(exists(otherAnswer))),
      )
      .innerJoin('campaigns as part', 'part.id', 'recipient.campaignId'),
} satisfies Record<ReportPart, (from: Attendances) => unknown>

/** True for parts that have a colour. */
export const hasColor = (by: ReportPart) => by === 'queue' || by === 'tag'

import { type Static, t } from 'elysia'
import { pageFields } from '../../../core/http/documented-response'
import { pageNumber } from '../../../core/http/schemas'
import {
  type LiveFigure,
  liveFigureNames,
  type PeriodFigure,
  periodFigureNames,
  type ReportPart,
  reportPartNames,
} from '../../../shared/report-figures'
import { DashboardQuery } from './model'

export const partSorts = ['name', 'began', 'finished', 'avgResponseTime', 'late', 'rating', 'ratings'] as const

/** Period and part of a division; `descending` is the order of figures unless given. */
export const PartsQuery = t.Object({
  ...DashboardQuery.properties,
  by: t.UnionEnum(reportPartNames as [ReportPart, ...ReportPart[]]),
  sort: t.Optional(t.UnionEnum(partSorts, { default: undefined })),
  order: t.Optional(t.UnionEnum(['asc', 'desc'], { default: undefined })),
  pageNumber,
})
export type PartsQuery = Static<typeof PartsQuery>

export const PartsExportQuery = t.Object({
  ...PartsQuery.properties,
  format: t.Optional(t.UnionEnum(['csv', 'xlsx'], { default: undefined })),
})
export type PartsExportQuery = Static<typeof PartsExportQuery>

const Part = t.Object({
  /** Id of the queue, person, tag, number or campaign; 0 for conversations without one, or with a deleted one. */
  id: t.Number(),
  name: t.String(),
  color: t.String(),
  /** Conversations that began in the period. */
  began: t.Number(),
  /** Conversations that ended in the period; the figures below are theirs. */
  finished: t.Number(),
  /** Whole minutes; null without a measurement. */
  avgResponseTime: t.Nullable(t.Number()),
  /** Conversations with a late next answer (docs/adr/0136). */
  late: t.Number(),
  /** Average of ratings, 1 to 3, and their number. */
  rating: t.Nullable(t.Number()),
  ratings: t.Number(),
})
export type Part = Static<typeof Part>

/** A page of parts in the order of the query. A conversation with several tags or campaigns counts in each of them. */
export const Parts = t.Object({ parts: t.Array(Part), count: t.Number(), hasMore: t.Boolean() })
export type Parts = Static<typeof Parts>

const figureNames = [...periodFigureNames, ...liveFigureNames] as [PeriodFigure, ...(PeriodFigure | LiveFigure)[]]
const id = t.Optional(t.Numeric({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, multipleOf: 1 }))

/** Figure, period and filters of a list of conversations; 0 as an id means without a queue, person, tag or number. */
export const FigureQuery = t.Object({
  ...DashboardQuery.properties,
  figure: t.UnionEnum(figureNames),
  queueId: id,
  userId: id,
  tagId: id,
  whatsappId: id,
  campaignId: id,
  /** 1 Monday to 7 Sunday. */
  weekday: t.Optional(t.Numeric({ minimum: 1, maximum: 7, multipleOf: 1 })),
  hour: t.Optional(t.Numeric({ minimum: 0, maximum: 23, multipleOf: 1 })),
  cursor: t.Optional(t.String()),
})
export type FigureQuery = Static<typeof FigureQuery>

const Conversation = t.Object({
  /** Id of the attendance; of the ticket for figures of this moment. */
  id: t.Number(),
  /** Time by which the figure counts the conversation, UTC. */
  at: t.String(),
  uuid: t.String(),
  contact: t.String(),
  queue: t.Nullable(t.String()),
  queueColor: t.Nullable(t.String()),
  person: t.Nullable(t.String()),
  /** Creation of the ticket. */
  createdAt: t.String(),
  finishedAt: t.Nullable(t.String()),
  rate: t.Nullable(t.Number()),
  nextAnswersLate: t.Number(),
  /** False if the ticket is now where the user may not open it. */
  isSeen: t.Boolean(),
})

/** A page of the conversations of a figure, newest first; `count` is their number. */
export const FigureConversations = t.Object({
  conversations: t.Array(Conversation),
  count: t.Number(),
  ...pageFields,
})
export type FigureConversations = Static<typeof FigureConversations>
export type FigureConversation = FigureConversations['conversations'][number]

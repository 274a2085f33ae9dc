import { type Static, t } from 'elysia'
import { oneLineOfText } from '../../../../core/http/schemas'
import { adLimits } from '../../../../shared/ads'
import { limits } from '../../../../shared/limits'
import { ticketListNames } from '../../../../shared/ticket-lists'

const ids = t.Array(t.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
  maxItems: limits.ticketViewIds,
})

/** A saved filter of the ticket lists, with the queues. */
export const TicketView = t.Object({
  name: t.String({ minLength: 1, maxLength: limits.ticketViewName.max, pattern: oneLineOfText }),
  unanswered: t.Boolean(),
  unread: t.Boolean(),
  mine: t.Boolean(),
  /** Absent in views saved before tickets could be snoozed. */
  snoozed: t.Optional(t.Boolean()),
  /** Name of the tickets' first ad; absent in views saved before ads were stored. */
  ad: t.Optional(t.String({ maxLength: adLimits.title })),
  /** List that the view shows; absent in views saved before lists were stored, which filter the list on screen. */
  list: t.Optional(t.UnionEnum(ticketListNames)),
  tags: ids,
  users: ids,
  connections: ids,
  queues: ids,
})
export type TicketView = Static<typeof TicketView>

/** All views of a user in their order. */
export const TicketViews = t.Object({ views: t.Array(TicketView, { maxItems: limits.ticketViews }) })
export type TicketViews = Static<typeof TicketViews>

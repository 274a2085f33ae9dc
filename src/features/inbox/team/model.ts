import { type Static, t } from 'elysia'
import { Ticket } from '../tickets/model'

/** Queue and connection of the longest wait, whose opening hours count; null without a wait. */
const waitingIn = t.Nullable(t.Object({ queueId: t.Nullable(t.Number()), whatsappId: t.Nullable(t.Number()) }))

/** Live tickets of one queue; `id` is null for tickets without a queue. */
const TeamQueue = t.Object({
  id: t.Nullable(t.Number()),
  name: t.String(),
  color: t.String(),
  /** Pending tickets that wait for a person. */
  pending: t.Number(),
  /** Pending tickets that the robot has. */
  robot: t.Number(),
  open: t.Number(),
  /** Open tickets whose customer waits for an answer. */
  unanswered: t.Number(),
  /** The longest wait of a pending or an open ticket; null without one. */
  waitingSince: t.Nullable(t.String()),
  waitingIn,
  /** Tickets past the due time of a target. */
  late: t.Number(),
})
export type TeamQueue = Static<typeof TeamQueue>

const TeamAgent = t.Object({
  id: t.Number(),
  name: t.String(),
  /** True while a browser of the user is connected. */
  online: t.Boolean(),
  /** True while the user receives no new tickets by distribution. */
  away: t.Boolean(),
  /** True when the open tickets reach the limit of every queue that distributes to the user. */
  isFull: t.Boolean(),
  lastSeenAt: t.Nullable(t.String()),
  queueIds: t.Array(t.Number()),
  /** Tickets the user holds, in all queues. */
  open: t.Number(),
  unanswered: t.Number(),
  waitingSince: t.Nullable(t.String()),
  waitingIn,
})
export type TeamAgent = Static<typeof TeamAgent>

/** The team now: queues and agents the acting user may see, and the tickets whose customers have waited longest. */
export const Team = t.Object({
  queues: t.Array(TeamQueue),
  agents: t.Array(TeamAgent),
  tickets: t.Array(Ticket),
  /** Tickets past a due time, or due within `dueSoonMinutes`, the earliest first. */
  due: t.Array(Ticket),
})
export type Team = Static<typeof Team>

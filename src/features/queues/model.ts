import { type Static, t } from 'elysia'
import { limits } from '../../shared/limits'
import { HoursFields, HoursInput } from '../hours/model'

export const Queue = t.Object({
  id: t.Number(),
  name: t.String(),
  color: t.String(),
  orderQueue: t.Number(),
  greetingMessage: t.String(),
  outOfHoursMessage: t.String(),
  promptId: t.Nullable(t.Number()),
  integrationId: t.Nullable(t.Number()),
  ...HoursFields,
})
export type Queue = Static<typeof Queue>

const text = t.Optional(t.String({ maxLength: limits.automaticText.max }))
const reference = t.Optional(t.Nullable(t.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })))
export const QueueInput = t.Object({
  name: t.String({ minLength: limits.name.min, maxLength: limits.name.max }),
  color: t.String({ pattern: '^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$' }),
  orderQueue: t.Optional(t.Integer({ minimum: 0, maximum: limits.queueOrder.max })),
  greetingMessage: text,
  outOfHoursMessage: text,
  promptId: reference,
  integrationId: reference,
  ...HoursInput,
})
export type QueueInput = Static<typeof QueueInput>

/** The queue that takes over, or null. */
export const Handover = t.Object({
  queueId: t.Nullable(t.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
})
export type Handover = Static<typeof Handover>

/** Members, connections, prompts and tickets of a queue; all must be empty before its deletion. */
export const QueueUsers = t.Object({
  members: t.Array(t.String()),
  connections: t.Array(t.String()),
  /** Prompts that transfer to it. */
  prompts: t.Array(t.String()),
  /** Number of pending and open tickets. */
  tickets: t.Number(),
})
export type QueueUsers = Static<typeof QueueUsers>

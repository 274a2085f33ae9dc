import { type Static, t } from 'elysia'
import { hexColor, oneLine } from '../../../core/http/schemas'
import { distributions } from '../../../shared/enums'
import { limits } from '../../../shared/limits'
import { HoursFields, HoursInput } from '../../platform/hours/model'

export const Queue = t.Object({
  id: t.Number(),
  name: t.String(),
  color: t.String(),
  orderQueue: t.Number(),
  greetingMessage: t.String(),
  outOfHoursMessage: t.String(),
  promptId: t.Nullable(t.Number()),
  integrationId: t.Nullable(t.Number()),
  /** Targets in open minutes, 0 for none: first answer of a person, each next one, and end of the attendance. */
  answerMinutes: t.Number(),
  nextAnswerMinutes: t.Number(),
  resolutionMinutes: t.Number(),
  /** Rule by which waiting tickets are given to the queue's users. */
  distribution: t.UnionEnum(distributions),
  /** Open tickets up to which a user is given another; 0 for no limit. */
  agentLimit: t.Number(),
  ...HoursFields,
})
export type Queue = Static<typeof Queue>

const text = t.Optional(t.String({ maxLength: limits.automaticText.max }))
const reference = t.Optional(t.Nullable(t.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })))
const upTo = (maximum: number) => t.Optional(t.Integer({ minimum: 0, maximum }))
export const QueueInput = t.Object({
  name: t.String({ minLength: limits.name.min, maxLength: limits.name.max, pattern: oneLine }),
  color: hexColor,
  orderQueue: t.Optional(t.Integer({ minimum: 0, maximum: limits.queueOrder.max })),
  greetingMessage: text,
  outOfHoursMessage: text,
  promptId: reference,
  integrationId: reference,
  answerMinutes: upTo(limits.targetMinutes.max),
  nextAnswerMinutes: upTo(limits.targetMinutes.max),
  resolutionMinutes: upTo(limits.targetMinutes.max),
  distribution: t.Optional(t.UnionEnum(distributions, { default: undefined })),
  agentLimit: upTo(limits.agentLimit.max),
  ...HoursInput,
})
export type QueueInput = Static<typeof QueueInput>

/** The queue that takes over, or null. */
export const Handover = t.Object({
  queueId: t.Nullable(t.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
})
export type Handover = Static<typeof Handover>

/** Members, connections, prompts, flows and tickets of a queue; all must be empty before its deletion. */
export const QueueUsers = t.Object({
  members: t.Array(t.String()),
  connections: t.Array(t.String()),
  /** Prompts that transfer to it. */
  prompts: t.Array(t.String()),
  /** Flows whose nodes name it; a handover leaves them as they are. */
  flows: t.Array(t.String()),
  /** Number of pending and open tickets. */
  tickets: t.Number(),
})
export type QueueUsers = Static<typeof QueueUsers>

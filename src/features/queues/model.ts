import { type Static, t } from 'elysia'
import { limits } from '../../shared/limits'

export const Queue = t.Object({
  id: t.Number(),
  name: t.String(),
  color: t.String(),
  orderQueue: t.Number(),
  greetingMessage: t.String(),
  outOfHoursMessage: t.String(),
})
export type Queue = Static<typeof Queue>

const text = t.Optional(t.String({ maxLength: limits.messageBody.max }))
export const QueueInput = t.Object({
  name: t.String({ minLength: limits.name.min, maxLength: limits.name.max }),
  color: t.String({ pattern: '^#[0-9a-fA-F]{3,6}$' }),
  orderQueue: t.Optional(t.Number({ minimum: 0, maximum: 100_000 })),
  greetingMessage: text,
  outOfHoursMessage: text,
})
export type QueueInput = Static<typeof QueueInput>

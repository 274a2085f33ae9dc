import { type Static, t } from 'elysia'
import { presetKinds } from './presets/preset-table'

/** Steps of a new company, in this order; `done` follows from the company's rows. */
export const stepKeys = ['connection', 'queues', 'team', 'hours', 'quickMessages', 'answer'] as const
/** Places where customers, queues and people are not connected (gaps.ts); `id` and `name` of the row that lacks it. */
const gapKinds = ['connectionWithoutQueue', 'queueWithoutNumber', 'queueWithoutPeople', 'personWithoutTickets'] as const
const Gap = t.Object({ kind: t.UnionEnum(gapKinds), id: t.Number(), name: t.String() })
export type Gap = Static<typeof Gap>
export const FirstSteps = t.Object({
  steps: t.Array(t.Object({ key: t.UnionEnum(stepKeys), done: t.Boolean() })),
  gaps: t.Array(Gap),
})
export type FirstSteps = Static<typeof FirstSteps>

export const PresetInput = t.Object({ kind: t.UnionEnum(presetKinds as [string, ...string[]], { default: undefined }) })
/**
 * Numbers of rows that a preset made; `hours` is true when it set the opening hours, `number` the name of the only
 * number, if it got the queues.
 */
export const PresetResult = t.Object({
  queues: t.Number(),
  tags: t.Number(),
  quickMessages: t.Number(),
  hours: t.Boolean(),
  number: t.Nullable(t.String()),
})
export type PresetResult = Static<typeof PresetResult>

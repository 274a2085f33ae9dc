import { type Static, t } from 'elysia'
import { presetKinds } from './presets/preset-table'

/** Steps of a new company, in this order; `done` follows from the company's rows. */
export const stepKeys = ['connection', 'queues', 'team', 'hours', 'quickMessages', 'answer'] as const
export const FirstSteps = t.Object({
  steps: t.Array(t.Object({ key: t.UnionEnum(stepKeys), done: t.Boolean() })),
})
export type FirstSteps = Static<typeof FirstSteps>

export const PresetInput = t.Object({ kind: t.UnionEnum(presetKinds as [string, ...string[]], { default: undefined }) })
/** Numbers of rows that a preset made; `hours` is true when it set the opening hours. */
export const PresetResult = t.Object({
  queues: t.Number(),
  tags: t.Number(),
  quickMessages: t.Number(),
  hours: t.Boolean(),
})
export type PresetResult = Static<typeof PresetResult>

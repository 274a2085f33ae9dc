import { type Static, t } from 'elysia'
import { oneLineOfText } from '../../../../core/http/schemas'
import { maxValue } from '../../../../shared/flow/render'
import { runEnds } from '../../../../shared/flow/run'
import { limits } from '../../../../shared/limits'

const ending = t.Object({
  end: t.Nullable(t.UnionEnum(runEnds)),
  nodeId: t.Nullable(t.String()),
  queueId: t.Nullable(t.Number()),
})

/**
 * A conversation that a flow must lead to the same end. `result`: its end at the last check; null before. `answers`: what
 * the customer wrote. `contactName`: the person it is of; null for a virtual customer.
 */
export const FlowCase = t.Object({
  id: t.Number(),
  name: t.String(),
  contactName: t.Nullable(t.String()),
  answers: t.Array(t.String()),
  ending,
  result: t.Nullable(ending),
  isPassed: t.Nullable(t.Boolean()),
  checkedAt: t.Nullable(t.String()),
  createdAt: t.String(),
})
export type FlowCase = Static<typeof FlowCase>
export const FlowCases = t.Object({ cases: t.Array(FlowCase) })

const nodeId = t.String({ maxLength: 64 })
const values = t.Record(t.String({ maxLength: 50 }), t.String({ maxLength: maxValue }))
const maxCounts = { answers: 200, messages: 20, perNode: 200 }

/** A conversation of a trial (shared/flow/recording.ts). */
const FlowRecording = t.Object({
  values,
  answers: t.Array(
    t.Array(t.Object({ text: t.String({ maxLength: maxValue }), file: t.Optional(t.String({ maxLength: 255 })) }), {
      maxItems: maxCounts.messages,
    }),
    { maxItems: maxCounts.answers },
  ),
  services: t.Record(
    nodeId,
    t.Array(t.Object({ isSuccess: t.Boolean(), variables: values }), { maxItems: maxCounts.perNode }),
  ),
  programs: t.Record(
    nodeId,
    t.Array(t.Object({ failed: t.Optional(t.Literal(true)), queueId: t.Optional(t.Number()) }), {
      maxItems: maxCounts.perNode,
    }),
  ),
  draws: t.Record(nodeId, t.Array(t.UnionEnum(['a', 'b']), { maxItems: maxCounts.perNode })),
})

const name = t.String({ minLength: 1, maxLength: limits.flowCaseName.max, pattern: oneLineOfText })
export const FlowCaseName = t.Object({ name })

/** `runId`: a past run; `recording`: the conversation of a trial. One of both. */
export const FlowCaseInput = t.Object({
  name,
  runId: t.Optional(t.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
  recording: t.Optional(FlowRecording),
})
export type FlowCaseInput = Static<typeof FlowCaseInput>

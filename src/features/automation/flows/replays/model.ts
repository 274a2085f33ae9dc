import { type Static, t } from 'elysia'
import { pageFields } from '../../../../core/http/documented-response'
import { verdicts } from '../../../../shared/flow/compare'
import { runEnds } from '../../../../shared/flow/run'
import { limits } from '../../../../shared/limits'

const replayStates = ['running', 'done', 'cancelled', 'failed'] as const

/** A draft against past runs. `done`: runs that it has been taken through. */
export const FlowReplay = t.Object({
  id: t.Number(),
  flowId: t.Number(),
  userName: t.String(),
  status: t.UnionEnum(replayStates),
  total: t.Number(),
  done: t.Number(),
  createdAt: t.String(),
})
export type FlowReplay = Static<typeof FlowReplay>

const counts = t.Record(t.String(), t.Number())

/** Number of runs by verdict; by node; by edge, as `source/handle`. */
export const FlowReplayResult = t.Composite([
  FlowReplay,
  t.Object({
    verdicts: t.Object({ same: t.Number(), other: t.Number(), unanswered: t.Number() }),
    counts: t.Object({ nodes: counts, edges: counts, stops: counts, misunderstood: counts }),
  }),
])
export type FlowReplayResult = Static<typeof FlowReplayResult>

const ending = { end: t.Nullable(t.UnionEnum(runEnds)), nodeId: t.Nullable(t.String()) }

/** A past run in the draft. `partedAt`: last node that both ways have in common. */
export const ReplayedRun = t.Object({
  id: t.Number(),
  runId: t.Number(),
  startedAt: t.String(),
  contactName: t.String(),
  verdict: t.UnionEnum(verdicts),
  ...ending,
  before: t.Object(ending),
  partedAt: t.Nullable(t.String()),
  /** Answers that found no option. */
  misunderstood: t.Array(t.Object({ nodeId: t.String(), text: t.String() })),
})
export type ReplayedRun = Static<typeof ReplayedRun>
export const ReplayedRunPage = t.Object({ runs: t.Array(ReplayedRun), ...pageFields })

const time = t.String({ format: 'date-time', maxLength: 40 })
/** The runs `runIds`; without them the newest `count` that have ended, begun from `from` to `until`. */
export const ReplayInput = t.Object({
  runIds: t.Optional(
    t.Array(t.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
      minItems: 1,
      maxItems: limits.replayedRuns,
      uniqueItems: true,
    }),
  ),
  count: t.Integer({ minimum: 1, maximum: limits.replayedRuns }),
  from: t.Optional(time),
  until: t.Optional(time),
  /** Result of requests that the past runs did not make. */
  requestsSucceed: t.Boolean(),
})
export type ReplayInput = Static<typeof ReplayInput>

/** A run that has ended, with the customer's first answers. */
export const EndedRun = t.Object({
  id: t.Number(),
  startedAt: t.String(),
  contactName: t.String(),
  ...ending,
  answers: t.Array(t.String()),
})
export type EndedRun = Static<typeof EndedRun>
export const EndedRunPage = t.Object({ runs: t.Array(EndedRun), ...pageFields })
export const EndedRunQuery = t.Object({ cursor: t.Optional(t.String({ maxLength: 15, pattern: '^\\d+$' })) })

export const ReplayedRunQuery = t.Object({
  verdict: t.Optional(t.UnionEnum(verdicts, { default: undefined })),
  cursor: t.Optional(t.String({ maxLength: 15, pattern: '^\\d+$' })),
})
export type ReplayedRunQuery = Static<typeof ReplayedRunQuery>

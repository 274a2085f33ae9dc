import { type Static, t } from 'elysia'
import { runEnds, runStates } from '../../../../shared/flow/run'

/** A conversation of a flow in a ticket, as agents see it. */
export const FlowRun = t.Object({
  id: t.Number(),
  flowId: t.Number(),
  flowName: t.String(),
  /** Number of the version that it runs. */
  version: t.Number(),
  state: t.UnionEnum(runStates),
  /** Reason why it ended; null while it runs, and when a person took the ticket. */
  end: t.Nullable(t.UnionEnum(runEnds)),
  /** Answers of the customer and values of services, by name. */
  answers: t.Array(t.Object({ name: t.String(), value: t.String() })),
  startedAt: t.String(),
  endedAt: t.Nullable(t.String()),
})
export type FlowRun = Static<typeof FlowRun>

export const FlowRuns = t.Object({ runs: t.Array(FlowRun) })

/** Flows that an agent may start. */
export const StartableFlows = t.Object({ flows: t.Array(t.Object({ id: t.Number(), name: t.String() })) })

export const FlowStartInput = t.Object({ flowId: t.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) })

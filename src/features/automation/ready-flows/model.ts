import { type Static, t } from 'elysia'
import { oneLineOfText } from '../../../core/http/schemas'
import { languages } from '../../../shared/enums'
import { limits } from '../../../shared/limits'
import { inputNames } from './ready-flow'

/** A ready-made flow of the gallery. */
export const ReadyFlowItem = t.Object({
  key: t.String(),
  name: t.String(),
  description: t.String(),
  /** Values that a new flow needs. */
  asks: t.Array(t.UnionEnum(inputNames)),
  /** Example of an address; empty for a flow without one. */
  address: t.String(),
})
export type ReadyFlowItem = Static<typeof ReadyFlowItem>

export const ReadyFlowQuery = t.Object({ language: t.Optional(t.UnionEnum(languages, { default: undefined })) })

export const ReadyFlowInput = t.Object({
  key: t.String({ maxLength: 40 }),
  language: t.UnionEnum(languages),
  name: t.String({ minLength: limits.flowName.min, maxLength: limits.flowName.max, pattern: oneLineOfText }),
  queueId: t.Optional(t.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
  address: t.Optional(t.String({ maxLength: limits.url.max })),
  pixCode: t.Optional(t.String({ maxLength: limits.pixCode.max })),
})
export type ReadyFlowInput = Static<typeof ReadyFlowInput>

import { type Static, t } from 'elysia'
import { requestMethods } from '../../../../shared/flow/node'
import { requestProblems } from '../../../../shared/flow/trial-line'
import { limits } from '../../../../shared/limits'

const text = t.String({ maxLength: 4096 })

/** A request of a flow with its variables filled in; `saves` are the values kept of its answer. */
export const TrialRequest = t.Object({
  method: t.UnionEnum(requestMethods),
  url: t.String({ maxLength: 16_384 }),
  headers: t.Array(t.Object({ name: t.String({ maxLength: 200 }), value: t.String({ maxLength: 16_384 }) }), {
    maxItems: 20,
  }),
  body: t.String({ maxLength: 65_536 }),
  saves: t.Array(t.Object({ path: text, key: t.String({ maxLength: 50 }) }), { maxItems: 20 }),
})
export type TrialRequest = Static<typeof TrialRequest>

/** `status` is null when the service gave no answer. */
export const TrialRequestResult = t.Object({
  isSuccess: t.Boolean(),
  status: t.Nullable(t.Number()),
  problem: t.Nullable(t.UnionEnum(requestProblems)),
  variables: t.Record(t.String(), t.String()),
})
export type TrialRequestResult = Static<typeof TrialRequestResult>

/** Fields of a JSON answer, at most 200: the path by which a block keeps each, and the start of its value. */
export const TrialFields = t.Object({
  isSuccess: t.Boolean(),
  status: t.Nullable(t.Number()),
  fields: t.Array(t.Object({ path: t.String(), value: t.String() })),
})
export type TrialFields = Static<typeof TrialFields>

const data = t.Record(t.String({ maxLength: 100 }), t.Unknown())

/** Messages of the customer since the program's last answer. `state` is that of its last answer. */
export const TrialTypebot = t.Object({
  data,
  text: t.String({ maxLength: limits.messageBody.max }),
  name: t.String({ maxLength: 255 }),
  number: t.String({ maxLength: 50 }),
  state: t.Optional(t.Unknown()),
})
export type TrialTypebot = Static<typeof TrialTypebot>

/** Messages of the conversation, oldest first. */
export const TrialPrompt = t.Object({
  data,
  name: t.String({ maxLength: 255 }),
  messages: t.Array(t.Object({ fromMe: t.Boolean(), text: t.String({ maxLength: limits.messageBody.max }) }), {
    minItems: 1,
    maxItems: 100,
  }),
})
export type TrialPrompt = Static<typeof TrialPrompt>

/** Answer of a program. `end`: it leaves the conversation; `failed`: it gave no usable answer, because of `problem`. */
export const TrialProgramAnswer = t.Object({
  says: t.Array(t.String()),
  state: t.Optional(t.Unknown()),
  end: t.Nullable(t.UnionEnum(['ended', 'failed'])),
  problem: t.Optional(t.UnionEnum(requestProblems)),
  queueId: t.Nullable(t.Number()),
})
export type TrialProgramAnswer = Static<typeof TrialProgramAnswer>

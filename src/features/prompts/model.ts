import { type Static, t } from 'elysia'
import { pageNumber } from '../../core/http/schemas'
import { promptCallKinds, promptOutcomes } from '../../shared/enums'
import { limits } from '../../shared/limits'

/** A prompt as returned by the API; of its key only the last four characters. */
export const Prompt = t.Object({
  id: t.Number(),
  name: t.String(),
  prompt: t.String(),
  model: t.String(),
  maxTokens: t.Number(),
  temperature: t.Number(),
  maxMessages: t.Number(),
  apiKey: t.String(),
  baseUrl: t.String(),
  /** Null only after its queue was handed over to none. */
  queueId: t.Nullable(t.Number()),
  queue: t.Nullable(t.Object({ id: t.Number(), name: t.String() })),
  /** Time at which the service refused the key; null since the key was replaced. */
  keyRefusedAt: t.Nullable(t.String()),
  /** Millionths of a US dollar per million tokens; null for the known price of the model. */
  inputPrice: t.Nullable(t.Number()),
  outputPrice: t.Nullable(t.Number()),
  createdAt: t.String(),
  updatedAt: t.String(),
})
export type Prompt = Static<typeof Prompt>

const id = t.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const price = t.Optional(t.Nullable(t.Integer({ minimum: 0, maximum: limits.tokenPrice.max })))

/** An `apiKey` that is empty or masked leaves the stored key unchanged. */
export const PromptInput = t.Object({
  name: t.String({ minLength: limits.promptName.min, maxLength: limits.promptName.max }),
  prompt: t.String({ minLength: limits.promptText.min, maxLength: limits.promptText.max }),
  model: t.String({ minLength: 1, maxLength: limits.modelName.max, pattern: '^[\\x21-\\x7e]+$' }),
  maxTokens: t.Integer({ minimum: limits.promptTokens.min, maximum: limits.promptTokens.max }),
  temperature: t.Number({ minimum: 0, maximum: 1 }),
  maxMessages: t.Integer({ minimum: limits.promptMessages.min, maximum: limits.promptMessages.max }),
  apiKey: t.Optional(t.String({ maxLength: limits.serviceKey.max, pattern: '^[\\x21-\\x7e•]*$' })),
  baseUrl: t.Optional(t.String({ maxLength: limits.serviceUrl.max })),
  queueId: t.Nullable(id),
  inputPrice: price,
  outputPrice: price,
})
export type PromptInput = Static<typeof PromptInput>

/** POST /prompt/test: the values of the form, saved or not. Without a typed key, that of `promptId` is used. */
export const PromptTest = t.Composite([
  t.Pick(PromptInput, [
    'prompt',
    'model',
    'maxTokens',
    'temperature',
    'apiKey',
    'baseUrl',
    'inputPrice',
    'outputPrice',
  ]),
  t.Object({
    promptId: t.Optional(id),
    question: t.String({ minLength: 1, maxLength: limits.promptQuestion.max, pattern: '\\S' }),
  }),
])
export type PromptTest = Static<typeof PromptTest>

const outcome = t.UnionEnum(promptOutcomes)
const tokens = { inputTokens: t.Number(), outputTokens: t.Number() }

/** Answer to a test. `cost` in millionths of a US dollar; `detail` is the service's own text about a refusal. */
export const PromptTestResult = t.Object({
  outcome,
  answer: t.String(),
  detail: t.String(),
  ...tokens,
  cost: t.Number(),
  durationMs: t.Number(),
})
export type PromptTestResult = Static<typeof PromptTestResult>

/** A call in the log. Prompt and ticket are null after they were deleted. */
export const PromptCall = t.Object({
  id: t.Number(),
  startedAt: t.String(),
  kind: t.UnionEnum(promptCallKinds),
  model: t.String(),
  outcome,
  ...tokens,
  cost: t.Number(),
  durationMs: t.Nullable(t.Number()),
  detail: t.String(),
  prompt: t.Nullable(t.Object({ id: t.Number(), name: t.String() })),
  ticket: t.Nullable(t.Object({ id: t.Number(), uuid: t.String() })),
})
export type PromptCall = Static<typeof PromptCall>

/** Use of all prompts in the present month (`yyyy-mm` in the company's time zone), and its budget; 0 for no limit. */
export const PromptUsage = t.Object({
  month: t.String(),
  calls: t.Number(),
  tokens: t.Number(),
  /** Millionths of a US dollar. */
  cost: t.Number(),
  maxTokens: t.Number(),
  /** US dollars. */
  maxDollars: t.Number(),
})
export type PromptUsage = Static<typeof PromptUsage>

/** `cursor` is the `next` of the previous page; `pageNumber` is accepted for scripts. */
export const PromptCallQuery = t.Object({ pageNumber, cursor: t.Optional(t.String({ maxLength: 20 })) })
export type PromptCallQuery = Static<typeof PromptCallQuery>

/** Response to a deletion; `message` is in the company's language. */
export const PromptDeleted = t.Object({ id: t.Number(), message: t.String() })

import { type Static, t } from 'elysia'
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

/** Response to a deletion; `message` is in the company's language. */
export const PromptDeleted = t.Object({ id: t.Number(), message: t.String() })

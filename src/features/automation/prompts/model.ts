import { type Static, t } from 'elysia'
import { oneLine, pageNumber } from '../../../core/http/schemas'
import { promptCallKinds, promptOutcomes } from '../../../shared/enums'
import { limits } from '../../../shared/limits'
import { regionForm, voiceChoices, voiceIds } from '../../../shared/voices'

/** A prompt as returned by the API; of its keys only the last four characters. */
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
  /** `texto` for answers in text, else the voice that speaks them. */
  voice: t.UnionEnum(voiceChoices),
  voiceRegion: t.String(),
  voiceKey: t.String(),
  /** Time at which the speech service refused the key; null since the key was replaced. */
  voiceKeyRefusedAt: t.Nullable(t.String()),
  createdAt: t.String(),
  updatedAt: t.String(),
})
export type Prompt = Static<typeof Prompt>

const id = t.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const price = t.Optional(t.Nullable(t.Integer({ minimum: 0, maximum: limits.tokenPrice.max })))

const voice = {
  voice: t.UnionEnum(voiceChoices, { default: undefined }),
  /** Empty only for text. */
  voiceRegion: t.String({ maxLength: limits.speechRegion.max, pattern: `^$|${regionForm.source}` }),
  voiceKey: t.String({ maxLength: limits.serviceKey.max, pattern: '^[\\x21-\\x7e•]*$' }),
}

/** Keys that are empty or masked leave the stored ones unchanged; the voice `texto` deletes its key. */
export const PromptInput = t.Object({
  name: t.String({ minLength: limits.promptName.min, maxLength: limits.promptName.max, pattern: oneLine }),
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
  voice: t.Optional(voice.voice),
  voiceRegion: t.Optional(voice.voiceRegion),
  voiceKey: t.Optional(voice.voiceKey),
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

/** POST /prompt/test-voice: the values of the form. Without a typed key, that of `promptId` is used. */
export const VoiceTest = t.Object({
  voice: t.UnionEnum(voiceIds, { default: undefined }),
  voiceRegion: t.String({ maxLength: limits.speechRegion.max, pattern: regionForm.source }),
  voiceKey: t.Optional(voice.voiceKey),
  promptId: t.Optional(id),
})
export type VoiceTest = Static<typeof VoiceTest>

/** A sentence spoken by the voice: Opus in Ogg as base64, empty when the service refused. */
export const VoiceTestResult = t.Object({
  outcome,
  audio: t.String(),
  detail: t.String(),
  characters: t.Number(),
  cost: t.Number(),
  durationMs: t.Number(),
})
export type VoiceTestResult = Static<typeof VoiceTestResult>

/** A call in the log. Prompt and ticket are null after they were deleted. */
export const PromptCall = t.Object({
  id: t.Number(),
  startedAt: t.String(),
  kind: t.UnionEnum(promptCallKinds),
  /** Model, or voice. */
  model: t.String(),
  outcome,
  /** Characters that a voice was to speak; 0 for a model. */
  characters: t.Number(),
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

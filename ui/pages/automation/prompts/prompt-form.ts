import type { Prompt, PromptInput } from '../../../../src/features/automation/prompts/model'
import { limits } from '../../../../src/shared/limits'
import { textVoice, type VoiceChoice } from '../../../../src/shared/voices'
import { createForm, type Form, length, type Rule, required } from '../../../lib/form'
import { centsOf, priceOf } from '../../../lib/price'
import { unmixedKey, voiceRules } from '../../../voice-fields/voice-rules'
import { namedModels } from './models'

const openAiUrl = 'https://api.openai.com/v1'
/** Millionths of a dollar in a cent. */
const microsPerCent = 10_000

const between =
  ({ min, max }: { min: number; max: number }): Rule<string> =>
  (value) =>
    Number(value) >= min && Number(value) <= max ? null : { code: 'refused' }
const needsQueue: Rule<string> = (value) => (value ? null : { code: 'ERR_PROMPT_QUEUE' })
const price: Rule<string> = (value) => (value.trim() === '' || centsOf(value) !== null ? null : { code: 'refused' })

/** Values of the form; each is a text. */
export type PromptValues = Record<keyof PromptInput, string>

export function makePromptForm(prompt: Prompt | null) {
  const voiceNow = (): string => form.field('voice').value.value
  const form: Form<PromptValues> = createForm<PromptValues>(
    {
      name: prompt?.name ?? '',
      prompt: prompt?.prompt ?? '',
      model: prompt?.model ?? (namedModels[1][0] as string),
      queueId: String(prompt?.queueId ?? ''),
      apiKey: prompt?.apiKey ?? '',
      maxTokens: String(prompt?.maxTokens ?? 100),
      temperature: String(prompt?.temperature ?? 1),
      maxMessages: String(prompt?.maxMessages ?? 10),
      baseUrl: prompt?.baseUrl ?? openAiUrl,
      inputPrice: priceText(prompt?.inputPrice),
      outputPrice: priceText(prompt?.outputPrice),
      ...voiceValues(prompt ?? silent),
    },
    {
      name: [required, length(limits.promptName)],
      prompt: [required, length(limits.promptText)],
      model: [required, length(limits.modelName)],
      queueId: [needsQueue],
      apiKey: [required, length(limits.serviceKey), unmixedKey(prompt?.apiKey ?? '')],
      maxTokens: [required, between(limits.promptTokens)],
      maxMessages: [required, between(limits.promptMessages)],
      baseUrl: [length(limits.serviceUrl)],
      inputPrice: [price],
      outputPrice: [price],
      ...voiceRules(voiceNow, (prompt ?? silent).voiceKey),
    },
    {
      ERR_PROMPT_QUEUE: 'queueId',
      ERR_NO_QUEUE_FOUND: 'queueId',
      ERR_PROMPT_KEY: 'apiKey',
      ERR_PROMPT_KEY_MASK: 'apiKey',
    },
  )
  return form
}

const silent: Record<'voice' | 'voiceRegion' | 'voiceKey', string> = { voice: textVoice, voiceRegion: '', voiceKey: '' }
const voiceValues = ({ voice, voiceRegion, voiceKey }: typeof silent) => ({ voice, voiceRegion, voiceKey })

export type PromptForm = ReturnType<typeof makePromptForm>

/** Form values in the format of the API. */
export const promptInput = (values: PromptValues): PromptInput => ({
  name: values.name.trim(),
  prompt: values.prompt.trim(),
  model: values.model.trim(),
  queueId: values.queueId ? Number(values.queueId) : null,
  apiKey: values.apiKey.trim(),
  maxTokens: Number(values.maxTokens),
  temperature: Number(values.temperature),
  maxMessages: Number(values.maxMessages),
  baseUrl: values.baseUrl.trim(),
  inputPrice: priceInMicros(values.inputPrice),
  outputPrice: priceInMicros(values.outputPrice),
  voice: values.voice as VoiceChoice,
  ...(values.voice !== textVoice && { voiceRegion: values.voiceRegion, voiceKey: values.voiceKey.trim() }),
})

const priceText = (micros: number | null | undefined) => (micros == null ? '' : priceOf(micros / microsPerCent))

function priceInMicros(text: string): number | null {
  const cents = centsOf(text)
  return cents === null ? null : cents * microsPerCent
}

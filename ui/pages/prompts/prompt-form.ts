import type { Prompt, PromptInput } from '../../../src/features/prompts/model'
import { limits } from '../../../src/shared/limits'
import { createForm, length, type Rule, required } from '../../lib/form'
import { centsOf, priceOf } from '../../lib/price'
import { namedModels } from './models'

const openAiUrl = 'https://api.openai.com/v1'
/** Millionths of a dollar in a cent. */
const microsPerCent = 10_000

const between =
  ({ min, max }: { min: number; max: number }): Rule<string> =>
  (value) =>
    Number(value) >= min && Number(value) <= max ? null : { code: 'refused' }
/** Refuses a key typed behind the dots of the stored one. */
const unmixedKey =
  (masked: string): Rule<string> =>
  (value) =>
    value === masked || !value.includes('•') ? null : { code: 'ERR_PROMPT_KEY_MASK' }
const needsQueue: Rule<string> = (value) => (value ? null : { code: 'ERR_PROMPT_QUEUE' })
const price: Rule<string> = (value) => (value.trim() === '' || centsOf(value) !== null ? null : { code: 'refused' })

export const makePromptForm = (prompt: Prompt | null) =>
  createForm(
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
    },
    {
      ERR_PROMPT_QUEUE: 'queueId',
      ERR_NO_QUEUE_FOUND: 'queueId',
      ERR_PROMPT_KEY: 'apiKey',
      ERR_PROMPT_KEY_MASK: 'apiKey',
    },
  )
export type PromptForm = ReturnType<typeof makePromptForm>
export type PromptValues = ReturnType<PromptForm['values']>

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
})

const priceText = (micros: number | null | undefined) => (micros == null ? '' : priceOf(micros / microsPerCent))

function priceInMicros(text: string): number | null {
  const cents = centsOf(text)
  return cents === null ? null : cents * microsPerCent
}

import type { PromptSettings } from '../../../../../src/shared/flow/node'
import { limits } from '../../../../../src/shared/limits'
import { textVoice } from '../../../../../src/shared/voices'
import { createForm, length, type Rule, required } from '../../../../lib/form'
import { unmixedKey, voiceRules } from '../../../../voice-fields/voice-rules'

const between =
  ({ min, max }: { min: number; max: number }): Rule<string> =>
  (value) =>
    Number(value) >= min && Number(value) <= max ? null : { code: 'refused' }

/** Form of a prompt node. Fields of its own prompt are checked only without a saved one. */
export function makePromptNodeForm(read: PromptSettings) {
  const ownRule =
    (rule: Rule<string>): Rule<string> =>
    (value) =>
      form.field('promptId').value.value === '' ? rule(value) : null
  const { voiceRegion, voiceKey } = voiceRules(() => form.field('voice').value.value, shownKey(read.voiceKey))
  const form: PromptNodeForm = createForm<PromptNodeValues>(
    {
      ...{ promptId: String(read.promptId ?? ''), name: read.name, prompt: read.prompt, model: read.model },
      ...{ baseUrl: read.baseUrl, queueId: String(read.queueId ?? ''), apiKey: shownKey(read.apiKey) },
      ...{ voice: read.voice || textVoice, voiceRegion: read.voiceRegion, voiceKey: shownKey(read.voiceKey) },
      ...{ maxTokens: String(read.maxTokens), temperature: read.temperature, maxMessages: String(read.maxMessages) },
    },
    {
      ...{
        name: [ownRule(required), ownRule(length(limits.promptName))],
        prompt: [ownRule(required)],
        model: [ownRule(required)],
      },
      apiKey: [ownRule(required), ownRule(unmixedKey(shownKey(read.apiKey)))],
      ...{ voiceRegion: voiceRegion.map(ownRule), voiceKey: voiceKey.map(ownRule) },
      queueId: [ownRule((value) => (value ? null : { code: 'ERR_PROMPT_QUEUE' }))],
      ...{ maxTokens: [ownRule(between(limits.promptTokens))], maxMessages: [ownRule(between(limits.promptMessages))] },
    },
  )
  return form
}

export type PromptNodeForm = ReturnType<typeof createForm<PromptNodeValues>>
interface PromptNodeValues {
  promptId: string
  name: string
  prompt: string
  model: string
  baseUrl: string
  queueId: string
  apiKey: string
  voice: string
  voiceKey: string
  voiceRegion: string
  maxTokens: string
  temperature: number
  maxMessages: string
}

const mark = /^(••••.{0,4})#\d{1,15}$/
/** A stored key as dots and its last characters; the mark in the node has the row's id behind them. */
const shownKey = (stored: string) => mark.exec(stored)?.[1] ?? stored
/** The mark of a key that was not changed, else the key that was typed. */
const keyOf = (typed: string, stored: string) => (typed === shownKey(stored) ? stored : typed.trim())

/** Data of a prompt node. */
export const promptData = (values: PromptNodeValues, before: PromptSettings) => ({
  typebotIntegration: {
    ...{ promptId: values.promptId ? Number(values.promptId) : null, name: values.name.trim() },
    ...{ prompt: values.prompt, model: values.model.trim(), baseUrl: values.baseUrl.trim() },
    ...{ apiKey: keyOf(values.apiKey, before.apiKey), queueId: values.queueId ? Number(values.queueId) : null },
    ...{
      voice: values.voice,
      voiceKey: keyOf(values.voiceKey, before.voiceKey),
      voiceRegion: values.voiceRegion.trim(),
    },
    ...{ maxTokens: Number(values.maxTokens), temperature: values.temperature },
    maxMessages: Number(values.maxMessages),
  },
})

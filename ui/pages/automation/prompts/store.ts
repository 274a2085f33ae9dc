import i18n from 'i18next'
import type { Prompt, PromptInput } from '../../../../src/features/automation/prompts/model'
import { confirm } from '../../../components/confirm'
import { api, unwrapResponse } from '../../../lib/api'
import { asFailure } from '../../../lib/failure'
import { prompts } from '../../../lib/prompts'
import { toastError, toastSuccess, toastWarning } from '../../../lib/toast'

const unescaped = { interpolation: { escapeValue: false } }

/** Creates or updates a prompt. @throws AppError */
export async function savePrompt(prompt: Prompt | null, input: PromptInput) {
  const saved = await unwrapResponse<Prompt>(prompt ? api.prompt({ id: prompt.id }).put(input) : api.prompt.post(input))
  prompts.put(saved)
  toastSuccess(i18n.t(prompt ? 'prompts.saved' : 'prompts.created'))
}

/** Deletes a prompt after confirmation; names the connections, queues and flows that prevent it. */
export async function removePrompt({ id, name }: Prompt) {
  const isConfirmed = await confirm({
    title: i18n.t('prompts.deleteTitle', { name, ...unescaped }),
    text: i18n.t('prompts.deleteText'),
    action: i18n.t('common.delete'),
    danger: true,
  })
  if (!isConfirmed) return
  try {
    await unwrapResponse(api.prompt({ id }).delete())
    prompts.drop(id)
    toastSuccess(i18n.t('prompts.deleted'))
  } catch (thrown) {
    const { code, detail } = asFailure(thrown)
    if (code !== 'ERR_PROMPT_IN_USE') return toastError(thrown)
    const { connections, queues, flows } = detail as Record<string, string[]>
    const users = [connections, queues, flows].flat().join(', ')
    toastWarning(i18n.t('prompts.inUse', { name, users, ...unescaped }))
  }
}

import { computed } from '@preact/signals-react'
import i18n from 'i18next'
import { useEffect } from 'react'
import type { Events } from '../../src/events'
import { can } from '../../src/shared/permissions'
import { addToHistory } from './notify-history'
import { paths } from './paths'
import { prompts } from './prompts'
import { useLive } from './realtime'
import { useMe } from './session'
import { whenIdle } from './when-idle'

/** True while a prompt has no key, or one that its service refused. */
export const needsKey = computed(() =>
  prompts.rows.value.some(({ keyRefusedAt, apiKey }) => keyRefusedAt !== null || apiKey === ''),
)

/** Loads the prompts and receives alerts for users who may edit prompts; mounted once, in the shell. */
export function usePromptAlerts() {
  const { profile, company } = useMe()
  const isConcerned = can(profile, 'prompt:edit') && company.plan.useOpenAi
  useEffect(() => (isConcerned ? whenIdle(() => prompts.more()) : undefined), [isConcerned])
  useLive({ promptAlert: receivePromptAlert }, () => undefined)
}

/** Enters an alert in the history of notifications; one entry per prompt, and one for the budget. */
function receivePromptAlert(event: Events['promptAlert']) {
  const { t } = i18n
  const isBudget = event.action === 'budget'
  const name = isBudget ? '' : event.name
  const title = isBudget
    ? t('prompts.budgetTitle')
    : t('prompts.alertTitle', { name, interpolation: { escapeValue: false } })
  const text = isBudget ? t('prompts.budgetText') : t('prompts.alertText')
  const key = isBudget ? 'prompt-budget' : `prompt-${event.promptId}`
  addToHistory({ key, kind: 'prompt', title, text, to: paths.prompts, at: new Date().toISOString() })
}

import { computed } from '@preact/signals-react'
import i18n from 'i18next'
import { useEffect } from 'react'
import type { Events } from '../../src/core/events'
import { textVoice } from '../../src/shared/voices'
import { useCan } from './can'
import { addToHistory } from './notify-history'
import { paths } from './paths'
import { prompts } from './prompts'
import { useLive } from './realtime'
import { useMe } from './session'
import { whenIdle } from './when-idle'

/** True while a prompt lacks a key of its model or voice, or has one that the service refused. */
export const needsKey = computed(() =>
  prompts.rows.value.some(
    ({ keyRefusedAt, apiKey, voice, voiceKeyRefusedAt, voiceKey }) =>
      keyRefusedAt !== null || apiKey === '' || voiceKeyRefusedAt !== null || (voice !== textVoice && voiceKey === ''),
  ),
)

/** Loads the prompts and receives alerts for users who may edit prompts; mounted once, in the shell. */
export function usePromptAlerts() {
  const { company } = useMe()
  const mayRead = useCan('prompt:edit')
  const isConcerned = mayRead && company.plan.useOpenAi
  useEffect(() => (isConcerned ? whenIdle(() => prompts.more()) : undefined), [isConcerned])
  useLive({ promptAlert: receivePromptAlert }, () => undefined)
}

/** Enters an alert in the history of notifications; one entry per prompt and service, and one for the budget. */
function receivePromptAlert(event: Events['promptAlert']) {
  addToHistory({ ...alertOf(event), kind: 'prompt', to: paths.prompts, at: new Date().toISOString() })
}

function alertOf(event: Events['promptAlert']) {
  const { t } = i18n
  if (event.action === 'budget')
    return { key: 'prompt-budget', title: t('prompts.budgetTitle'), text: t('prompts.budgetText') }
  const { service, promptId, name } = event
  const named = { name, interpolation: { escapeValue: false } }
  if (service === 'voice')
    return {
      key: `prompt-voice-${promptId}`,
      title: t('prompts.voiceAlertTitle', named),
      text: t('prompts.voiceAlertText'),
    }
  return { key: `prompt-${promptId}`, title: t('prompts.alertTitle', named), text: t('prompts.alertText') }
}

import { computed } from '@preact/signals-react'
import i18n from 'i18next'
import { useEffect } from 'react'
import type { Events } from '../../src/core/events'
import { useCan } from './can'
import { integrations } from './integrations'
import { addToHistory } from './notify-history'
import { paths } from './paths'
import { useLive } from './realtime'
import { useMe } from './session'
import { webhooks } from './webhooks'
import { whenIdle } from './when-idle'

/** True while the last request to an integration failed. */
export const hasFailedIntegration = computed(() => integrations.rows.value.some(({ failedAt }) => failedAt !== null))

/** True while requests of a webhook fail, or after it was switched off because of that. */
export const hasFailedWebhook = computed(() =>
  webhooks.rows.value.some(({ active, failingSince, disabledReason }) =>
    active ? failingSince !== null : disabledReason !== null,
  ),
)

/** Loads integrations and webhooks and receives alerts for users who may edit them; mounted once, in the shell. */
export function useIntegrationAlerts() {
  const { company } = useMe()
  const mayRead = useCan('integration:edit')
  const isConcerned = mayRead && company.plan.useIntegrations
  useEffect(() => {
    if (!isConcerned) return
    return whenIdle(() => {
      void integrations.more()
      void webhooks.more()
    })
  }, [isConcerned])
  useLive({ integrationAlert: receiveAlert }, () => undefined)
}

/** Enters an alert in the history of notifications; one entry per integration or webhook. */
function receiveAlert(event: Events['integrationAlert']) {
  const { t } = i18n
  const option = { name: event.name, interpolation: { escapeValue: false } }
  const at = new Date().toISOString()
  if (event.action !== 'webhookDisabled') {
    const texts = event.action === 'failed' ? 'alert' : 'notUnderstood'
    const [title, text] = [t(`integrations.${texts}Title`, option), t(`integrations.${texts}Text`)]
    const key = `integration-${event.integrationId}`
    return addToHistory({ key, kind: 'integration', title, text, to: paths.queueIntegration, at })
  }
  const [title, text] = [t('webhooks.alertTitle', option), t('webhooks.alertText')]
  addToHistory({ key: `webhook-${event.webhookId}`, kind: 'webhook', title, text, to: paths.webhooks, at })
}

import i18n from 'i18next'
import type { NumberAlert } from '../../src/features/numbers/health/model'
import { api, unwrapResponse } from './api'
import { addToHistory } from './notify-history'
import { toConnectionHealth } from './paths'
import { me } from './session'
import { readStored, writeStored } from './storage'
import { formatDateTime } from './time'

const storageKey = () => `alerts:${me.peek()?.id ?? 0}`

/** Adds alerts about numbers to the bell's history that this device has not shown yet, those from its absence too. */
export async function loadNumberAlerts() {
  const { alerts } = await unwrapResponse(api.alerts.get())
  const newestShown = Number(readStored(storageKey()) ?? 0)
  const fresh = alerts.filter(({ id }) => id > newestShown).toSorted((one, other) => one.id - other.id)
  for (const alert of fresh) addToHistory({ ...entryOf(alert), kind: 'connection', at: alert.createdAt })
  const newest = fresh.at(-1)
  if (newest) writeStored(storageKey(), `${newest.id}`)
}

function entryOf({ whatsappId, name, kind, until }: NumberAlert) {
  const to = toConnectionHealth(whatsappId)
  if (kind === 'down' || kind === 'up') {
    const [title, text] =
      kind === 'down'
        ? [i18n.t('connections.wentDown', { name }), i18n.t('connections.wentDownText')]
        : [i18n.t('connections.cameBack', { name }), i18n.t('connections.cameBackText')]
    return { key: `connection-${whatsappId}`, title, text, to }
  }
  const time = until ? formatDateTime(until) : i18n.t('health.unknownEnd')
  const title = i18n.t(`health.alert.${kind}`, { name })
  return { key: `connection-${whatsappId}-${kind}`, title, text: i18n.t(`health.alert.${kind}Text`, { time }), to }
}

import { computed } from '@preact/signals-react'
import i18n from 'i18next'
import { useEffect } from 'react'
import type { Events } from '../../src/core/events'
import type { ConnectionHealth } from '../../src/features/numbers/connections/model'
import { can } from '../../src/shared/permissions'
import { api, unwrapResponse } from './api'
import { roleOf } from './can'
import { connections } from './connections'
import { createLiveValue } from './live-value'
import { loadNumberAlerts } from './number-alerts'
import { useLive } from './realtime'
import { me, useMe } from './session'
import { toastSuccess } from './toast'

const live = createLiveValue<ReadonlyMap<number, ConnectionHealth>>(new Map())
/** Health of each connection by id; empty for users who may not edit connections. */
export const health = live.value

/** Connections with an outage that was announced (down for two minutes or longer). */
export const outages = computed(() =>
  [...health.value.values()].flatMap(({ whatsappId, outage }) => {
    const connection = connections.rows.value.find(({ id }) => id === whatsappId)
    return outage?.announced && connection ? [{ whatsappId, since: outage.since, name: connection.name }] : []
  }),
)

export async function reloadHealth() {
  if (!mayReceive()) return
  await live.load(async () => {
    const { health: rows } = await unwrapResponse(api.whatsapp.health.get())
    return new Map(rows.map((row) => [row.whatsappId, row]))
  })
}

const mayReceive = () => {
  const person = me.peek()
  return person !== null && can(roleOf(person), 'connection:edit')
}

/** Loads and updates the health data; mounted once, in the shell. */
export function useHealthLive() {
  const { id } = useMe()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user sees other connections.
  useEffect(() => {
    live.reset(new Map())
    void reloadSilently()
  }, [id])
  useLive({ connectionHealth: receiveHealthEvent }, reloadSilently)
}

/** Errors are ignored: the banner and the bell are optional, and the pages of connections show their own errors. */
const reloadSilently = () => reloadHealthAndAlerts().catch(() => undefined) // loaded again after the next reconnect

const reloadHealthAndAlerts = () =>
  mayReceive() ? Promise.all([reloadHealth(), loadNumberAlerts()]) : Promise.resolve()

function receiveHealthEvent(event: Events['connectionHealth']) {
  void reloadSilently()
  if (event.action === 'up') toastSuccess(i18n.t('connections.cameBack', { name: event.name }))
}

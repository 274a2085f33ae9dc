import { computed, effect, signal } from '@preact/signals-react'
import type { Connection } from '../../src/features/numbers/connections/model'
import { can } from '../../src/shared/permissions'
import { api, unwrapResponse } from './api'
import { roleOf } from './can'
import { createList } from './list'
import { useLive } from './realtime'
import { me } from './session'

/** Connections of the company for menu badge, page and selects; updated by events while the shell is mounted. */
export const connections = createList<Connection>({
  load: async () => ({ rows: (await unwrapResponse(api.whatsapp.get())).whatsapps, hasMore: false }),
  compare: (a, b) => a.id - b.id,
})

/**
 * Subscribes the list to events; mounted once, in the shell. A session event replaces status, reason, number, codes,
 * retries and time.
 */
export function useConnectionsLive() {
  useLive(
    {
      whatsapp: (event) =>
        event.action === 'delete' ? connections.drop(event.whatsappId) : connections.put(event.whatsapp),
      whatsappSession: ({ session }) => connections.patch(session.id, session),
    },
    connections.reload,
  )
}

/** Applies the response to a request, unless an event brought a newer version meanwhile. */
export function upsertConnectionAnswer(answer: Connection) {
  const current = connections.get(answer.id)
  if (!current || current.updatedAt <= answer.updatedAt) connections.put(answer)
}

const settleMs = 2000
/** Time for sessions to open by themselves, as after a start of the server. */
const openingMs = 30_000

/** True while a connection is down that the user may connect; to others it is no task. */
export const isConnectionDown = computed(
  () =>
    me.value !== null &&
    can(roleOf(me.value), 'connection:edit') &&
    connections.rows.value.some(({ status }) => status !== 'CONNECTED'),
)

/** True while a connection waits for a person, and not only for its own opening. */
const needsPerson = computed(() =>
  connections.rows.value.some(({ status }) => status !== 'CONNECTED' && status !== 'OPENING'),
)

/**
 * True 2 s after a connection went down, or 30 s while those that are down open by themselves; false at once when none is
 * down.
 */
export const needsAttention = signal(false)
effect(() => {
  const isDown = isConnectionDown.value
  const delayMs = needsPerson.value ? settleMs : openingMs
  if (!isDown) {
    needsAttention.value = false
    return
  }
  const timer = setTimeout(() => {
    needsAttention.value = true
  }, delayMs)
  return () => clearTimeout(timer)
})

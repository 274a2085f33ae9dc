import { effect, signal } from '@preact/signals-react'
import type { Connection } from '../../src/features/connections/model'
import { api, ask } from './api'
import { createList } from './list'
import { useLive } from './realtime'

/** The company's connections, live while the shell stands: for the menu's badge, the page and every select. */
export const connections = createList<Connection>({
  load: async () => ({ rows: (await ask(api.whatsapp.get())).whatsapps, hasMore: false }),
  compare: (a, b) => a.id - b.id,
})

/** Once, in the shell. A session event replaces status, reason, number, codes, retries and time (specification §4). */
export function useConnectionsLive() {
  useLive(
    {
      whatsapp: (heard) =>
        heard.action === 'delete' ? connections.drop(heard.whatsappId) : connections.put(heard.whatsapp),
      whatsappSession: ({ session }) => connections.patch(session.id, session),
    },
    connections.reload,
  )
}

/** The answer to a request: no news where the websocket has told something later meanwhile. */
export function upsertConnectionAnswer(answer: Connection) {
  const known = connections.get(answer.id)
  if (!known || known.updatedAt <= answer.updatedAt) connections.put(answer)
}

const settleMs = 2000

/** True when a connection is in any state but connected, looked at 2 s after the list last changed. */
export const needsAttention = signal(false)
effect(() => {
  const isOneDown = connections.rows.value.some(({ status }) => status !== 'CONNECTED')
  const timer = setTimeout(() => {
    needsAttention.value = isOneDown
  }, settleMs)
  return () => clearTimeout(timer)
})

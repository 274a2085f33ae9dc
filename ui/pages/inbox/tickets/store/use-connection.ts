import { computed } from '@preact/signals-react'
import { useMemo } from 'react'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { connectionStatus } from '../../../../../src/shared/enums'
import { connections } from '../../../../lib/connections'
import { useValue } from '../../../../lib/use-value'

/** True if the ticket's connection is down. Uses the status stored in the ticket until the connections are loaded. */
export function useIsConnectionDown(ticket: Ticket): boolean {
  const id = ticket.whatsapp?.id
  const storedStatus = ticket.whatsapp?.status
  return useValue(
    useMemo(
      () =>
        computed(() => {
          const status = connections.rows.value.find((row) => row.id === id)?.status ?? storedStatus
          return id !== undefined && status !== connectionStatus.connected
        }),
      [id, storedStatus],
    ),
  )
}

/** True if the company has several connections. */
const hasSeveralConnections = computed(() => connections.rows.value.length > 1)
export const useHasSeveralConnections = () => useValue(hasSeveralConnections)

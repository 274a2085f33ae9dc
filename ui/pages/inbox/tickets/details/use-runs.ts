import { useCallback, useEffect, useMemo } from 'react'
import type { FlowRun } from '../../../../../src/features/automation/flows/runs/model'
import { api, unwrapResponse } from '../../../../lib/api'
import { createLiveValue } from '../../../../lib/live-value'
import { useLive } from '../../../../lib/realtime'
import { useValue } from '../../../../lib/use-value'

/** Runs of a ticket; loaded again after each message and change of the ticket. */
export function useRuns(ticketId: number) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another ticket has other runs.
  const live = useMemo(() => createLiveValue<FlowRun[]>([]), [ticketId])
  const load = useCallback(() => {
    const request = async () => (await unwrapResponse(api.tickets({ id: ticketId }).flow.get())).runs
    return live.load(request).then(
      () => undefined,
      () => undefined,
    )
  }, [live, ticketId])
  useEffect(() => void load(), [load])
  useLive(
    {
      appMessage: ({ action, ...event }) => {
        if (action === 'create' && 'ticket' in event && event.ticket?.id === ticketId) void load()
      },
      ticket: (event) => {
        if (event.action === 'update' && event.ticket.id === ticketId) void load()
      },
    },
    load,
  )
  return { runs: useValue(live.value), load }
}

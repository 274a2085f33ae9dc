import { useEffect, useState } from 'react'
import type { OpeningHours } from '../../../../../src/shared/flow/hours'
import { type Hours, usualHours } from '../../../../../src/shared/hours'
import { api, unwrapResponse } from '../../../../lib/api'
import { connections } from '../../../../lib/connections'
import { useList } from '../../../../lib/list'
import { useQueues } from '../../../../lib/queues'
import { useMe } from '../../../../lib/session'
import { toastError } from '../../../../lib/toast'

/** Opening hours that a trial uses; its connection is the default one. */
export interface TrialHours {
  hours: OpeningHours
  connectionId: number | null
}

/** The company's opening hours; null until they are loaded. A trial under way stays while they are loaded again. */
export function useOpeningHours(): TrialHours | null {
  const { timeZone } = useMe().company
  const company = useCompanyHours()
  const queues = useQueues()
  const linked = useConnections()
  const [wereLoaded, setLoaded] = useState(false)
  const areLoaded = wereLoaded || !(isLoading(queues.state) || isLoading(linked.state))
  if (areLoaded && !wereLoaded) setLoaded(true)
  if (!company || !areLoaded) return null
  const hours = { timeZone, company, queues: byId(queues.rows), connections: byId(linked.rows) }
  const chosen = linked.rows.find(({ isDefault }) => isDefault) ?? linked.rows[0]
  return { hours, connectionId: chosen?.id ?? null }
}

const isLoading = (state: string) => state === 'idle' || state === 'loading'
const byId = (rows: (Hours & { id: number })[]): ReadonlyMap<number, Hours> => new Map(rows.map((row) => [row.id, row]))

/** The usual hours when the company's cannot be loaded. */
function useCompanyHours(): Hours | null {
  const { id } = useMe().company
  const [hours, setHours] = useState<Hours | null>(null)
  useEffect(() => {
    unwrapResponse(api.companies({ id }).schedules.get()).then(setHours, (thrown) => {
      toastError(thrown)
      setHours(usualHours)
    })
  }, [id])
  return hours
}

function useConnections() {
  useEffect(() => {
    if (connections.state.peek() === 'idle') void connections.more()
  }, [])
  return useList(connections)
}

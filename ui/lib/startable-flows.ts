import { useCallback, useEffect, useState } from 'react'
import { api, unwrapResponse } from './api'
import { createLiveValue } from './live-value'
import { useLive } from './realtime'
import { useValue } from './use-value'

/** A flow that can be started. */
interface FlowChoice {
  id: number
  name: string
}

/**
 * The company's active, published flows by name; null until they are loaded, with the failure of a load that brought
 * none. They are loaded again when a flow changes, for users who may edit flows, and after a reconnect.
 */
export function useStartableFlows(): { flows: FlowChoice[] | null; failure: unknown } {
  const [live] = useState(() => createLiveValue<FlowChoice[] | null>(null))
  const [failure, setFailure] = useState<unknown>(null)
  const load = useCallback(() => {
    const request = async () => (await unwrapResponse(api['flow-runs'].flows.get())).flows
    live.load(request).then(() => setFailure(null), setFailure)
  }, [live])
  useEffect(load, [load])
  useLive({ flow: load }, load)
  const flows = useValue(live.value)
  return { flows, failure: flows ? null : failure }
}

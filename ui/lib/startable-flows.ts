import { useCallback, useEffect, useState } from 'react'
import { api, unwrapResponse } from './api'
import { createLiveValue } from './live-value'
import { useLive } from './realtime'
import { useValue } from './use-value'

/** A flow that can be started. */
export interface FlowChoice {
  id: number
  name: string
}

/**
 * The company's active, published flows by name, loaded again when a flow changes; null while they load, empty when they
 * could not be loaded.
 */
export function useStartableFlows(): FlowChoice[] | null {
  const [live] = useState(() => createLiveValue<FlowChoice[] | null>(null))
  const load = useCallback(() => {
    const request = async () => (await unwrapResponse(api['flow-runs'].flows.get())).flows
    live.load(request).catch(() => live.change((flows) => flows ?? []))
  }, [live])
  useEffect(load, [load])
  useLive({ flow: load }, load)
  return useValue(live.value)
}

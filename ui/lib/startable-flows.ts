import { useEffect, useState } from 'react'
import { api, unwrapResponse } from './api'

/** A flow that can be started. */
export interface FlowChoice {
  id: number
  name: string
}

/** The company's active, published flows by name; null while they load, empty when they could not be loaded. */
export function useStartableFlows(): FlowChoice[] | null {
  const [flows, setFlows] = useState<FlowChoice[] | null>(null)
  useEffect(() => {
    let isMounted = true
    const show = (found: FlowChoice[]) => isMounted && setFlows(found)
    unwrapResponse(api['flow-runs'].flows.get()).then(
      (answer) => show(answer.flows),
      () => show([]),
    )
    return () => {
      isMounted = false
    }
  }, [])
  return flows
}

import { useCallback, useEffect, useState } from 'react'
import type { FlowStarts } from '../../../../../src/features/automation/flows/starts/model'
import { api, unwrapResponse } from '../../../../lib/api'
import { connections } from '../../../../lib/connections'
import { useLive } from '../../../../lib/realtime'

/** Starts of a flow, and the functions that change them. */
export interface Starts {
  flowId: number
  /** Null until they are loaded. */
  rows: FlowStarts | null
  /** Returns the newest rows; null if they cannot be loaded. */
  reload: () => Promise<FlowStarts | null>
  /** @throws AppError */
  addPhrase: (phrase: string) => Promise<void>
  /** @throws AppError */
  setConnection: (id: number, field: 'flowIdWelcome' | 'flowIdNotPhrase', starts: boolean) => Promise<void>
}

/** Starts of a flow; loaded again after each event that may change them. */
export function useStarts(flowId: number): Starts {
  const [rows, setRows] = useState<FlowStarts | null>(null)
  const reload = useCallback(async () => {
    const loaded = await unwrapResponse<FlowStarts>(api.flowbuilder.flow({ id: flowId }).starts.get()).catch(() => null)
    if (loaded) setRows(loaded)
    return loaded
  }, [flowId])
  useEffect(() => void reload(), [reload])
  const again = () => void reload()
  useLive({ flowCampaign: again, whatsapp: again, campaign: again, queue: again, queueIntegration: again }, again)
  return {
    ...{ flowId, rows, reload },
    async addPhrase(phrase) {
      await unwrapResponse(api.flowcampaign.post({ name: phrase, phrase, flowId }))
      await reload()
    },
    async setConnection(id, field, starts) {
      const changed = await unwrapResponse(api.whatsapp({ id }).put({ [field]: starts ? flowId : null }))
      connections.put(changed)
      await reload()
    },
  }
}

/** True if no phrase that is on, connection, queue or campaign starts the flow. */
export const isNeverStarted = ({ phrases, connections, integrations, campaigns }: FlowStarts) =>
  !phrases.some(({ active }) => active) && connections.length + integrations.length + campaigns.length === 0

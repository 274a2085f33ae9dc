import { useEffect, useState } from 'react'
import type { EndedRun } from '../../../../../src/features/automation/flows/replays/model'
import { api, unwrapResponse } from '../../../../lib/api'
import { toastError } from '../../../../lib/toast'

interface Page {
  runs: EndedRun[]
  hasMore: boolean
  next: string | null
}

/** Pages of the runs of a flow that have ended; null before the first. */
export function useEndedRuns(flowId: number) {
  const [page, setPage] = useState<Page | null>(null)
  const load = async (before: Page | null) => {
    try {
      const query = { cursor: before?.next ?? undefined }
      const next = await unwrapResponse<Page>(api.flowbuilder.flow({ id: flowId }).runs.get({ query }))
      setPage({ ...next, runs: [...(before?.runs ?? []), ...next.runs] })
    } catch (thrown) {
      toastError(thrown)
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads the first page of each flow once.
  useEffect(() => void load(null), [flowId])
  return { page, more: () => load(page) }
}

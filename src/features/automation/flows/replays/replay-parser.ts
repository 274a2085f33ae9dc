import { type Comparison, type PastRun, type ReplayCounts, replayAll } from '../../../../shared/flow/compare'
import { readFlow, type StoredFlow } from '../../../../shared/flow/read'
import { parseJson } from '../../../../shared/json'

export interface ReplayTaskOutput {
  comparisons: Comparison[]
  counts: ReplayCounts
}

interface ReplayTask {
  content: StoredFlow
  requestsSucceed: boolean
  stopWords: string[]
  past: PastRun[]
}

/** Worker side of a replay: takes the flow of a task through its past runs. @throws for a flow that cannot be read */
export async function replayFlow({ bytes }: { bytes: Uint8Array<ArrayBuffer> }): Promise<ReplayTaskOutput> {
  const { content, past, ...options } = parseJson(new TextDecoder().decode(bytes)) as ReplayTask
  return replayAll(readFlow(content), past, options)
}

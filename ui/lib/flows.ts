import { useEffect } from 'react'
import type { Flow } from '../../src/features/automation/flows/model'
import { foldText } from '../../src/shared/text'
import { api, unwrapResponse } from './api'
import { createList, useList } from './list'
import { afterReconnect, subscribeToEvents } from './realtime'

export function byFlowName(a: Flow, b: Flow) {
  const [one, other] = [foldText(a.name), foldText(b.name)]
  if (one === other) return a.id - b.id
  return one < other ? -1 : 1
}

/** All flows of the company by name, for selects; loaded on first use and updated by events. */
const flows = createList<Flow>({ load: loadAll, compare: byFlowName })

async function loadAll() {
  const rows: Flow[] = []
  let cursor: string | undefined
  do {
    const page = await unwrapResponse(api.flowbuilder.get({ query: { cursor } }))
    rows.push(...page.flows)
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  return { rows, hasMore: false }
}

subscribeToEvents({
  flow(event) {
    if (flows.state.peek() === 'idle') return
    if (event.action === 'delete') flows.drop(event.flowId)
    else flows.put(event.flow)
  },
})
afterReconnect(() => flows.state.peek() !== 'idle' && flows.reload())

export function useFlows() {
  useEffect(() => {
    if (flows.state.peek() === 'idle') void flows.more()
  }, [])
  return useList(flows)
}

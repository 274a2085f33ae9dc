import { effect } from '@preact/signals-react'
import type { StoredFlow } from '../../../../../src/shared/flow/read'
import { idOfMark, replaceSecrets } from '../../../../../src/shared/flow/secrets'
import { me } from '../../../../lib/session'
import { readStored, writeStored } from '../../../../lib/storage'
import type { Editor } from './editor'

/** Changes of a flow that the server does not have, kept in this browser, and the draft on which they stand. */
interface LocalCopy {
  flow: StoredFlow
  draftAt: string | null
}

/** Delay in ms after a change. */
const delay = 300
const keyOf = (flowId: number) => `flowDraft:${me.peek()?.id ?? 0}:${flowId}`

/** The changes that this browser keeps; null for none. */
export function readLocalCopy(flowId: number): LocalCopy | null {
  try {
    const copy = JSON.parse(readStored(keyOf(flowId)) ?? 'null') as LocalCopy | null
    return Array.isArray(copy?.flow?.nodes) && Array.isArray(copy.flow.connections) ? copy : null
  } catch {
    return null
  }
}

export const dropLocalCopy = (flowId: number) => writeStored(keyOf(flowId), null)

/** A flow without secrets that were typed and not saved: the browser does not store them. */
const withoutSecrets = async ({ nodes, connections }: StoredFlow): Promise<StoredFlow> => ({
  nodes: await replaceSecrets(nodes, async ({ value }) => (idOfMark(value) === undefined ? '' : value)),
  connections,
})

/** Stores unsaved changes in this browser shortly after each, and at once when the page hides. Returns the stop. */
export function keepLocalCopy(flowId: number, { flow, isChanged }: Editor, draftAt: () => string | null) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const store = async () => {
    clearTimeout(timer)
    if (!isChanged.peek()) return dropLocalCopy(flowId)
    const copy: LocalCopy = { flow: await withoutSecrets(flow.peek()), draftAt: draftAt() }
    if (isChanged.peek()) writeStored(keyOf(flowId), JSON.stringify(copy))
  }
  const stopEffect = effect(() => {
    void flow.value
    if (!isChanged.value && readLocalCopy(flowId) === null) return
    clearTimeout(timer)
    timer = setTimeout(store, delay)
  })
  const abort = new AbortController()
  window.addEventListener('pagehide', store, { signal: abort.signal })
  document.addEventListener('visibilitychange', store, { signal: abort.signal })
  return () => {
    void store()
    stopEffect()
    abort.abort()
  }
}

import { computed } from '@preact/signals-react'
import { useEffect, useMemo } from 'react'
import { isError, type Lint, type LintCode } from '../../../../../src/shared/flow/lints'
import { api, unwrapResponse } from '../../../../lib/api'
import { useQueues } from '../../../../lib/queues'
import { useTags } from '../../../../lib/tags'
import { useValue } from '../../../../lib/use-value'
import type { FlowDocument } from './document'
import { useEditor } from './editor'
import { lintStored, serverLints } from './lint-stored'

/** Keeps the lints of the editor up to date; only the server knows which files, prompts and integrations are missing. */
export function useLints({ id, row, editor }: FlowDocument) {
  const flow = useValue(editor.flow)
  const queues = useQueues()
  const tags = useTags()
  const draftAt = useValue(row).draftAt
  useEffect(() => {
    const queueIds = queues.state === 'ready' ? queues.rows.map(({ id }) => id) : null
    const tagIds = tags.state === 'ready' ? tags.rows.map(({ id }) => id) : null
    const missing = editor.missingRows.peek()
    const own = lintStored(flow, { queueIds, tagIds })
    const ofServer = flow.nodes.flatMap((node) => (missing.has(node) ? [missing.get(node) as Lint] : []))
    editor.setLints([...own, ...ofServer])
  }, [editor, flow, queues, tags])
  useEffect(() => {
    if (draftAt === null) return
    void readMissingRows(id).then((lints) => {
      const nodes = new Map(editor.flow.peek().nodes.map((node) => [node.id, node]))
      editor.missingRows.value = new Map(
        lints.flatMap((each) => {
          const node = nodes.get(each.nodeId)
          return node ? [[node, each] as const] : []
        }),
      )
      editor.setLints([...editor.lints.peek().filter(({ code }) => !serverLints.includes(code)), ...lints])
    })
  }, [id, editor, draftAt])
}

const isOfServer = (code: string): code is LintCode => (serverLints as string[]).includes(code)

async function readMissingRows(id: number): Promise<Lint[]> {
  try {
    const { lints } = await unwrapResponse(api.flowbuilder.flow({ id }).lints.get())
    return lints.flatMap(({ nodeId, code }) => (isOfServer(code) ? [{ nodeId, code }] : []))
  } catch {
    // The next save asks again; publication is refused by the server.
    return []
  }
}

const none: Lint[] = []

/** Lints of one node. */
export function useNodeLints(id: string): Lint[] {
  const { lints } = useEditor()
  // The same array while the node's lints are the same, so that other changes do not render its card.
  const mine = useMemo(() => {
    let last = none
    return computed(() => {
      const found = lints.value.filter(({ nodeId }) => nodeId === id)
      if (JSON.stringify(found) !== JSON.stringify(last)) last = found
      return last
    })
  }, [lints, id])
  return useValue(mine)
}

/** The worst of some lints. */
export const worstOf = (lints: Lint[]): 'error' | 'warning' | null =>
  lints.length === 0 ? null : lints.some(isError) ? 'error' : 'warning'

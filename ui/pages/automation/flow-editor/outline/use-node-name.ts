import { useCallback, useMemo } from 'react'
import type { StoredNode } from '../../../../../src/shared/flow/read-node'
import { useTranslation } from '../../../../lib/use-translation'
import { readCard } from '../editor/read-card'
import { useSummary } from '../editor/use-summary'

export type NodeName = (stored: StoredNode) => { number: number; kind: string; text: string }

/** Function that returns the number, kind and first line of a node of the outline. */
export function useNodeName(rows: StoredNode[]): NodeName {
  const { t } = useTranslation()
  const summaryOf = useSummary()
  const numbers = useMemo(() => new Map(rows.map(({ id }, at) => [id, at + 1])), [rows])
  return useCallback(
    (stored) => {
      const node = readCard(stored)
      const kind = t(`flowBuilder.kinds.${node.kind}`)
      const line = summaryOf(node, stored.type).trim().split('\n')[0] as string
      // "Intervalo 5 seg." after the kind "Intervalo" becomes "5 seg."
      const text = line.startsWith(`${kind} `) ? line.slice(kind.length + 1) : line
      return { number: numbers.get(stored.id) ?? 0, kind, text }
    },
    [numbers, summaryOf, t],
  )
}

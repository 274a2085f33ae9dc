import type { FlowNode } from '../../../../src/shared/flow/node'
import { useTranslation } from '../../../lib/use-translation'

/** Function that returns a node's content in one short text. */
export function useSummary() {
  const { t } = useTranslation()
  return (node: FlowNode, type: string): string => {
    if (node.kind === 'start') return t('flowBuilder.startText')
    if (node.kind === 'interval') return t('flowBuilder.intervalText', { seconds: node.data.seconds })
    if (node.kind === 'unknown') return type
    return 'text' in node.data ? node.data.text : ''
  }
}

/** Function that returns the name of a way out. */
export function useWayName() {
  const { t } = useTranslation()
  return (node: FlowNode, handle: string): string => {
    if (node.kind !== 'menu') return handle
    const number = Number(handle.slice(1))
    return node.data.options[number - 1]?.value || t('flowBuilder.option', { number })
  }
}

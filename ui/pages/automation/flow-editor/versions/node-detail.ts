import type { TFunction } from 'i18next'
import type { FlowNode } from '../../../../../src/shared/flow/node'
import { useTranslation } from '../../../../lib/use-translation'

/** Function that returns the settings of a node that its summary leaves out, in one text; empty for a kind without any. */
export function useNodeDetail(): (node: FlowNode) => string {
  const { t } = useTranslation()
  return (node) => partsOf(t, node).filter(Boolean).join(' · ')
}

function partsOf(t: TFunction, node: FlowNode): string[] {
  switch (node.kind) {
    case 'menu': {
      const { options, answerKey } = node.data
      return [...options.map(({ number, value }) => `${number}. ${value}`), answerKey ? `{{${answerKey}}}` : '']
    }
    case 'randomizer':
      return [`A: ${node.data.percent}%`, `B: ${100 - node.data.percent}%`]
    case 'request': {
      const { headers, body, saves } = node.data
      const kept = saves.map(({ path, key }) => `${path} → {{${key}}}`)
      return [...headers.map(([name, value]) => `${name}: ${value}`), body, ...kept]
    }
    case 'prompt':
      return [node.data.prompt, node.data.model]
    case 'typebot':
      return [node.data.url, node.data.slug]
    case 'end':
      return [t(node.data.closes ? 'flowBuilder.closes' : 'flowBuilder.endsOnly')]
    default:
      return []
  }
}

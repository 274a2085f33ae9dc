import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { useEditor } from '../editor/editor'
import { readCard } from '../editor/read-card'
import { useSummary } from '../editor/use-summary'

/** Characters of a node's content in its name. */
const maxLength = 40

/** Function that names the kind of a node of the flow on screen. */
export function useKindName(): (id: string) => string {
  const { t } = useTranslation()
  const flow = useValue(useEditor().flow)
  return (id) => {
    const stored = flow.nodes.find((node) => node.id === id)
    return stored ? t(`flowBuilder.kinds.${readCard(stored).kind}`) : t('flowTrial.missingNode')
  }
}

/** Function that names a node of the flow on screen by its kind and the beginning of its content. */
export function useNodeName(): (id: string | null) => string {
  const { t } = useTranslation()
  const flow = useValue(useEditor().flow)
  const summary = useSummary()
  return (id) => {
    const stored = flow.nodes.find((node) => node.id === id)
    if (!stored) return t('flowTrial.missingNode')
    const node = readCard(stored)
    const kind = t(`flowBuilder.kinds.${node.kind}`)
    const text = node.kind === 'start' ? '' : summary(node, stored.type).replace(/\s+/g, ' ').trim()
    return text === '' ? kind : `${kind}: ${text.length > maxLength ? `${text.slice(0, maxLength)}…` : text}`
  }
}

import { ArrowDownToLine, LogOut } from 'lucide-react'
import { useId } from 'react'
import type { Node } from '../../../../../src/features/provider/nodes/model'
import { Badge } from '../../../../components/badge'
import { Button } from '../../../../components/button'
import { useTranslation } from '../../../../lib/use-translation'
import { nodeFigures } from './node-figures'
import { isBusyDrained } from './use-nodes'

interface NodeCardProps {
  node: Node
  /** True for the process that answers this page. */
  isHere: boolean
  /** Empties the node or receives it again; null for the only process. */
  onChange: (() => void) | null
}

/** One process with its figures. */
export function NodeCard({ node, isHere, onChange }: NodeCardProps) {
  const { t } = useTranslation()
  const title = useId()
  const { name, state } = node
  const isDrained = state === 'drained'
  return (
    <li aria-labelledby={title} className="rounded-lg border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id={title} className="min-w-0 break-all font-semibold text-lg">
          {name}
        </h2>
        <StateBadge node={node} />
        {isHere && <span className="text-muted text-sm">{t('nodes.here')}</span>}
        {onChange && (state === 'serving' || isDrained) && (
          <Button
            className="ml-auto"
            icon={isDrained ? <ArrowDownToLine aria-hidden /> : <LogOut aria-hidden />}
            aria-label={t(isDrained ? 'nodes.receiveOf' : 'nodes.drainOf', { name })}
            onClick={onChange}
          >
            {t(isDrained ? 'nodes.receive' : 'nodes.drain')}
          </Button>
        )}
      </div>
      <dl className="mt-3 grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3">
        {nodeFigures(node).map(([term, text]) => (
          <div key={term}>
            <dt className="text-muted text-sm">{t(`nodes.${term}`)}</dt>
            <dd className="tabular-nums">{text}</dd>
          </div>
        ))}
      </dl>
    </li>
  )
}

function StateBadge({ node }: { node: Node }) {
  const { t } = useTranslation()
  const { state } = node
  if (state === 'serving') return <Badge tone="good">{t('nodes.states.serving')}</Badge>
  if (state === 'silent') return <Badge tone="danger">{t('nodes.states.silent')}</Badge>
  if (isBusyDrained(node)) return <Badge tone="warn">{t('nodes.states.emptying')}</Badge>
  return <Badge>{t(`nodes.states.${state}`)}</Badge>
}

import { ErrorState } from '../../../../components/error-state'
import { SkeletonRows } from '../../../../components/skeleton'
import { useTranslation } from '../../../../lib/use-translation'
import { NodeCard } from './node-card'
import { useNodes } from './use-nodes'

/** Processes that serve the installation: their load, and emptying one before its machine is stopped. */
export function NodesTab() {
  const { t } = useTranslation()
  const { list, failure, load, change } = useNodes()
  if (!list) return failure ? <ErrorState failure={failure} onRetry={load} /> : <SkeletonRows rows={4} avatar={false} />
  const { isShared, here, nodes } = list
  return (
    <>
      <p className="text-muted">{t(isShared ? 'nodes.several' : 'nodes.single')}</p>
      <ul aria-label={t('navigation.nodes')} className="mt-4 flex flex-col gap-4">
        {nodes.map((node) => (
          <NodeCard
            key={node.id}
            node={node}
            isHere={isShared && node.id === here}
            onChange={isShared ? () => void change(node) : null}
          />
        ))}
      </ul>
    </>
  )
}

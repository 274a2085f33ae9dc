import { ErrorState } from '../../../../components/error-state'
import { BoxedSkeleton } from '../../../../components/skeleton'
import { useTranslation } from '../../../../lib/use-translation'
import { NodeCard } from './node-card'
import { ReleaseNotice } from './release-notice'
import { useNodes } from './use-nodes'

/** Processes that serve the installation: their load, and emptying one before its machine is stopped. */
export function NodesTab() {
  const { t } = useTranslation()
  const { list, failure, load, change } = useNodes()
  if (!list) return failure ? <ErrorState failure={failure} onRetry={load} /> : <BoxedSkeleton rows={4} />
  const { isShared, here, nodes } = list
  return (
    <>
      <div className="mb-4 flex flex-col gap-2 empty:hidden">
        <ReleaseNotice />
      </div>
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

import { TriangleAlert, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { RunEnd } from '../../../../src/shared/flow/run'
import { IconButton } from '../../../components/icon-button'
import { formatDateTime } from '../../../lib/time'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import type { FlowDocument } from './editor/document'
import { Place } from './names/place'

/**
 * Where the newest conversation of the published version stopped by an error, marked on the canvas; a click selects the
 * node.
 */
export function LastFailure({ document }: { document: FlowDocument }) {
  const { t } = useTranslation()
  const { lastFailure } = useValue(document.row)
  const [hiddenAt, setHiddenAt] = useState<string | null>(null)
  const shown = lastFailure?.at === hiddenAt ? null : lastFailure
  const { failedNode } = document.editor
  useEffect(() => {
    failedNode.value = shown?.nodeId ?? null
  }, [failedNode, shown?.nodeId])
  if (!shown) return null
  const { nodeId, end, at } = shown
  return (
    <div role="status" className="flex items-center gap-2 bg-warn-soft px-4 py-1 text-sm text-warn">
      <TriangleAlert aria-hidden className="size-4 shrink-0" />
      <p className="min-w-0 flex-1">
        {t('flowBuilder.lastFailure', { at: formatDateTime(at) })} <Place end={end as RunEnd} nodeId={nodeId} />
      </p>
      <IconButton label={t('common.close')} size="sm" onClick={() => setHiddenAt(at)}>
        <X aria-hidden />
      </IconButton>
    </div>
  )
}

import { Panel } from '@xyflow/react'
import { TriangleAlert } from 'lucide-react'
import { isError } from '../../../../../src/shared/flow/lints'
import { classes } from '../../../../lib/classes'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { useEditor } from '../editor/editor'

/** Number of mistakes at the corner of the canvas, and the way to their list. */
export function ProblemsPill({ onShow }: { onShow: () => void }) {
  const { t } = useTranslation()
  const lints = useValue(useEditor().lints)
  if (lints.length === 0) return null
  return (
    <Panel position="bottom-right">
      <button
        type="button"
        onClick={onShow}
        className={classes(
          'flex h-8.5 items-center gap-2 rounded-md px-3 font-medium text-sm shadow-e1 [&_svg]:size-4',
          lints.some(isError) ? 'bg-danger-soft text-danger-ink' : 'bg-warn-soft text-warn',
        )}
      >
        <TriangleAlert aria-hidden />
        {t('flowBuilder.problems', { count: lints.length })}
      </button>
    </Panel>
  )
}

import { CircleCheck } from 'lucide-react'
import { useMemo } from 'react'
import { isError, type Lint } from '../../../../../src/shared/flow/lints'
import { EmptyState } from '../../../../components/empty-state'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { useEditor } from '../editor/editor'
import { LintMark } from '../editor/lint-mark'
import { useLintText } from '../editor/lint-texts'
import { outlineOrder } from '../editor/outline-order'
import { useNodeName } from './use-node-name'

/** All mistakes of the flow in words, errors first; a press shows the node. */
export function LintList({ onShow }: { onShow: (nodeId: string) => void }) {
  const { t } = useTranslation()
  const editor = useEditor()
  const lints = useValue(editor.lints)
  const flow = useValue(editor.flow)
  const rows = useMemo(() => outlineOrder(flow), [flow])
  const nameOf = useNodeName(rows)
  const textOf = useLintText()
  if (lints.length === 0)
    return <EmptyState icon={<CircleCheck />} title={t('flowBuilder.noLints')} text={t('flowBuilder.noLintsText')} />
  const byId = new Map(rows.map((row) => [row.id, row]))
  const title = ({ nodeId }: Lint) => {
    const row = byId.get(nodeId)
    if (!row) return ''
    const { number, kind, text } = nameOf(row)
    return `${number}. ${kind} ${text}`
  }
  return (
    <ul className="flex flex-col gap-1 p-2">
      {lints
        .toSorted((a, b) => Number(isError(b)) - Number(isError(a)))
        .map((each) => (
          <li key={`${each.nodeId}/${each.code}/${each.detail}`}>
            <button
              type="button"
              onClick={() => onShow(each.nodeId)}
              className="flex w-full items-start gap-2 rounded-md px-2 py-2 text-left hover:bg-hover focus-visible:-outline-offset-2 [&_svg]:mt-0.5"
            >
              <LintMark lints={[each]} />
              <span className="min-w-0">
                <span className="block">{textOf(each)}</span>
                <span className="block truncate text-muted text-sm">{title(each)}</span>
              </span>
            </button>
          </li>
        ))}
    </ul>
  )
}

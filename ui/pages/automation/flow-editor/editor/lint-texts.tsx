import { isError, type Lint } from '../../../../../src/shared/flow/lints'
import { useTranslation } from '../../../../lib/use-translation'
import { useEditor } from './editor'
import { waysOf } from './flow-changes'
import { readCard } from './read-card'
import { useWayName } from './use-summary'

/** Function that returns the sentence of a lint, with the way out named as on its card. */
export function useLintText() {
  const { t } = useTranslation()
  const editor = useEditor()
  const wayName = useWayName()
  return ({ nodeId, code, detail = '' }: Lint) => {
    if (code !== 'deadEnd') return t(`flowBuilder.lints.${code}`, { detail })
    const stored = editor.node(nodeId)
    if (detail === '' && stored && waysOf(stored).length < 2) return t('flowBuilder.lints.deadEndOnly')
    return t('flowBuilder.lints.deadEnd', { detail: stored ? wayName(readCard(stored), detail || 'a') : detail })
  }
}

/** Sentences of a node's lints, the errors first. */
export function LintTexts({ lints }: { lints: Lint[] }) {
  const textOf = useLintText()
  if (lints.length === 0) return null
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {lints
        .toSorted((a, b) => Number(isError(b)) - Number(isError(a)))
        .map((each) => (
          <li key={`${each.code}/${each.detail}`} className={isError(each) ? 'text-danger-ink' : 'text-warn'}>
            {textOf(each)}
          </li>
        ))}
    </ul>
  )
}

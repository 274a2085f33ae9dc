import { isError, type Lint } from '../../../../../src/shared/flow/lints'
import { useTranslation } from '../../../../lib/use-translation'

/** Function that returns the sentence of a lint. */
export function useLintText() {
  const { t } = useTranslation()
  return ({ code, detail = '' }: Lint) =>
    code === 'deadEnd' && detail === ''
      ? t('flowBuilder.lints.deadEndOnly')
      : t(`flowBuilder.lints.${code}`, { detail: code === 'deadEnd' ? detail.toUpperCase() : detail })
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

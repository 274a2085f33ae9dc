import { CircleAlert, TriangleAlert } from 'lucide-react'
import { isError, type Lint } from '../../../../../src/shared/flow/lints'
import { useTranslation } from '../../../../lib/use-translation'
import { worstOf } from './lints'

/** Mark of a node with mistakes, named by their number; red for errors. */
export function LintMark({ lints }: { lints: Lint[] }) {
  const { t } = useTranslation()
  const worst = worstOf(lints)
  if (worst === null) return null
  const count = lints.filter((each) => isError(each) === (worst === 'error')).length
  const name = worst === 'error' ? t('flowBuilder.errors', { count }) : t('flowBuilder.warnings', { count })
  const Icon = worst === 'error' ? CircleAlert : TriangleAlert
  return (
    <span role="img" aria-label={name} title={name} className={worst === 'error' ? 'text-danger-ink' : 'text-warn'}>
      <Icon aria-hidden className="size-4" />
    </span>
  )
}

import { ListChecks } from 'lucide-react'
import { Link } from 'wouter'
import { gaps, isShown, steps, useSteps } from '../../../first-steps/store'
import { paths } from '../../../lib/paths'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'

/** Line above the ticket list on narrow screens, where the list of first steps has a page of its own. */
export function FirstStepsBar() {
  const { t } = useTranslation()
  useSteps()
  const shown = useValue(isShown)
  const all = useValue(steps)
  const isGap = useValue(gaps).length > 0
  if (!all || !(shown || isGap)) return null
  const done = all.filter((step) => step.done).length
  return (
    <Link
      href={paths.firstSteps}
      className="flex min-h-control shrink-0 items-center gap-2 border-line border-b bg-accent-soft px-3 text-accent-ink [&_svg]:size-4"
    >
      <ListChecks aria-hidden />
      <span className="min-w-0 flex-1 truncate font-medium">{t(isGap ? 'gaps.title' : 'firstSteps.title')}</span>
      <span className="text-sm tabular-nums">{t('firstSteps.count', { done, all: all.length })}</span>
    </Link>
  )
}

import { ArrowDown, ArrowUp, Minus } from 'lucide-react'
import { changeOf } from '../../../../src/shared/change'
import { locale } from '../../../lib/language'
import { useTranslation } from '../../../lib/use-translation'

interface Props {
  now: number | null
  before: number | null
  /** Figure as the screen writes it. */
  text: (value: number) => string
}

/** Change against the period before, as an arrow and a percentage; as a sentence for screen readers. */
export function ChangeLine({ now, before, text }: Props) {
  const { t } = useTranslation()
  const change = changeOf(now, before)
  if (change === null || before === null) return now === null ? null : t('dashboard.change.none')
  const Icon = { up: ArrowUp, down: ArrowDown, same: Minus }[change.direction]
  const percent = ((change.percent ?? 0) / 100).toLocaleString(locale(), { style: 'percent' })
  const [key, shown] =
    change.direction === 'same'
      ? (['same', '='] as const)
      : change.percent === null
        ? (['fromNothing', text(before)] as const)
        : ([change.direction, percent] as const)
  return (
    <>
      <span aria-hidden className="inline-flex items-center gap-0.5 [&_svg]:size-3.5">
        <Icon />{' '}
        {key === 'same'
          ? t('dashboard.change.sameShort')
          : key === 'fromNothing'
            ? t('dashboard.change.fromNothingShort')
            : shown}
      </span>
      <span className="sr-only">{t(`dashboard.change.${key}`, { percent, before: text(before) })}</span>
    </>
  )
}

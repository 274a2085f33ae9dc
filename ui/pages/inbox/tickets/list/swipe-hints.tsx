import { AlarmClock, CircleCheck } from 'lucide-react'
import { useTranslation } from '../../../../lib/use-translation'

/** Words below a row while it is swiped; the menu of a long press has the same actions for screen readers. */
export function SwipeHints() {
  const { t } = useTranslation()
  const hint = 'absolute inset-y-0 hidden w-1/2 items-center gap-2 px-4 font-medium text-sm [&_svg]:size-5'
  return (
    <>
      <span aria-hidden className={`${hint} left-0 bg-good-soft text-good group-data-[swipe=close]:flex`}>
        <CircleCheck />
        {t('tickets.close')}
      </span>
      <span aria-hidden className={`${hint} right-0 justify-end bg-warn-soft text-warn group-data-[swipe=snooze]:flex`}>
        {t('inbox.snooze')}
        <AlarmClock />
      </span>
    </>
  )
}

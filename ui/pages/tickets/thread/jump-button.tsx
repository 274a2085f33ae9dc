import { ChevronDown } from 'lucide-react'
import { Badge } from '../../../components/badge'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import type { Thread } from '../store/thread'
import type { Follow } from './use-follow'

/** Button that scrolls to the newest message, with the number of new messages below. */
export function JumpButton({ follow, thread }: { follow: Follow; thread: Thread }) {
  const { t } = useTranslation()
  const { atEnd, toEnd } = follow
  const below = follow.below + useValue(thread.receivedBelow)
  if (atEnd) return null
  return (
    <button
      type="button"
      onClick={toEnd}
      aria-label={below ? t('tickets.toLatestCount', { count: below }) : t('tickets.toLatest')}
      className="enter absolute right-4 bottom-3 flex size-10 items-center justify-center rounded-full border border-line bg-raised text-muted shadow-float hover:text-ink touch:size-11"
    >
      <ChevronDown aria-hidden className="size-5" />
      {below > 0 && (
        <Badge tone="accent" className="-top-2 -right-1 absolute">
          {below > 99 ? '99+' : below}
        </Badge>
      )}
    </button>
  )
}

import { ChevronDown } from 'lucide-react'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import type { Thread } from '../store/thread'
import type { FollowState } from './use-follow'

/**
 * Button that scrolls to the newest message, with the number of new messages below. It has a row of its own between
 * messages and composer, so that it covers no message.
 */
export function JumpButton({ follow, thread }: { follow: FollowState; thread: Thread }) {
  const { t } = useTranslation()
  const { atEnd, scrollToEnd } = follow
  const newCount = follow.below + useValue(thread.receivedBelow)
  if (atEnd) return null
  return (
    <div className="flex justify-center border-line border-t">
      <button
        type="button"
        onClick={scrollToEnd}
        aria-label={newCount ? t('tickets.toLatestCount', { count: newCount }) : t('tickets.toLatest')}
        className="flex h-control-sm items-center gap-1.5 rounded-md px-3 text-muted text-sm hover:bg-hover hover:text-ink touch:h-control"
      >
        <ChevronDown aria-hidden className="size-4" />
        <span aria-hidden>{newCount ? t('tickets.toLatestCount', { count: newCount }) : t('tickets.toLatest')}</span>
      </button>
    </div>
  )
}

import { ChevronDown } from 'lucide-react'
import { Badge } from '../../../../components/badge'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import type { Thread } from '../store/thread'
import type { FollowState } from './use-follow'

/** Button that scrolls to the newest message, with the number of new messages below. */
export function JumpButton({ follow, thread }: { follow: FollowState; thread: Thread }) {
  const { t } = useTranslation()
  const { atEnd, scrollToEnd } = follow
  const newCount = follow.below + useValue(thread.receivedBelow)
  if (atEnd) return null
  return (
    <button
      type="button"
      onClick={scrollToEnd}
      aria-label={newCount ? t('tickets.toLatestCount', { count: newCount }) : t('tickets.toLatest')}
      className="enter absolute right-1 bottom-3 flex size-9 items-center justify-center rounded-full border border-line bg-raised text-muted shadow-e2 before:absolute before:-inset-1 hover:text-ink @lg/conversation:right-3 @lg/conversation:size-10"
    >
      <ChevronDown aria-hidden className="size-5" />
      {newCount > 0 && (
        <Badge tone="accent" className="-top-2 -right-1 absolute">
          {newCount > 99 ? '99+' : newCount}
        </Badge>
      )}
    </button>
  )
}

import { useTranslation } from '../lib/use-translation'
import { ColorDot } from './color-dot'

/** Name of a ticket's queue after a dot of its colour, or the words for none. */
export function QueueLabel({ queue }: { queue: { name: string; color: string } | null }) {
  const { t } = useTranslation()
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      {queue && <ColorDot color={queue.color} />}
      <span className="truncate">{queue?.name ?? t('tickets.noQueue')}</span>
    </span>
  )
}

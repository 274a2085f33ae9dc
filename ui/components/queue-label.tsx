import { classes } from '../lib/classes'
import { useTranslation } from '../lib/use-translation'
import { ColorDot } from './color-dot'

interface Props {
  queue: { name: string; color: string } | null
  /** Height and gap, where they differ from those of a line of text. */
  className?: string
}

/** Name of a ticket's queue after a dot of its colour; a ring and the words for none. */
export function QueueLabel({ queue, className = 'gap-1.5' }: Props) {
  const { t } = useTranslation()
  return (
    <span className={classes('flex min-w-0 max-w-full items-center', className)}>
      <ColorDot color={queue?.color} />
      <span className="truncate">{queue?.name ?? t('tickets.noQueue')}</span>
    </span>
  )
}

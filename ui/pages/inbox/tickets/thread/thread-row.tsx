import { useTranslation } from '../../../../lib/use-translation'
import { Album } from '../bubble/album'
import { Bubble, type BubbleProps } from '../bubble/bubble'
import { Selectable } from '../bubble/selectable'
import { NoteLine } from '../notes/note-line'
import type { Row } from '../store/rows'
import { DayChip } from './day-chip'
import { EventLine } from './event-line'

type ThreadRowProps = Omit<BubbleProps, 'entry' | 'first' | 'last' | 'flash'> & {
  row: Row
  /** Key of the highlighted bubble. */
  flash: string | null
}

/** One row of a thread. */
export function ThreadRow({ row, flash, ...rest }: ThreadRowProps) {
  const { t } = useTranslation()
  switch (row.kind) {
    case 'bubble':
      return (
        <Selectable bubbles={[row.bubble]}>
          <Bubble {...rest} entry={row.bubble} first={row.first} last={row.last} flash={flash === row.key} />
        </Selectable>
      )
    case 'album':
      return (
        <Selectable bubbles={row.bubbles}>
          <Album {...rest} entries={row.bubbles} first={row.first} last={row.last} flash={flash} />
        </Selectable>
      )
    case 'line':
      return row.line.kind === 'note' ? (
        <NoteLine note={row.line.note} flash={flash === row.key} />
      ) : (
        <EventLine event={row.line.event} />
      )
    case 'day':
      return <DayChip day={row.day} />
    case 'ticket':
      return (
        <div className="my-2 flex items-center gap-3 px-6 text-muted text-xs tabular-nums">
          <span className="h-px flex-1 bg-line" />
          {t('conversation.nextTicket', { id: row.ticketId })}
          <span className="h-px flex-1 bg-line" />
        </div>
      )
    case 'unread':
      return (
        <div className="my-2 flex items-center gap-3 px-6 font-medium text-accent-ink text-xs">
          <span className="h-px flex-1 bg-accent" />
          {t('tickets.unreadHere')}
          <span className="h-px flex-1 bg-accent" />
        </div>
      )
    case 'start':
      return <p className="py-4 text-center text-faint text-xs">{t('tickets.threadStart')}</p>
  }
}

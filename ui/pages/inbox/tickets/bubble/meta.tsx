import { Star } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Message } from '../../../../../src/features/inbox/messages/model'
import { classes } from '../../../../lib/classes'
import { isOffline } from '../../../../lib/offline'
import { formatTime } from '../../../../lib/time'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { type Bubble, isWaiting } from '../store/rows'
import { starredSignal } from '../store/stars'
import { Edits } from './edits'
import { Ticks, WaitingTick } from './ticks'

const useIsStarred = (id: number) => useValue(useMemo(() => starredSignal(id), [id]))

/**
 * Space as wide as the footer of a bubble, bound to the last word of its text, so that the time never stands alone on a
 * line. The word joiner prevents a line break after any character; the copy of the time is generated content, which is
 * neither selected nor found.
 */
export function TimeSpace({ message }: { message: Message }) {
  const { t } = useTranslation()
  const words = [message.isEdited && `${t('tickets.edited')} `, formatTime(message.createdAt)]
  const hasTicks = message.fromMe && !message.isDeleted
  const isStarred = useIsStarred(message.id)
  return (
    <span
      aria-hidden
      data-time-space={`\u2060\u00a0\u00a0\u00a0${words.filter(Boolean).join('\u00a0')}`}
      className={classes(
        'whitespace-nowrap text-xs tabular-nums leading-4 after:invisible after:content-[attr(data-time-space)]',
        hasTicks && (isStarred ? 'pr-9' : 'pr-5'),
        isStarred && !hasTicks && 'pr-4',
      )}
    />
  )
}

/** Footer of a bubble: edited mark, time and delivery state. */
export function Meta({ entry: { message, sending } }: { entry: Bubble }) {
  const { t } = useTranslation()
  const offline = useValue(isOffline)
  const hasWaitingMark = sending !== null && isWaiting(sending, offline)
  const [showsEdits, setShowsEdits] = useState(false)
  const isStarred = useIsStarred(message.id)
  return (
    <div data-meta className="float-right mt-1 ml-3 flex select-none items-center gap-1 text-faint text-xs leading-4">
      {message.isEdited && (
        <button
          type="button"
          title={t('tickets.editedShow')}
          onClick={() => setShowsEdits(true)}
          className="fingertip underline decoration-dotted underline-offset-2"
        >
          {t('tickets.edited')}
        </button>
      )}
      {isStarred && <Star role="img" aria-label={t('conversation.starred')} className="size-3 fill-current" />}
      <time dateTime={message.createdAt} className="tabular-nums">
        {formatTime(message.createdAt)}
      </time>
      {message.fromMe &&
        !message.isDeleted &&
        (hasWaitingMark ? <WaitingTick /> : <Ticks value={sending?.state === 'failed' ? -1 : message.ack} />)}
      {showsEdits && <Edits message={message} onClose={() => setShowsEdits(false)} />}
    </div>
  )
}

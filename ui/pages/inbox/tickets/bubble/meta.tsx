import { useState } from 'react'
import { isOffline } from '../../../../lib/offline'
import { formatTime } from '../../../../lib/time'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { type Bubble, isWaiting } from '../store/rows'
import { Edits } from './edits'
import { Ticks, WaitingTick } from './ticks'

/** Footer of a bubble: edited mark, time and delivery state. */
export function Meta({ entry: { message, sending } }: { entry: Bubble }) {
  const { t } = useTranslation()
  const offline = useValue(isOffline)
  const hasWaitingMark = sending !== null && isWaiting(sending, offline)
  const [showsEdits, setShowsEdits] = useState(false)
  return (
    <div className="float-right mt-1 ml-3 flex select-none items-center gap-1 text-faint text-xs leading-4">
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
      <time dateTime={message.createdAt} className="tabular-nums">
        {formatTime(message.createdAt)}
      </time>
      {message.fromMe &&
        !message.isDeleted &&
        (hasWaitingMark ? <WaitingTick /> : <Ticks value={sending?.state === 'failed' ? -1 : message.ack} />)}
      {showsEdits && <Edits messageId={message.id} onClose={() => setShowsEdits(false)} />}
    </div>
  )
}

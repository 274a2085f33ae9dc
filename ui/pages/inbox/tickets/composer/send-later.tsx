import { CalendarClock } from 'lucide-react'
import { IconButton } from '../../../../components/icon-button'
import { useShortcut } from '../../../../lib/keys'
import { useTranslation } from '../../../../lib/use-translation'
import { ScheduleDialog } from '../../schedules/schedule-dialog'
import { focusComposer } from '../store/composer'
import type { Thread } from '../store/thread'
import type { ComposerModel } from './use-composer'

/** Button beside Send on wide screens; narrow screens have it in the menu. */
export function LaterButton({ onLater }: { onLater: () => void }) {
  const { t } = useTranslation()
  return (
    <IconButton
      label={t('composer.sendLater')}
      shortcut={useShortcut('ticket.schedule')}
      tooltipSide="top"
      className="hidden! @md/conversation:inline-flex!"
      onClick={onLater}
    >
      <CalendarClock aria-hidden />
    </IconButton>
  )
}

/** Dialog that schedules the composer's text; clears the text when it is saved. */
export function SendLater({ thread, model, onClose }: { thread: Thread; model: ComposerModel; onClose: () => void }) {
  const { body, setText } = model
  return (
    <ScheduleDialog
      ticket={thread.ticket.peek()}
      text={body}
      onSaved={() => setText('')}
      onClose={() => {
        onClose()
        focusComposer()
      }}
    />
  )
}

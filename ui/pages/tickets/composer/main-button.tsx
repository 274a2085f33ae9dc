import { Check, Mic, SendHorizontal, StickyNote } from 'lucide-react'
import { limits } from '../../../../src/shared/limits'
import { IconButton } from '../../../components/icon-button'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { sendKey } from './send-key'
import type { ComposerModel } from './use-composer'
import type { Press } from './use-press'

/** Send, save or record: whichever there is something for. */
export function MainButton({ model, onRecord }: { model: ComposerModel; onRecord: (press: Press) => void }) {
  const { aim, body, isNote } = model
  if (isNote) return <SaveNote model={model} />
  if (!body && aim?.kind !== 'edit') return <Record onRecord={onRecord} />
  return <Send model={model} />
}

function Send({ model: { aim, body, isTooLong, sendText } }: { model: ComposerModel }) {
  const { t } = useTranslation()
  const shortcut = useValue(sendKey) === 'ctrl' ? 'Control+Enter' : 'Enter'
  const isEdit = aim?.kind === 'edit'
  return (
    <IconButton
      tone="accent"
      tooltipSide="top"
      shortcut={shortcut}
      label={t(isEdit ? 'tickets.saveEdit' : 'tickets.send')}
      disabled={!body || isTooLong}
      onClick={() => void sendText()}
    >
      {isEdit ? <Check aria-hidden /> : <SendHorizontal aria-hidden />}
    </IconButton>
  )
}

function SaveNote({ model: { body, isTooLong, sendText } }: { model: ComposerModel }) {
  const { t } = useTranslation()
  return (
    <IconButton
      tone="accent"
      tooltipSide="top"
      label={t('composer.saveNote')}
      disabled={body.length < limits.note.min || isTooLong}
      onClick={() => void sendText()}
    >
      <StickyNote aria-hidden />
    </IconButton>
  )
}

/** A click starts and leaves the hands free; held down, letting go ends it. */
function Record({ onRecord }: { onRecord: (press: Press) => void }) {
  const { t } = useTranslation()
  return (
    <IconButton
      label={t('tickets.record')}
      tooltipSide="top"
      className="touch-none"
      onPointerDown={({ button, clientX, pointerId, currentTarget }) => {
        if (button !== 0) return
        // The button goes away under the finger, and its events would go with it.
        if (currentTarget.hasPointerCapture(pointerId)) currentTarget.releasePointerCapture(pointerId)
        onRecord({ x: clientX, at: performance.now() })
      }}
      // By key, or by an assistive technology that only clicks.
      onClick={() => onRecord({ x: null, at: 0 })}
    >
      <Mic aria-hidden />
    </IconButton>
  )
}

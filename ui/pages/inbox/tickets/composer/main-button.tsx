import { Check, Mic, SendHorizontal, StickyNote } from 'lucide-react'
import { useEffect } from 'react'
import { limits } from '../../../../../src/shared/limits'
import { IconButton } from '../../../../components/icon-button'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { whenIdle } from '../../../../lib/when-idle'
import { preloadEncoder } from '../voice/recorder'
import { sendKey } from './send-key'
import type { ComposerModel } from './use-composer'
import type { PressStart } from './use-press'

/** Button to send, to save a note, or to record, depending on the content. */
export function MainButton({ model, onRecord }: { model: ComposerModel; onRecord: (press: PressStart) => void }) {
  const { reference, body, isNote } = model
  if (isNote) return <SaveNote model={model} />
  if (!body && reference?.kind !== 'edit') return <Record onRecord={onRecord} />
  return <Send model={model} />
}

function Send({ model: { reference, body, isTooLong, isFetching, sendText } }: { model: ComposerModel }) {
  const { t } = useTranslation()
  const shortcut = useValue(sendKey) === 'ctrl' ? 'Control+Enter' : 'Enter'
  const isEdit = reference?.kind === 'edit'
  return (
    <IconButton
      tone="accent"
      tooltipSide="top"
      shortcut={shortcut}
      label={t(isEdit ? 'tickets.saveEdit' : 'tickets.send')}
      disabled={!body || isTooLong || isFetching}
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

/** A click starts a recording; while the button is held down, releasing it ends the recording. */
function Record({ onRecord }: { onRecord: (press: PressStart) => void }) {
  const { t } = useTranslation()
  useEffect(() => whenIdle(preloadEncoder), [])
  return (
    <IconButton
      label={t('tickets.record')}
      tooltipSide="top"
      className="touch-none"
      onPointerDown={({ button, clientX, pointerId, currentTarget }) => {
        if (button !== 0) return
        // The button unmounts under the pointer and would take the captured pointer events with it.
        if (currentTarget.hasPointerCapture(pointerId)) currentTarget.releasePointerCapture(pointerId)
        onRecord({ x: clientX, at: performance.now() })
      }}
      // Keyboard, or an assistive technology that sends clicks only.
      onClick={() => onRecord({ x: null, at: 0 })}
    >
      <Mic aria-hidden />
    </IconButton>
  )
}

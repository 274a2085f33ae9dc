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

/**
 * Buttons to send, to save a note, or to record, depending on the content. Without a text the button to send is grey, and
 * a narrow conversation has the one to record alone.
 */
export function MainButton({ model, onRecord }: { model: ComposerModel; onRecord: (press: PressStart) => void }) {
  const { reference, body, isNote } = model
  if (isNote) return <SaveNote model={model} />
  const hasText = body !== '' || reference?.kind === 'edit'
  return (
    <>
      {!hasText && <Record onRecord={onRecord} />}
      <span className={hasText ? 'inline-flex' : 'hidden @lg/conversation:inline-flex'}>
        <Send model={model} />
      </span>
    </>
  )
}

function Send({ model: { reference, body, isTooLong, isFetching, sendText } }: { model: ComposerModel }) {
  const { t } = useTranslation()
  const shortcut = useValue(sendKey) === 'ctrl' ? 'Control+Enter' : 'Enter'
  const isEdit = reference?.kind === 'edit'
  return (
    <IconButton
      tone={body ? 'accent' : 'quiet'}
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
    <button
      type="button"
      disabled={body.length < limits.note.min || isTooLong}
      onClick={() => void sendText()}
      className="flex h-control shrink-0 items-center gap-2 rounded-md bg-note-ink px-3 font-medium text-note disabled:opacity-60 [&_svg]:size-5"
    >
      <StickyNote aria-hidden className="@lg/conversation:hidden" />
      <span className="sr-only @lg/conversation:not-sr-only">{t('composer.saveNote')}</span>
    </button>
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

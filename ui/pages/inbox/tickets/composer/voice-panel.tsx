import { SendHorizontal, Square, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from '../../../../components/icon-button'
import { formatDuration } from '../../../../lib/time'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { stopPlayback } from '../bubble/player'
import { VoiceNote } from '../bubble/voice-note'
import type { Recording, VoiceRecording } from '../voice/recorder'
import { type PressStart, usePress } from './use-press'
import { type RecordingOptions, useRecording } from './use-recording'

interface VoicePanelProps extends RecordingOptions {
  press: PressStart
  onSend: (recorded: VoiceRecording) => void
}

/** Panel in place of the text while a voice note is recorded and played. Escape discards it. */
export function VoicePanel({ typing, press, onSend, onDone }: VoicePanelProps) {
  const { t } = useTranslation()
  const { recording, recorded, finish, discard } = useRecording({ typing, onDone })
  const isHeld = usePress(press, { onRelease: finish, onSlide: discard })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      discard()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
  const sendNow = async () => {
    const note = recorded ?? (await finish())
    if (!note) return
    onSend(note)
    onDone()
  }
  return (
    <section
      aria-label={t(recorded ? 'tickets.voicePreview' : 'tickets.recordingNow')}
      className="safe-bottom @lg/conversation:px-4 @lg/conversation:pb-3"
    >
      <div className="flex min-h-13 items-center gap-2 border-line border-t bg-surface px-2 py-2 @lg/conversation:min-h-19 @lg/conversation:rounded-xl @lg/conversation:border @lg/conversation:px-4 @lg/conversation:shadow-e1">
        <IconButton
          tone="danger"
          tooltipSide="top"
          shortcut="Escape"
          label={t('tickets.cancelRecording')}
          onClick={discard}
        >
          <Trash2 aria-hidden />
        </IconButton>
        <div className="flex min-w-0 flex-1 items-center justify-center gap-3">
          {recorded ? <Preview recorded={recorded} /> : <Meter recording={recording} />}
          {isHeld && !recorded && <p className="truncate text-faint text-sm">{t('composer.slideToCancel')}</p>}
        </div>
        {!recorded && (
          <IconButton
            label={t('tickets.stopRecording')}
            tooltipSide="top"
            disabled={!recording}
            onClick={() => void finish()}
          >
            <Square aria-hidden />
          </IconButton>
        )}
        <IconButton
          tone="accent"
          tooltipSide="top"
          label={t('tickets.sendVoice')}
          disabled={!recording && !recorded}
          onClick={sendNow}
        >
          <SendHorizontal aria-hidden />
        </IconButton>
      </div>
    </section>
  )
}

function Meter({ recording }: { recording: Recording | null }) {
  const { t } = useTranslation()
  return (
    <div role="status" className="flex items-center gap-3">
      <span aria-hidden className="size-2.5 animate-[breathe_1s_infinite] rounded-full bg-danger" />
      {recording ? <Level recording={recording} /> : t('tickets.recordingNow')}
    </div>
  )
}

function Level({ recording }: { recording: Recording }) {
  const { t } = useTranslation()
  const { seconds, level } = useValue(recording.now)
  return (
    <>
      <span className="sr-only">{t('tickets.recordingNow')}</span>
      <span aria-hidden className="tabular-nums">
        {formatDuration(Math.floor(seconds))}
      </span>
      <span aria-hidden className="h-1.5 w-32 overflow-hidden rounded-full bg-line">
        <span className="block h-full bg-accent" style={{ width: `${Math.min(100, Math.round(level * 400))}%` }} />
      </span>
    </>
  )
}

const previewKey = 'voice-preview'

function Preview({ recorded }: { recorded: VoiceRecording }) {
  const [url, setUrl] = useState('')
  useEffect(() => {
    const createdUrl = URL.createObjectURL(recorded.file)
    setUrl(createdUrl)
    return () => {
      stopPlayback(previewKey)
      URL.revokeObjectURL(createdUrl)
    }
  }, [recorded])
  if (!url) return null
  return (
    <VoiceNote id={previewKey} url={url} seconds={recorded.seconds} waveform={recorded.waveform} onBroken={() => {}} />
  )
}

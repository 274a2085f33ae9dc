import { SendHorizontal, Square, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { limits } from '../../../../src/shared/limits'
import { IconButton } from '../../../components/icon-button'
import { duration } from '../../../lib/time'
import { toastInfo, toastWarning } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { silence } from '../bubble/player'
import { VoiceNote } from '../bubble/voice-note'
import { type Recorded, type Recording, startRecording, troubleOf } from '../voice/recorder'

/** How the recording was begun: where the finger went down and when, or by a key. */
export interface Press {
  x: number | null
  at: number
}

interface VoicePanelProps {
  press: Press
  typing: { record: () => void; stop: () => void }
  onSend: (recorded: Recorded) => void
  /** Sent, thrown away or refused: back to the text. */
  onDone: () => void
}

/** In place of the text: recording, then listening, then sending. Escape throws it away. */
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
      className="border-line border-t bg-surface safe-bottom"
    >
      <div className="flex min-h-13 items-center gap-2 px-2 py-2 sm:px-4">
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

/** A shorter press was a click: the recording goes on by itself. */
const heldAfter = 400
/** How far to the left is away. */
const slideAway = 80

/** While the finger that began it is down: letting go ends the recording, sliding to the left throws it away. */
function usePress({ x, at }: Press, { onRelease, onSlide }: { onRelease: () => unknown; onSlide: () => unknown }) {
  const [isDown, setDown] = useState(x !== null)
  const latest = useRef({ onRelease, onSlide })
  latest.current = { onRelease, onSlide }
  useEffect(() => {
    if (x === null || !isDown) return
    const move = ({ clientX }: PointerEvent) => {
      if (x - clientX > slideAway) latest.current.onSlide()
    }
    const up = () => {
      setDown(false)
      if (performance.now() - at > heldAfter) latest.current.onRelease()
    }
    const ends = { pointermove: move, pointerup: up, pointercancel: up }
    for (const [name, handler] of Object.entries(ends)) window.addEventListener(name as 'pointerup', handler)
    return () => {
      for (const [name, handler] of Object.entries(ends)) window.removeEventListener(name as 'pointerup', handler)
    }
  }, [x, at, isDown])
  return isDown
}

/** The recording's life; `finish` answers with the note, or null when it was too short to be meant. */
function useRecording({ typing, onDone }: Pick<VoicePanelProps, 'typing' | 'onDone'>) {
  const { t } = useTranslation()
  const [recording, setRecording] = useState<Recording | null>(null)
  const [recorded, setRecorded] = useState<Recorded | null>(null)
  const current = useRef<Recording | null>(null)
  const latest = useRef({ onDone, t })
  latest.current = { onDone, t }

  useEffect(() => {
    let alive = true
    const leave = (word: Parameters<typeof t>[0]) => {
      if (!alive) return
      toastWarning(String(latest.current.t(word as 'tickets.micDenied')))
      latest.current.onDone()
    }
    startRecording().then(
      (started) => {
        if (!alive) return started.cancel()
        current.current = started
        started.onLost(() => current.current && leave('tickets.voiceFailed'))
        setRecording(started)
        typing.record()
      },
      (failure) => leave(`tickets.${troubleOf(failure)}`),
    )
    return () => {
      alive = false
      current.current?.cancel()
      current.current = null
      typing.stop()
    }
  }, [typing])

  const finish = async (): Promise<Recorded | null> => {
    const running = current.current
    if (!running) return null
    current.current = null
    try {
      const note = await running.stop()
      typing.stop()
      if (note.seconds >= limits.voiceMinimum) {
        setRecorded(note)
        return note
      }
      toastInfo(t('tickets.voiceTooShort'))
    } catch {
      running.cancel()
      toastWarning(t('tickets.voiceFailed'))
    }
    onDone()
    return null
  }
  return { recording, recorded, finish, discard: onDone }
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
        {duration(Math.floor(seconds))}
      </span>
      <span aria-hidden className="h-1.5 w-32 overflow-hidden rounded-full bg-line">
        <span className="block h-full bg-accent" style={{ width: `${Math.min(100, Math.round(level * 400))}%` }} />
      </span>
    </>
  )
}

const previewKey = 'voice-preview'

function Preview({ recorded }: { recorded: Recorded }) {
  const [url, setUrl] = useState('')
  useEffect(() => {
    const made = URL.createObjectURL(recorded.file)
    setUrl(made)
    return () => {
      silence(previewKey)
      URL.revokeObjectURL(made)
    }
  }, [recorded])
  if (!url) return null
  return (
    <VoiceNote id={previewKey} url={url} seconds={recorded.seconds} waveform={recorded.waveform} onBroken={() => {}} />
  )
}

import { useEffect, useRef, useState } from 'react'
import { limits } from '../../../../src/shared/limits'
import { toastInfo, toastWarning } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { type Recorded, type Recording, startRecording, troubleOf } from '../voice/recorder'

export interface RecordingOptions {
  /** Shows the customer "recording". */
  typing: { record: () => void; stop: () => void }
  /** Called when the note was sent, discarded or refused. */
  onDone: () => void
}

/** Recording of a voice note. `finish` returns the note; null if it failed or is shorter than the minimum. */
export function useRecording({ typing, onDone }: RecordingOptions) {
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

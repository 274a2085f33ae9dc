import { useEffect, useRef, useState } from 'react'
import { limits } from '../../../../../src/shared/limits'
import { toastInfo, toastWarning } from '../../../../lib/toast'
import { useTranslation } from '../../../../lib/use-translation'
import { microphoneProblem, type Recording, startRecording, type VoiceRecording } from '../voice/recorder'

export interface RecordingOptions {
  /** Shows the customer "recording". */
  typing: { startRecording: () => void; stop: () => void }
  /** Called when the note was sent, discarded or refused. */
  onDone: () => void
}

/** Recording of a voice note. `finish` returns the note; null if it failed or is shorter than the minimum. */
export function useRecording({ typing, onDone }: RecordingOptions) {
  const { t } = useTranslation()
  const [recording, setRecording] = useState<Recording | null>(null)
  const [recorded, setRecorded] = useState<VoiceRecording | null>(null)
  const current = useRef<Recording | null>(null)
  const latest = useRef({ onDone, t })
  latest.current = { onDone, t }

  useEffect(() => {
    let isMounted = true
    const abort = (key: Parameters<typeof t>[0]) => {
      if (!isMounted) return
      toastWarning(String(latest.current.t(key as 'tickets.micDenied')))
      latest.current.onDone()
    }
    startRecording().then(
      (started) => {
        if (!isMounted) return started.cancel()
        current.current = started
        started.onLost(() => current.current && abort('tickets.voiceFailed'))
        setRecording(started)
        typing.startRecording()
      },
      (failure) => abort(`tickets.${microphoneProblem(failure)}`),
    )
    return () => {
      isMounted = false
      current.current?.cancel()
      current.current = null
      typing.stop()
    }
  }, [typing])

  const finish = async (): Promise<VoiceRecording | null> => {
    const active = current.current
    if (!active) return null
    current.current = null
    try {
      const note = await active.stop()
      typing.stop()
      if (note.seconds >= limits.voiceMinimum) {
        setRecorded(note)
        return note
      }
      toastInfo(t('tickets.voiceTooShort'))
    } catch {
      active.cancel()
      toastWarning(t('tickets.voiceFailed'))
    }
    onDone()
    return null
  }
  return { recording, recorded, finish, discard: onDone }
}

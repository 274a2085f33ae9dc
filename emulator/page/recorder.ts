import { useEffect, useRef, useState } from 'react'
import type { WireContent } from '../control/control-api'
import { base64Of } from './api'

/** Records a voice note; the second press sends it. `unavailable`: browsers give no microphone without HTTPS. */
export function useRecorder(onDone: (content: WireContent) => void, onRefused: () => void) {
  const [running, setRunning] = useState(false)
  const recorder = useRef<MediaRecorder>(undefined)
  useEffect(() => () => recorder.current?.stream.getTracks().forEach((track) => void track.stop()), [])

  const start = async () => {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
    const started = performance.now()
    const parts: Blob[] = []
    const mediaRecorder = new MediaRecorder(stream)
    mediaRecorder.ondataavailable = ({ data }) => parts.push(data)
    mediaRecorder.onstop = async () => {
      for (const track of stream.getTracks()) track.stop()
      const seconds = Math.max(1, Math.round((performance.now() - started) / 1000))
      const audio = await base64Of(new Blob(parts))
      onDone({ audio, ptt: true, seconds, mimetype: mediaRecorder.mimeType || 'audio/webm' })
    }
    recorder.current = mediaRecorder
    mediaRecorder.start()
    setRunning(true)
  }
  const toggle = () => {
    if (!running) return void start().catch(onRefused)
    recorder.current?.stop()
    setRunning(false)
  }
  return { running, toggle, unavailable: !navigator.mediaDevices }
}

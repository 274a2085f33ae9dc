import { recordedSounds } from '../../../../../src/shared/sound'
import type { Encoder } from './recorder'

/** Encoder for browsers without WebCodecs; the server makes a voice note of each format of the table. */
export function startWebm(stream: MediaStream): Encoder {
  const sound = recordedSounds.find(({ mime }) => MediaRecorder.isTypeSupported(mime))
  const recorder = new MediaRecorder(stream, { mimeType: sound?.mime, audioBitsPerSecond: 24_000 })
  const pieces: Blob[] = []
  recorder.ondataavailable = ({ data }) => pieces.push(data)
  recorder.start()
  return {
    stop: () =>
      new Promise((resolve) => {
        recorder.onstop = () => {
          const type = recorder.mimeType || sound?.mime || 'audio/webm'
          resolve(new File(pieces, `voice.${sound?.ending ?? 'webm'}`, { type }))
        }
        recorder.stop()
      }),
    cancel: () => recorder.state !== 'inactive' && recorder.stop(),
    onFailure(listener) {
      recorder.onerror = listener
    },
  }
}

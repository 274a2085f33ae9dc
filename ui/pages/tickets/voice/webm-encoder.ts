import type { Encoder } from './recorder'

/** Formats in order of preference; the server repacks WebM and MP4 for WhatsApp. */
const preferredFormats = ['audio/ogg;codecs=opus', 'audio/webm;codecs=opus', 'audio/webm', 'audio/mp4']

/** Encoder for browsers without WebCodecs. */
export function startWebm(stream: MediaStream): Encoder {
  const mimeType = preferredFormats.find((type) => MediaRecorder.isTypeSupported(type))
  const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: 24_000 })
  const pieces: Blob[] = []
  recorder.ondataavailable = ({ data }) => pieces.push(data)
  recorder.start()
  return {
    stop: () =>
      new Promise((resolve) => {
        recorder.onstop = () => {
          const type = recorder.mimeType || 'audio/webm'
          const ending = type.includes('ogg') ? 'ogg' : type.includes('mp4') ? 'm4a' : 'webm'
          resolve(new File(pieces, `voice.${ending}`, { type }))
        }
        recorder.stop()
      }),
    cancel: () => recorder.state !== 'inactive' && recorder.stop(),
    onFailure(listener) {
      recorder.onerror = listener
    },
  }
}

import { BufferTarget, canEncodeAudio, MediaStreamAudioTrackSource, OggOutputFormat, Output } from 'mediabunny'
import type { Encoder } from './recorder'
import { repacketiseOgg } from './repacketise'

/** Audio format of WhatsApp voice notes: mono, 16 kHz, about 24 kbit/s. */
const audioFormat = { numberOfChannels: 1, sampleRate: 16_000 } as const
const bitrate = 24_000

/** Starts an Opus encoder; null if the browser has none. In a chunk of its own, loaded at the first recording. */
export async function startOgg(stream: MediaStream): Promise<Encoder | null> {
  const [track] = stream.getAudioTracks()
  if (!track || !(await canEncodeAudio('opus', { ...audioFormat, bitrate }))) return null
  const output = new Output({ format: new OggOutputFormat(), target: new BufferTarget() })
  const source = new MediaStreamAudioTrackSource(track as MediaStreamAudioTrack, {
    codec: 'opus',
    bitrate,
    transform: audioFormat,
  })
  let failureListener = () => {}
  source.errorPromise.catch(() => failureListener())
  output.addAudioTrack(source)
  await output.start()
  return {
    async stop() {
      await output.finalize()
      const bytes = repacketiseOgg(new Uint8Array(output.target.buffer!))
      return new File([bytes], 'voice.ogg', { type: 'audio/ogg; codecs=opus' })
    },
    cancel: () => void output.cancel().catch(() => undefined),
    onFailure(listener) {
      failureListener = listener
    },
  }
}

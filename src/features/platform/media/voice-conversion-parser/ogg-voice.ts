import { BufferTarget, EncodedAudioPacketSource, EncodedPacket, OggOutputFormat, Output } from 'mediabunny'
import { AppError } from '../../../../shared/errors'
import { createOpusEncoder, encoderRate, packetSamples, preSkip } from './opus-encoder'

/** An Ogg file to which samples are added. */
export async function createVoice() {
  const encoder = await createOpusEncoder()
  const target = new BufferTarget()
  const output = new Output({ format: new OggOutputFormat(), target })
  const track = new EncodedAudioPacketSource('opus')
  output.addAudioTrack(track)
  await output.start()
  const config = { codec: 'opus', sampleRate: 48_000, numberOfChannels: 1, description: opusHead() }
  let [rest, count] = [new Float32Array(0), 0]
  const addPacket = async (samples: Float32Array) => {
    const duration = packetSamples / encoderRate
    const packet = new EncodedPacket(encoder.encode(samples), 'key', count * duration, duration)
    await track.add(packet, count++ === 0 ? { decoderConfig: config } : undefined)
  }
  return {
    async add(samples: Float32Array) {
      const all = new Float32Array(rest.length + samples.length)
      all.set(rest)
      all.set(samples, rest.length)
      let at = 0
      for (; at + packetSamples <= all.length; at += packetSamples)
        await addPacket(all.subarray(at, at + packetSamples))
      rest = all.slice(at)
    },
    async finish(): Promise<Uint8Array<ArrayBuffer>> {
      if (rest.length > 0) await addPacket(rest)
      if (count === 0) throw new AppError('ERR_MEDIA_TYPE')
      await output.finalize()
      return new Uint8Array(target.buffer as ArrayBuffer)
    },
  }
}

/** First header of Opus in Ogg (RFC 7845, section 5.1). */
function opusHead(): Uint8Array {
  const head = Buffer.alloc(19)
  head.write('OpusHead')
  head.set([1, 1], 8) // version, channels
  head.writeUInt16LE(preSkip, 10)
  head.writeUInt32LE(encoderRate, 12)
  return head
}

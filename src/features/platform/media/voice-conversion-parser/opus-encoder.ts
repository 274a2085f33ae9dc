import createNative from 'opusscript/build/opusscript_native_wasm.js'
import wasm from 'opusscript/build/opusscript_native_wasm.wasm' with { type: 'file' }

/** Rate of the encoder: iPhones play voice notes of 16 kHz in packets of 60 ms (docs/whatsapp.md, "Voice notes"). */
export const encoderRate = 16_000
/** Samples of one packet, 60 ms. */
export const packetSamples = (encoderRate * 60) / 1000
/** Samples that a decoder leaves out at the beginning, at 48 kHz (libopus's look-ahead of 6.5 ms). */
export const preSkip = 312
const bitrate = 24_000
const [forVoice, setBitrate] = [2048, 4002] // OPUS_APPLICATION_VOIP, OPUS_SET_BITRATE
const maxPacket = 3828

/** Encodes mono speech to Opus with libopus, compiled to WebAssembly. The file is embedded in the executable. */
export async function createOpusEncoder() {
  const native = createNative({ wasmBinary: await Bun.file(wasm).bytes() })
  await native.ready
  const handler = new native.OpusScriptHandler(encoderRate, 1, forVoice)
  handler._encoder_ctl(setBitrate, bitrate)
  const [input, output] = [native._malloc(packetSamples * 4), native._malloc(maxPacket)]
  return {
    /** One packet of `packetSamples` samples from -1 to 1. */
    encode(samples: Float32Array): Uint8Array<ArrayBuffer> {
      // opusscript reads each byte of a sample from a word of its own.
      const words = native.HEAPU16.subarray(input / 2, input / 2 + packetSamples * 2)
      for (let at = 0; at < packetSamples; at++) {
        const value = Math.round(Math.max(-1, Math.min(1, samples[at] ?? 0)) * 32_767) & 0xffff
        words[2 * at] = value & 0xff
        words[2 * at + 1] = value >> 8
      }
      const length = handler._encode(input, packetSamples * 2, output, packetSamples)
      if (length < 0) throw new Error(`opus: ${length}`)
      return native.HEAPU8.slice(output, output + length)
    },
  }
}

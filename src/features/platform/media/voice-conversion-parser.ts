import { getAudioDecoder } from '@martel/audio-file-decoder'
import wasm from '@martel/audio-file-decoder/decode-audio.wasm' with { type: 'file' }
import { blobOf, type ParserSource } from '../../../core/parsers/contract'
import { AppError } from '../../../shared/errors'
import { createVoice } from './voice-conversion-parser/ogg-voice'
import { encoderRate } from './voice-conversion-parser/opus-encoder'
import { Resampler } from './voice-conversion-parser/resampler'

/** Seconds that are decoded at once: samples of one piece are in memory. */
const pieceSeconds = 20
/** Rates of sound cards. Others are those of a broken file. */
const [minRate, maxRate] = [8000, 192_000]

/**
 * Decodes a sound (AAC, MP3, WAV) and returns it as Opus in Ogg, mono. Runs in a parser worker.
 * @param seconds duration of the sound, which was read before
 * @throws ERR_MEDIA_TYPE for one that cannot be decoded
 */
export async function convertVoice(source: ParserSource & { seconds: number }): Promise<Uint8Array<ArrayBuffer>> {
  const { file, address } = { file: await blobOf(source).arrayBuffer(), address: await decoderAddress() }
  const decoder = await getAudioDecoder(address, file).catch(() => null)
  if (!decoder) throw new AppError('ERR_MEDIA_TYPE')
  const { sampleRate } = decoder
  if (!(sampleRate >= minRate && sampleRate <= maxRate)) throw new AppError('ERR_MEDIA_TYPE')
  const voice = await createVoice()
  const resampler = new Resampler(sampleRate, encoderRate)
  for (let at = 0; at < source.seconds; at += pieceSeconds) {
    const wanted = Math.min(pieceSeconds, source.seconds - at)
    const samples = decoder.decodeAudioData(at, wanted).subarray(0, Math.ceil(wanted * sampleRate))
    await voice.add(resampler.push(samples))
  }
  await voice.add(resampler.end())
  decoder.dispose()
  return voice.finish()
}

/** The decoder loads its code from an address, which a file inside the executable does not have. */
async function decoderAddress() {
  const code = new Blob([await Bun.file(wasm).bytes()], { type: 'application/wasm' })
  return URL.createObjectURL(code)
}

import {
  BlobSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Input,
  type InputAudioTrack,
  OggOutputFormat,
  Output,
} from 'mediabunny'
import { blobOf, type ParserSource } from '../../../core/parsers/contract'
import { AppError } from '../../../shared/errors'
import { soundOf } from '../../../shared/sound'
import { containerOf, maxSeconds, soundFormats } from './sound-parser/formats'

/** Rates of sound cards in Hz, and channels of a recording. */
const [minRate, maxRate, maxChannels] = [8000, 192_000, 8]

/** A recording. `oggBytes`: its Opus in Ogg, unless it is that already or has to be converted. */
export interface Voice {
  seconds: number
  oggBytes: Uint8Array<ArrayBuffer> | null
  mustConvert: boolean
}

/**
 * Reads a recording and returns it in the form WhatsApp plays, Opus in Ogg. Opus of another container is copied into Ogg
 * without decoding; other sounds that may become a voice note are left to `voice.convert`. Runs in a parser worker, because
 * mediabunny 1.61 loops endlessly on some broken files.
 * @throws ERR_MEDIA_TYPE for a sound that cannot be a voice note
 */
export async function readVoice(source: ParserSource): Promise<Voice> {
  const input = new Input({ source: new BlobSource(blobOf(source)), formats: soundFormats })
  try {
    const track = await input.getPrimaryAudioTrack().catch(() => null)
    if (!track || (await input.getPrimaryVideoTrack())) throw new AppError('ERR_MEDIA_TYPE')
    const how = soundOf({ container: containerOf(await input.getFormat()), codec: track.codec })?.voice
    if (!how || !(await isUsual(track))) throw new AppError('ERR_MEDIA_TYPE')
    const seconds = await input.computeDuration()
    if (!(seconds >= 0 && seconds <= maxSeconds)) throw new AppError('ERR_MEDIA_TYPE')
    return { seconds, oggBytes: how === 'repacked' ? await copyToOgg(track) : null, mustConvert: how === 'converted' }
  } finally {
    input.dispose()
  }
}

/** False for the rates and channels of a broken file. */
async function isUsual(track: InputAudioTrack): Promise<boolean> {
  const [rate, channels] = [await track.getSampleRate(), await track.getNumberOfChannels()]
  return rate >= minRate && rate <= maxRate && channels >= 1 && channels <= maxChannels
}

/** Copies the packets. A recording that begins late, as MP4 does by its edit list, begins at 0. */
async function copyToOgg(track: InputAudioTrack): Promise<Uint8Array<ArrayBuffer>> {
  const decoderConfig = await track.getDecoderConfig()
  const target = new BufferTarget()
  const output = new Output({ format: new OggOutputFormat(), target })
  const copy = new EncodedAudioPacketSource('opus')
  output.addAudioTrack(copy)
  await output.start()
  let first: number | undefined
  for await (const packet of new EncodedPacketSink(track).packets()) {
    first ??= packet.timestamp
    const timestamp = Math.max(0, packet.timestamp - first)
    await copy.add(packet.clone({ timestamp }), decoderConfig ? { decoderConfig } : undefined)
  }
  if (first === undefined) throw new AppError('ERR_MEDIA_TYPE')
  await output.finalize()
  return new Uint8Array(target.buffer as ArrayBuffer)
}

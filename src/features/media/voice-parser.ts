import { BlobSource, BufferTarget, Conversion, Input, OGG, OggOutputFormat, Output, WEBM } from 'mediabunny'
import { blobOf, type ParserSource } from '../../core/parsers/contract'
import { AppError } from '../../shared/errors'

/** `oggBytes` is null when the recording is Ogg already. */
export interface Voice {
  seconds: number
  oggBytes: Uint8Array<ArrayBuffer> | null
}

/** 24 hours in seconds, more than the largest allowed file can contain: a longer duration means a broken file. */
const maxSeconds = 86_400

/**
 * Returns a recording in the form WhatsApp plays: Opus in Ogg. For browsers that only record WebM the Opus packets are
 * copied into Ogg without decoding. Runs in a parser worker, because mediabunny 1.61 loops endlessly on some broken
 * files.
 * @throws ERR_MEDIA_TYPE when it contains no Opus
 */
export async function readVoice(source: ParserSource): Promise<Voice> {
  const input = new Input({ source: new BlobSource(blobOf(source)), formats: [OGG, WEBM] })
  try {
    const track = await input.getPrimaryAudioTrack().catch(() => null)
    if (track?.codec !== 'opus') throw new AppError('ERR_MEDIA_TYPE')
    const seconds = await input.computeDuration()
    if (!(seconds >= 0 && seconds <= maxSeconds)) throw new AppError('ERR_MEDIA_TYPE')
    return { seconds, oggBytes: (await input.getFormat()) === OGG ? null : await copyToOgg(input) }
  } finally {
    input.dispose()
  }
}

async function copyToOgg(input: Input): Promise<Uint8Array<ArrayBuffer>> {
  const target = new BufferTarget()
  const output = new Output({ format: new OggOutputFormat(), target })
  const conversion = await Conversion.init({ input, output, video: { discard: true } })
  await conversion.execute()
  // An input without packets produces an empty file.
  if (!target.buffer?.byteLength) throw new AppError('ERR_MEDIA_TYPE')
  return new Uint8Array(target.buffer)
}

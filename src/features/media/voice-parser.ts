import { BlobSource, BufferTarget, Conversion, Input, OGG, OggOutputFormat, Output, WEBM } from 'mediabunny'
import { blobOf, type ParserSource } from '../../core/parsers/contract'
import { AppError } from '../../shared/errors'

/** `oggBytes` is null when the recording was Ogg already. */
export interface Voice {
  seconds: number
  oggBytes: Uint8Array<ArrayBuffer> | null
}

/** A day: longer than the largest file can be, so that what claims to be longer is broken. */
const maxSeconds = 86_400

/**
 * A recording as WhatsApp plays it: Ogg with Opus inside. Browsers that can only record WebM are helped by copying the
 * same Opus packets into Ogg, without decoding. Runs in a parser worker: mediabunny 1.61 loops for ever over some broken
 * files. @throws ERR_MEDIA_TYPE when there is no Opus in it.
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
  // Without a single packet the file stays empty.
  if (!target.buffer?.byteLength) throw new AppError('ERR_MEDIA_TYPE')
  return new Uint8Array(target.buffer)
}

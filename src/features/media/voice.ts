import { AppError } from '../../shared/errors'

/**
 * A recording as WhatsApp plays it: Ogg with Opus inside. Browsers that can only record WebM are helped by copying the
 * same Opus packets into Ogg, without decoding; `oggBytes` is null when it was Ogg already.
 * @throws ERR_MEDIA_TYPE when there is no Opus in it.
 */
export async function voiceNote(absolute: string): Promise<{ seconds: number; oggBytes: Uint8Array | null }> {
  const { BlobSource, BufferTarget, Conversion, Input, OGG, OggOutputFormat, Output, WEBM } = await import('mediabunny')
  const input = new Input({ source: new BlobSource(Bun.file(absolute)), formats: [OGG, WEBM] })
  try {
    const track = await input.getPrimaryAudioTrack().catch(() => null)
    if (track?.codec !== 'opus') throw new AppError('ERR_MEDIA_TYPE')
    const seconds = await input.computeDuration()
    if ((await input.getFormat()) === OGG) return { seconds, oggBytes: null }
    const target = new BufferTarget()
    const output = new Output({ format: new OggOutputFormat(), target })
    const conversion = await Conversion.init({ input, output, video: { discard: true } })
    await conversion.execute()
    if (!target.buffer) throw new AppError('ERR_MEDIA_TYPE')
    return { seconds, oggBytes: new Uint8Array(target.buffer) }
  } finally {
    input.dispose()
  }
}

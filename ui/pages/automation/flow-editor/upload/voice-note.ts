/**
 * The recording as Opus in Ogg, which WhatsApp plays as a voice message; null if this browser cannot decode or encode
 * it. Loads mediabunny at the first use.
 */
export async function toVoiceNote(recording: Blob, name: string): Promise<File | null> {
  const { ALL_FORMATS, BlobSource, BufferTarget, Conversion, Input, OggOutputFormat, Output, canEncodeAudio } =
    await import('mediabunny')
  if (!(await canEncodeAudio('opus', { ...audioFormat, bitrate }))) return null
  const input = new Input({ source: new BlobSource(recording), formats: ALL_FORMATS })
  const target = new BufferTarget()
  const output = new Output({ format: new OggOutputFormat(), target })
  const audio = { codec: 'opus', bitrate, ...audioFormat } as const
  try {
    const conversion = await Conversion.init({ input, output, audio, video: { discard: true } })
    if (!conversion.isValid) return null
    await conversion.execute()
    if (!target.buffer?.byteLength) return null
    return new File([target.buffer], name.replace(/\.\w{1,10}$/, '.ogg'), { type: 'audio/ogg; codecs=opus' })
  } catch {
    return null
  } finally {
    input.dispose()
  }
}

/** Speech in the quality of WhatsApp's own voice messages, with some more room for music. */
const audioFormat = { numberOfChannels: 1, sampleRate: 48_000 } as const
const bitrate = 32_000

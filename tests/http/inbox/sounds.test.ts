import { describe, expect, test } from 'bun:test'
import { getAudioDecoder } from '@martel/audio-file-decoder'
import { limits } from '../../../src/shared/limits'
import { recordedSounds, sounds, voiceMime } from '../../../src/shared/sound'
import { createInstallation, errorAnswer } from '../../installation'
import { soundFile } from '../../sample-files'

/** Two seconds of AMR, which ffmpeg of Debian cannot write: 100 frames of 4.75 kbit/s (RFC 4867). */
function amr() {
  const frame = new Uint8Array(13)
  frame[0] = 0x04
  return new Uint8Array(Buffer.concat([Buffer.from('#!AMR\n'), ...Array.from({ length: 100 }, () => frame)]))
}

const bytesOf = (name: string) => (name === 'sound.amr' ? amr() : soundFile(name))

async function createConversation() {
  const installation = await createInstallation()
  const { id: whatsappId } = await installation.insertConnection()
  installation.whatsapp.openConnections.add(whatsappId)
  const { id } = await installation.insertTicket({ status: 'open', userId: 3, queueId: 1, whatsappId })
  /** Sends a file as Bob and returns what the phone gets, or the error. */
  const send = async (name: string, values: object = {}) => {
    const medias = [new File([await bytesOf(name)], name)]
    const { data, error, status } = await installation
      .clientAs('bob')
      .messages({ id })
      .post({ medias, ...values })
    await installation.jobs.settle()
    const content = installation.whatsapp.sent.at(-1)?.content
    return { message: data?.messages[0], error: error && { error, status }, content: content as Sent | undefined }
  }
  return { ...installation, send }
}

interface Sent {
  kind: string
  mime: string
  seconds?: number
  path: string
}

/** Rate of what was encoded, in the first header of Opus in Ogg (RFC 7845, section 5.1). */
async function rateOf(path: string): Promise<number> {
  const bytes = Buffer.from(await Bun.file(path).slice(0, 100).arrayBuffer())
  return bytes.readUInt32LE(bytes.indexOf('OpusHead') + 12)
}

/** Frequency of an Ogg file, by its crossings of zero between 0.5 and 1.5 seconds. */
async function frequencyOf(path: string): Promise<number> {
  const code = Bun.file('node_modules/@martel/audio-file-decoder/decode-audio.wasm')
  const address = URL.createObjectURL(new Blob([await code.bytes()], { type: 'application/wasm' }))
  const decoder = await getAudioDecoder(address, await Bun.file(path).arrayBuffer())
  const { sampleRate } = decoder
  const samples = decoder.decodeAudioData(0, 2).subarray(sampleRate / 2, (sampleRate * 3) / 2)
  decoder.dispose()
  return samples.filter((sample, at) => at > 0 && sample >= 0 && (samples[at - 1] as number) < 0).length
}

test.each([
  ['opus.ogg', 'audio', voiceMime],
  ['iphone.m4a', 'audio', 'audio/mp4'],
  ['safari.mp4', 'audio', 'audio/mp4'],
  ['stereo.m4a', 'audio', 'audio/mp4'],
  ['sound.aac', 'audio', 'audio/aac'],
  ['sound.mp3', 'audio', 'audio/mpeg'],
  ['variable.mp3', 'audio', 'audio/mpeg'],
  ['sound.amr', 'audio', 'audio/amr'],
  ['film.mp4', 'video', 'video/mp4'],
])('%s is sent as %s with the type %s and its duration', async (name, kind, mime) => {
  const { send } = await createConversation()
  const { message, content } = await send(name)
  expect(content).toMatchObject({ kind, mime, seconds: 2 })
  expect(message).toMatchObject({ mediaType: kind, detail: { mime, seconds: 2, fileName: name } })
})

test.each(['sound.wav', 'sound.flac', 'sound.wma', 'vorbis.ogg', 'alac.m4a', 'opus.webm', 'opus.mp4'])(
  '%s, which phones do not play, is sent as a document',
  async (name) => {
    const { send } = await createConversation()
    const { message, content } = await send(name, { seconds: 7 })
    expect(content?.kind).toBe('document')
    expect(message).toMatchObject({ mediaType: 'application', detail: { fileName: name } })
  },
)

describe('a voice note', () => {
  test('that is Opus in Ogg keeps its bytes', async () => {
    const { send } = await createConversation()
    const { content } = await send('opus.ogg', { voice: true })
    expect(content).toMatchObject({ kind: 'voice', mime: voiceMime, seconds: 2 })
    expect(await Bun.file(content?.path ?? '').bytes()).toEqual(await soundFile('opus.ogg'))
  })

  test.each([
    'opus.webm',
    'opus.mp4',
    'safari.mp4',
    'iphone.m4a',
    'stereo.m4a',
    'sound.aac',
    'sound.mp3',
    'variable.mp3',
    'sound.wav',
  ])('of %s is Opus in Ogg of the same length and tone', async (name) => {
    const { send } = await createConversation()
    const { content } = await send(name, { voice: true, seconds: 99 })
    expect(content).toMatchObject({ kind: 'voice', mime: voiceMime, seconds: 2 })
    const head = await Bun.file(content?.path ?? '')
      .slice(0, 40)
      .text()
    expect([head.slice(0, 4), head.includes('OpusHead')]).toEqual(['OggS', true])
    if (!name.startsWith('opus')) expect(await rateOf(content?.path ?? '')).toBe(16_000)
    expect(Math.abs((await frequencyOf(content?.path ?? '')) - 440)).toBeLessThan(10)
  })

  test.each(['sound.flac', 'sound.wma', 'vorbis.ogg', 'alac.m4a', 'sound.amr', 'film.mp4'])(
    'of %s is refused',
    async (name) => {
      const { send } = await createConversation()
      const { error, content } = await send(name, { voice: true })
      expect(error).toMatchObject(errorAnswer(415, 'ERR_MEDIA_TYPE'))
      expect(content).toBeUndefined()
    },
  )

  test.each([
    ['no bytes after its head', (bytes: Buffer) => bytes.fill(0, 40, 44)],
    ['a rate of 7 Hz', (bytes: Buffer) => bytes.writeUInt32LE(7, 24)],
    ['a rate of four billion Hz', (bytes: Buffer) => bytes.writeUInt32LE(4_000_000_000, 24)],
    ['no channel', (bytes: Buffer) => bytes.writeUInt16LE(0, 22)],
    ['65,535 channels', (bytes: Buffer) => bytes.writeUInt16LE(65_535, 22)],
    ['samples of 0 bits', (bytes: Buffer) => bytes.writeUInt16LE(0, 34)],
    ['an unknown format', (bytes: Buffer) => bytes.writeUInt16LE(0x7777, 20)],
  ])('of a WAV file with %s is refused with the same error', async (_, damage) => {
    const { clientAs, insertTicket, insertConnection } = await createInstallation()
    const { id: whatsappId } = await insertConnection()
    const { id } = await insertTicket({ status: 'open', userId: 3, queueId: 1, whatsappId })
    const bytes = await soundFile('sound.wav')
    damage(Buffer.from(bytes.buffer))
    const medias = [new File([bytes], 'voz.wav')]
    const { error } = await clientAs('bob').messages({ id }).post({ medias, voice: true })
    expect(error).toMatchObject(errorAnswer(415, 'ERR_MEDIA_TYPE').error)
  })

  test('that would take too long to convert is sent as a sound', async () => {
    const { send } = await createConversation()
    const allowed = limits.convertedVoice
    Object.assign(limits, { convertedVoice: 1 })
    try {
      const { content } = await send('iphone.m4a', { voice: true })
      expect(content).toMatchObject({ kind: 'audio', mime: 'audio/mp4', seconds: 2 })
    } finally {
      Object.assign(limits, { convertedVoice: allowed })
    }
  })
})

test('a recorder may choose every sound of the table that has a type of its own, Opus first', () => {
  expect(recordedSounds.map(({ mime }) => mime)).toEqual([
    'audio/ogg;codecs=opus',
    'audio/webm;codecs=opus',
    'audio/mp4;codecs=opus',
    'audio/mp4',
  ])
  for (const sound of sounds) if (sound.recorded) expect(sound.voice).not.toBeNull()
})

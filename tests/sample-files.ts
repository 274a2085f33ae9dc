import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny'

const crc = (bytes: Buffer) => {
  const word = Buffer.alloc(4)
  word.writeUInt32BE(Bun.hash.crc32(bytes) >>> 0)
  return word
}
function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([length, body, crc(body)])
}

/** Valid PNG, all black. */
export function png(width = 200, height = 100): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc((width + 1) * height)) // each row starts with its filter byte: 0 is none
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const parts = [chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]
  return new Uint8Array(Buffer.concat([signature, ...parts]))
}

/** Valid JPEG and WebP of 30 × 20 black pixels. */
export const jpeg = () => new Bun.Image(png(30, 20)).jpeg({ quality: 80 }).bytes() as Promise<Uint8Array<ArrayBuffer>>
export const webp = () => new Bun.Image(png(30, 20)).webp({ quality: 80 }).bytes() as Promise<Uint8Array<ArrayBuffer>>

/** Valid GIF of one black pixel. */
export const gif = () =>
  new Uint8Array(Buffer.from('47494638396101000100800000000000ffffff2c00000000010001000002024401003b', 'hex'))

/** PDF of one empty page, with its table of references. */
export function pdf(): Uint8Array<ArrayBuffer> {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>',
  ]
  let text = '%PDF-1.7\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj${object}endobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const start = text.length
  text += `xref\n0 4\n0000000000 65535 f \n${offsets.join('')}trailer<</Size 4/Root 1 0 R>>\nstartxref\n${start}\n%%EOF`
  return new Uint8Array(Buffer.from(text))
}

/** MP3 file of silent frames, with at least this many bytes. */
export function mp3(bytes = 1000): Uint8Array<ArrayBuffer> {
  const frame = Buffer.alloc(417)
  frame.set([0xff, 0xfb, 0x90, 0x64]) // MPEG 1 layer 3, 128 kbit/s, 44.1 kHz
  return new Uint8Array(Buffer.concat(Array.from({ length: Math.ceil(bytes / frame.length) }, () => frame)))
}

/** Two seconds of 440 Hz, made by ffmpeg with the command in `tests/samples/sound/make.sh`. */
export const soundFile = (name: string) =>
  Bun.file(join(import.meta.dir, 'samples/sound', name)).bytes() as Promise<Uint8Array<ArrayBuffer>>

const formats = { ogg: OggOutputFormat, webm: WebMOutputFormat, mp4: Mp4OutputFormat }

/** MP4 file with one second of audio. */
export const mp4 = () => recording('mp4', 1)

/** Recording of silence as browsers make it: Opus in WebM, Ogg or MP4. */
export async function recording(format: keyof typeof formats, seconds: number): Promise<Uint8Array<ArrayBuffer>> {
  const target = new BufferTarget()
  const output = new Output({ format: new formats[format](), target })
  const source = new EncodedAudioPacketSource('opus')
  output.addAudioTrack(source)
  await output.start()
  const description = new Uint8Array([...Buffer.from('OpusHead'), 1, 1, 0x38, 0x01, 0x80, 0xbb, 0, 0, 0, 0, 0])
  const decoderConfig = { codec: 'opus', sampleRate: 48_000, numberOfChannels: 1, description }
  for (let at = 0; at < seconds; at += 0.02)
    await source.add(new EncodedPacket(new Uint8Array([0xf8, 0xff, 0xfe]), 'key', at, 0.02), { decoderConfig })
  await output.finalize()
  return new Uint8Array(target.buffer as ArrayBuffer)
}

/** Recording that puts mediabunny 1.61 into an endless loop: the size byte at one of these offsets is 0, not 0x10. */
export async function endlessRecording(offset: 53 | 124): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await recording('webm', 1)
  if (bytes[offset] !== 0x10) throw new Error(`unexpected byte at ${offset}: the layout of recordings has changed`)
  bytes[offset] = 0
  return bytes
}

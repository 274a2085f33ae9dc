import { createPdf } from '../../emulator/control/pdf'
import { createSample, type SampleName } from '../../emulator/control/samples'
import { createWaveform } from '../../emulator/control/voice'
import type { Scope } from '../core/scope'
import type { MessageDetail } from '../features/inbox/messages/model'
import { registerFile, type StoredFile } from '../features/platform/media/files'
import type { MediaType } from '../shared/enums'
import type { Turn } from './read-script'

/** A stored file with the type and details of the message that shows it. */
interface MessageFile {
  file: StoredFile
  mediaType: MediaType
  detail: MessageDetail
}

const variants = 6

/**
 * Stores the file of a turn; null for a turn without one. Each message has its own file and row, as received messages
 * have; their content repeats after `variants` files.
 */
export async function storeMessageFile(scope: Scope, turn: Turn, seed: number): Promise<MessageFile | null> {
  const made = createSampleFile(turn, seed % variants)
  return made && { ...made, file: await storeFile(scope, made.bytes, made.detail) }
}

/** Returns the profile picture of a seed as PNG: the simulated phone and the stored contact show the same one. */
export const drawPortrait = (seed: number): Buffer => cachedSample('portrait', seed).bytes

/** Stores the profile picture of a seed as a file of the company. */
export const storePortrait = (scope: Scope, seed: number): Promise<StoredFile> =>
  storeFile(scope, drawPortrait(seed), { fileName: 'picture.png', mime: 'image/png' })

interface SampleFile {
  bytes: Buffer
  mediaType: MediaType
  detail: MessageDetail
}

function createSampleFile({ prop, about = '', text }: Turn, seed: number): SampleFile | null {
  if (prop === 'cake' || prop === 'sweets') return createImage(prop, seed, 640, 480)
  if (prop === 'receipt') return createImage(prop, seed, 480, 640)
  if (prop === 'sticker') return { ...cachedSample('sticker', 1), mediaType: 'sticker', detail: { mime: 'image/webp' } }
  if (prop === 'voice') return createVoiceNote(Number(about), seed)
  if (prop !== 'pdf') return null
  const bytes = createPdf(about, [
    'Doce Aurora Confeitaria',
    'Rua das Acácias, 214',
    '',
    text,
    'Documento de demonstração.',
  ])
  const detail = { fileName: `${about}.pdf`, mime: 'application/pdf', size: bytes.length }
  return { bytes, mediaType: 'application', detail }
}

const samples = new Map<string, Buffer>()

function cachedSample(name: SampleName, seed: number): { bytes: Buffer } {
  const key = `${name} ${seed}`
  const bytes = samples.get(key) ?? createSample(name, seed).bytes
  samples.set(key, bytes)
  return { bytes }
}

function createImage(name: SampleName, seed: number, width: number, height: number): SampleFile {
  const { bytes } = cachedSample(name, seed + 1)
  return { bytes, mediaType: 'image', detail: { mime: 'image/png', size: bytes.length, width, height } }
}

function createVoiceNote(seconds: number, seed: number): SampleFile {
  const { bytes } = createSample('voice', 1, seconds)
  const detail = {
    mime: 'audio/ogg; codecs=opus',
    size: bytes.length,
    seconds,
    voice: true,
    waveform: createWaveform(seed),
  }
  return { bytes, mediaType: 'audio', detail }
}

async function storeFile(scope: Scope, bytes: Buffer, { fileName, mime = '' }: MessageDetail): Promise<StoredFile> {
  const { media } = scope.ports
  const allocated = media.newPath(scope.companyId)
  await Bun.write(await media.prepare(allocated.path), bytes)
  await media.storeFile(allocated.path)
  const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
  const plain = mime.split(';')[0] ?? ''
  const file = {
    ...allocated,
    originalName: fileName ?? `arquivo.${plain.split('/')[1]}`,
    mime: plain,
    size: bytes.length,
    sha256,
  }
  await registerFile(scope, file)
  return file
}

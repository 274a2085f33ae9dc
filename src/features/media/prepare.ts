import { ParseFailure } from '../../core/parsers/contract'
import type { Scope } from '../../core/scope'
import type { MediaType } from '../../shared/enums'
import { AppError } from '../../shared/errors'
import { limits } from '../../shared/limits'
import type { MessageDetail } from '../messages/model'
import { type StoredFile, saveStream } from './files'
import { readVoiceNote } from './voice'

/** A file ready to be sent, with its media type and the details of its message. */
export interface PreparedFile {
  file: StoredFile
  /** False for a file uploaded before, whose row exists. */
  fresh: boolean
  mediaType: MediaType
  detail: MessageDetail
}

export interface Recording {
  voice?: boolean
  sticker?: boolean
  seconds?: number
  waveform?: number[]
}

/** WhatsApp displays only these types; svg, tiff, gif and others are sent as documents (server-behaviour §12). */
function mediaTypeOf(mime: string): MediaType {
  if (/^image\/(jpeg|png|webp)$/.test(mime)) return 'image'
  if (mime === 'video/mp4') return 'video'
  return mime.startsWith('audio/') ? 'audio' : 'application'
}

/** Reads the stored bytes and decides how the file is sent. @throws ERR_VOICE_TOO_SHORT, and as readVoiceNote */
export async function prepareFile(
  scope: Scope,
  file: StoredFile,
  fresh: boolean,
  recording: Recording,
): Promise<PreparedFile> {
  if (recording.voice) return prepareVoice(scope, file, fresh, recording)
  if (recording.sticker) return prepareSticker(scope, file, fresh)
  const detail: MessageDetail = { fileName: file.originalName, mime: file.mime, size: file.size }
  const mediaType = mediaTypeOf(file.mime)
  if (recording.seconds !== undefined && mediaType !== 'application') detail.seconds = recording.seconds
  if (mediaType !== 'image') return { file, fresh, mediaType, detail }
  const image = await measurePicture(scope, file)
  return image
    ? { file, fresh, mediaType, detail: { ...detail, ...image } }
    : { file, fresh, mediaType: 'application', detail }
}

async function prepareVoice(
  scope: Scope,
  recorded: StoredFile,
  fresh: boolean,
  { waveform }: Recording,
): Promise<PreparedFile> {
  const { seconds, oggBytes } = await readVoiceNote(scope, recorded)
  if (seconds < limits.voiceMinimum) throw new AppError('ERR_VOICE_TOO_SHORT', { seconds })
  const file = oggBytes ? await saveStream(scope, inOne(oggBytes), 'voice.ogg') : recorded
  const detail: MessageDetail = {
    mime: 'audio/ogg; codecs=opus',
    size: file.size,
    seconds: Math.round(seconds),
    voice: true,
  }
  if (waveform?.length === 64) detail.waveform = waveform.map(Math.round)
  return { file, fresh: fresh || file !== recorded, mediaType: 'audio', detail }
}

/** A sticker is a WebP picture of at most 1 MB, as WhatsApp shows it. @throws ERR_VALIDATION for any other file */
async function prepareSticker(scope: Scope, file: StoredFile, fresh: boolean): Promise<PreparedFile> {
  const image = file.mime === 'image/webp' && file.size <= limits.sticker ? await measurePicture(scope, file) : null
  if (!image) throw new AppError('ERR_VALIDATION', { fields: ['sticker'] })
  const detail = { mime: file.mime, size: file.size, width: image.width, height: image.height }
  return { file, fresh, mediaType: 'sticker', detail }
}

async function* inOne(bytes: Uint8Array) {
  yield bytes
}

const thumbnail = { maxPixels: 50_000_000, side: 72, quality: 60 }

/** Returns a picture's size and thumbnail, or null for one that cannot be decoded, which is sent as a document. */
async function measurePicture({ ports, companyId }: Scope, { path, size }: StoredFile) {
  const source = { path: ports.media.absolute(path), size }
  try {
    const { dataUrl, ...dimensions } = await ports.parsers.run(companyId, 'picture.shrink', { ...source, ...thumbnail })
    return { ...dimensions, thumbnail: dataUrl }
  } catch (error) {
    if (error instanceof ParseFailure) return null
    throw error
  }
}

import { ParseFailure } from '../../../core/parsers/contract'
import type { Scope } from '../../../core/scope'
import type { MediaType } from '../../../shared/enums'
import { AppError } from '../../../shared/errors'
import { limits } from '../../../shared/limits'
import { soundOf, voiceMime } from '../../../shared/sound'
import { type StoredFile, saveStream } from './files'
import { readSound } from './sound'
import { readVoiceNote } from './voice'

/** Facts of a file in a message (a part of its `detail`): sizes in bytes, pixels and seconds. */
interface FileDetail {
  fileName?: string
  mime?: string
  size?: number
  seconds?: number
  voice?: boolean
  waveform?: number[]
  width?: number
  height?: number
  thumbnail?: string
}

/** A file ready to be sent, with its media type and the details of its message. */
export interface PreparedFile {
  file: StoredFile
  /** False for a file uploaded before, whose row exists. */
  fresh: boolean
  mediaType: MediaType
  detail: FileDetail
}

interface Recording {
  voice?: boolean
  sticker?: boolean
  seconds?: number
  waveform?: number[]
}

/** WhatsApp displays only these types; svg, tiff, gif and others are sent as documents. */
const isPicture = (mime: string) => /^image\/(jpeg|png|webp)$/.test(mime)
/** Files with sound, or that may have it: recorders of browsers write sound into MP4 and WebM without a picture. */
const maySound = (mime: string) => /^(audio\/|video\/(mp4|webm|quicktime)$|application\/ogg$)/.test(mime)

/** Reads the stored bytes and decides how the file is sent. @throws ERR_VOICE_TOO_SHORT, and as readVoiceNote */
export async function prepareFile(
  scope: Scope,
  file: StoredFile,
  fresh: boolean,
  recording: Recording,
): Promise<PreparedFile> {
  if (recording.voice) return prepareVoice(scope, file, fresh, recording)
  if (recording.sticker) return prepareSticker(scope, file, fresh)
  const detail: FileDetail = { fileName: file.originalName, mime: file.mime, size: file.size }
  if (maySound(file.mime)) return { file, fresh, ...(await describeSound(scope, file, detail, recording)) }
  const image = isPicture(file.mime) ? await measurePicture(scope, file) : null
  return image
    ? { file, fresh, mediaType: 'image', detail: { ...detail, ...image } }
    : { file, fresh, mediaType: 'application', detail }
}

/** A sound that phones play is sent as one, a film in MP4 as a film, and anything else as a document. */
async function describeSound(scope: Scope, file: StoredFile, detail: FileDetail, { seconds: stated }: Recording) {
  const sound = await readSound(scope, file)
  const isFilm = sound.hasPicture && file.mime === 'video/mp4'
  const mime = isFilm ? file.mime : sound.hasPicture ? null : (soundOf(sound)?.played ?? null)
  if (mime === null) return { mediaType: 'application' as const, detail }
  const seconds = sound.seconds === null ? stated : Math.max(1, Math.round(sound.seconds))
  const played = { ...detail, mime, ...(seconds !== undefined && { seconds }) }
  return { mediaType: isFilm ? ('video' as const) : ('audio' as const), detail: played }
}

async function prepareVoice(
  scope: Scope,
  recorded: StoredFile,
  fresh: boolean,
  { waveform }: Recording,
): Promise<PreparedFile> {
  const note = await readVoiceNote(scope, recorded)
  if (!note) return prepareFile(scope, recorded, fresh, {})
  const { seconds, oggBytes } = note
  if (seconds < limits.voiceMinimum) throw new AppError('ERR_VOICE_TOO_SHORT', { seconds })
  const file = oggBytes ? await saveStream(scope, inOne(oggBytes), 'voice.ogg') : recorded
  const detail: FileDetail = {
    mime: voiceMime,
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
  const source = { path: await ports.media.locate(path), size }
  try {
    const { dataUrl, ...dimensions } = await ports.parsers.run(companyId, 'picture.shrink', { ...source, ...thumbnail })
    return { ...dimensions, thumbnail: dataUrl }
  } catch (error) {
    if (error instanceof ParseFailure) return null
    throw error
  }
}

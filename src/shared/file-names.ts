import type { Language, MediaType } from './enums'

/** Endings of the types that the server detects; the first is used for a name without one. */
const endings: Record<string, readonly string[]> = {
  'image/jpeg': ['jpg', 'jpeg', 'jfif', 'jpe'],
  'image/png': ['png'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'image/avif': ['avif'],
  'image/heic': ['heic', 'heif'],
  'image/heif': ['heif', 'heic'],
  'image/heic-sequence': ['heics', 'heic'],
  'image/heif-sequence': ['heifs', 'heif'],
  'image/tiff': ['tif', 'tiff'],
  'image/bmp': ['bmp'],
  'image/jxl': ['jxl'],
  'image/x-icon': ['ico'],
  'image/svg+xml': ['svg'],
  'video/mp4': ['mp4', 'm4v'],
  'video/x-m4v': ['m4v', 'mp4'],
  'video/quicktime': ['mov', 'qt'],
  'video/3gpp': ['3gp'],
  'video/3gpp2': ['3g2', '3gp'],
  'video/webm': ['webm'],
  'video/matroska': ['mkv'],
  'video/x-matroska': ['mkv'],
  'video/x-msvideo': ['avi'],
  'video/vnd.avi': ['avi'],
  'video/mpeg': ['mpg', 'mpeg'],
  'video/x-ms-asf': ['wmv', 'asf'],
  'video/ogg': ['ogv', 'ogg'],
  'audio/ogg': ['ogg', 'oga', 'opus'],
  'audio/opus': ['opus', 'ogg'],
  'audio/mpeg': ['mp3'],
  'audio/mp4': ['m4a', 'mp4'],
  'audio/x-m4a': ['m4a'],
  'audio/aac': ['aac'],
  'audio/amr': ['amr'],
  'audio/webm': ['webm', 'weba'],
  'audio/3gpp': ['3gp'],
  'audio/x-ms-asf': ['wma', 'asf'],
  'audio/x-ms-wma': ['wma'],
  'audio/wav': ['wav'],
  'audio/vnd.wave': ['wav'],
  'audio/flac': ['flac'],
  'audio/x-flac': ['flac'],
  'audio/aiff': ['aiff', 'aif'],
  'application/pdf': ['pdf', 'ai'],
  'application/zip': ['zip'],
  'application/x-rar-compressed': ['rar'],
  'application/x-7z-compressed': ['7z'],
  'application/gzip': ['gz', 'tgz'],
  'application/rtf': ['rtf'],
  'text/plain': ['txt'],
  'text/csv': ['csv'],
  'text/vcard': ['vcf'],
  'text/calendar': ['ics'],
  'text/html': ['html', 'htm'],
  'application/json': ['json'],
  'application/xml': ['xml'],
  'application/epub+zip': ['epub'],
  'application/vnd.android.package-archive': ['apk'],
  'application/msword': ['doc'],
  'application/vnd.ms-powerpoint': ['ppt'],
  'application/vnd.ms-excel': ['xls'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx'],
  'application/vnd.oasis.opendocument.text': ['odt'],
  'application/vnd.oasis.opendocument.spreadsheet': ['ods'],
  'application/vnd.oasis.opendocument.presentation': ['odp'],
}

const endingsOf = (mime: string) => endings[mime.split(';')[0]?.trim().toLowerCase() ?? ''] ?? []

/** Types whose bytes leave no doubt; an archive may be a document of any program. */
const isDefinite = (mime: string) => /^((image|video|audio)\/|application\/pdf)/.test(mime)

/** Endings of these types; another one of them contradicts the bytes. */
const definiteEndings = new Set(Object.entries(endings).flatMap(([mime, names]) => (isDefinite(mime) ? names : [])))
const knownEndings = new Set(Object.values(endings).flat())

/**
 * Returns the file's name with an ending that belongs to its detected type: added to a name without a known one, and in
 * place of one of another kind of picture, video, sound or PDF, as iPhones send a HEIC picture as `IMG_1.jpg`. Other
 * names stay.
 */
export function withEnding(name: string, mime: string): string {
  const usual = endingsOf(mime)
  const [, stem = name, ending = ''] = /^(.+)\.([a-z0-9]{1,5})$/i.exec(name) ?? []
  const given = ending.toLowerCase()
  if (usual.length === 0 || usual.includes(given)) return name
  // One or two digits behind a dot are a day or a version: `Ata 30.11`.
  if (/^\d{1,2}$/.test(given)) return `${name}.${usual[0]}`
  if (given === '') return `${name.endsWith('.') ? name.slice(0, -1) : name}.${usual[0]}`
  if (!isDefinite(mime)) return name
  if (definiteEndings.has(given)) return `${stem}.${usual[0]}`
  return knownEndings.has(given) ? name : `${name}.${usual[0]}`
}

const kinds = {
  pt: { image: 'Foto', video: 'Vídeo', audio: 'Áudio', voice: 'Mensagem de voz', sticker: 'Figurinha' },
  en: { image: 'Photo', video: 'Video', audio: 'Audio', voice: 'Voice message', sticker: 'Sticker' },
  es: { image: 'Foto', video: 'Video', audio: 'Audio', voice: 'Mensaje de voz', sticker: 'Sticker' },
} as const satisfies Record<Language, Record<string, string>>
const documents = { pt: 'Documento', en: 'Document', es: 'Documento' } as const satisfies Record<Language, string>

interface Unnamed {
  mediaType: MediaType
  isVoice: boolean
  /** Detected type of the file. */
  mime: string
  /** Time of the message in the company's zone, `yyyy-mm-dd hh-mm-ss`. */
  at: string
  language: Language
}

/** Returns a name for a file that its sender did not name: kind, date and ending, such as `Foto 2026-11-29 14-03-12.heic`. */
export function nameByKind({ mediaType, isVoice, mime, at, language }: Unnamed): string {
  const kind = isVoice ? 'voice' : mediaType
  const names: Partial<Record<string, string>> = kinds[language]
  return withEnding(`${names[kind] ?? documents[language]} ${at}`, mime)
}

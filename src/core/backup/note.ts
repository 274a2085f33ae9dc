import { parseJson } from '../../shared/json'
import type { Manifest } from './backup'
import type { WrittenBytes } from './places/place'

/** Facts of a scheduled backup, stored beside its encrypted bytes; without any secret. */
export interface Note {
  format: 1
  /** Id of the installation that made it. */
  installation: string
  /** Version of the product that made it. */
  version: string
  createdAt: string
  /** Of the encrypted bytes. */
  size: number
  sha256: string
  parts: number
  /** Number of files in it. */
  files: number
  /** False when the root key was in BALCAO_SECRET. */
  key: boolean
  /** False when files of conversations are not in it. */
  media: boolean
}

/** Reads a note. @throws Error for another text */
export function parseNote(text: string): Note {
  const note = parseJson<Partial<Note> | null>(text)
  const isNote = note?.format === 1 && Number.isSafeInteger(note.size) && Number.isSafeInteger(note.parts)
  if (!isNote) throw new Error('the note of the backup cannot be read')
  return note as Note
}

/** Note of a backup from its manifest and its encrypted bytes. */
export const noteOf = (
  { version, createdAt, files, key }: Manifest,
  written: WrittenBytes,
  { installation, media }: Pick<Note, 'installation' | 'media'>,
): Note => ({
  ...{ format: 1, installation, version, createdAt, ...written },
  ...{ files: files.length, key, media },
})

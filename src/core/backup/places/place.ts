import type { S3Settings } from '../../storage/s3-files'
import type { Note } from '../note'

/** Where scheduled backups are: a folder that exists, or a bucket. */
export type BackupTarget = { directory: string } | { s3: S3Settings }

/** A complete backup: `id` has the time at which it began. */
export interface StoredBackup {
  id: string
  /** Size of the encrypted bytes. */
  size: number
}

/** Bytes written for one backup. `parts`: number of objects; 1 in a folder. */
export interface WrittenBytes {
  size: number
  sha256: string
  parts: number
}

/**
 * Storage of scheduled backups. A backup is complete once its note is written, which is done last; all else is ignored
 * and removed by a later run. Each function throws with the cause when the storage cannot be used.
 */
export interface BackupPlace {
  /** Writes the encrypted bytes of a backup. */
  write(id: string, bytes: AsyncIterable<Uint8Array>): Promise<WrittenBytes>
  /** Completes a backup. */
  writeNote(id: string, note: Note): Promise<void>
  /** Note of a complete backup; null when there is none. */
  readNote(id: string): Promise<Note | null>
  /** Complete backups, the newest first. */
  list(): Promise<StoredBackup[]>
  /** Encrypted bytes of a complete backup. @throws UserError for one whose size differs from its note */
  read(id: string, note: Note): AsyncIterable<Uint8Array>
  /** Removes a backup, its note first. */
  remove(id: string): Promise<void>
  /** Removes what ended runs older than `id` have left without a note. */
  removeUnfinished(id: string): Promise<void>
}

const idPattern = /^balcao-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/

/** Id of a backup that begins at this time, such as `balcao-20261130T031500Z`. */
export const backupId = (at: Date) => `balcao-${at.toISOString().replace(/[:-]|\.\d+/g, '')}`

/** Time in ms at which a backup began; null for a text that is no id. */
export function timeOfBackup(id: string): number | null {
  const [, year, month, day, hour, minute, second] = idPattern.exec(id) ?? []
  return year === undefined ? null : Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

export const noteName = (id: string) => `${id}.json`
/** Name of the encrypted tar file; in a bucket, beginning of the names of its parts. */
export const bytesName = (id: string) => `${id}.tar.age`

/** Stored file of a backup: its id and which of the files it is; null for a foreign file. */
export function readStoredName(name: string): { id: string; isNote: boolean } | null {
  const [, id = '', rest] = /^(balcao-[0-9TZ]{16})\.(json|tar\.age(?:\.\d{6}|\.part)?)$/.exec(name) ?? []
  return timeOfBackup(id) === null ? null : { id, isNote: rest === 'json' }
}

/** Complete backups among stored files, the newest first. */
export function completeOf(files: Iterable<{ name: string; size: number }>): StoredBackup[] {
  const [sizes, complete] = [new Map<string, number>(), new Set<string>()]
  for (const { name, size } of files) {
    const stored = readStoredName(name)
    if (!stored) continue
    if (stored.isNote) complete.add(stored.id)
    else sizes.set(stored.id, (sizes.get(stored.id) ?? 0) + size)
  }
  const ids = [...complete].sort().reverse()
  return ids.map((id) => ({ id, size: sizes.get(id) ?? 0 }))
}

/** Names of files without a note that runs before `id` have left. */
export function unfinishedBefore(id: string, names: string[]): string[] {
  const complete = new Set(names.map(readStoredName).map((stored) => (stored?.isNote ? stored.id : null)))
  return names.filter((name) => {
    const stored = readStoredName(name)
    return stored !== null && stored.id < id && !complete.has(stored.id)
  })
}

import { Database, type Database as Sqlite } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { type FileHandle, open, readdir, rm } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { isRootOf } from '../keys/root-key'
import { keyFile, mediaDirectory, nextKeyFile, readKey, readKeyFile } from '../storage/data-directory'
import { renameDurably, writeAll } from '../storage/durable-file'
import { giveToSameOwner } from '../storage/owner'
import { isFullDisk } from '../storage/sqlite/disk'
import { SqliteHandle } from '../storage/sqlite/handle'
import { openInstallation } from '../storage/sqlite/open-concurrently'
import { UserError } from '../user-error'
import { ListedMembers, manifestBytes } from './listed-members'
import type { MoveFacts } from './moving/move-facts'
import { removeAbandoned, workFilesOf } from './work-files'

/** Last member of a backup: its members with their hashes. */
export interface Manifest {
  format: 1
  /** Version of the product that made it. */
  version: string
  createdAt: string
  /** False when the key was in BALCAO_SECRET, which must be set again for the restore. */
  key: boolean
  files: { name: string; size: number; sha256: string }[]
  /** Files named in the database that were missing or differed. */
  damaged: string[]
  /** Only in the file of a planned move (docs/adr/0185). */
  move?: MoveFacts
}

export const databaseName = 'balcao.db'
export const keyName = 'secret.key'

/** Installation to back up. */
export interface BackupSource {
  directory: string
  version: string
  /** True when BALCAO_SECRET is set; a key file in the directory is not in use then. */
  keyOutside: boolean
  /** False when media files are outside of the directory. */
  hasMedia: boolean
}

/**
 * Writes database, media and key into one new tar file (mode 0600), also while a server is running. The file gets its
 * name only when the backup is complete; work files of killed backups beside it are removed.
 * @param file must not exist
 */
export async function backUp({ file, ...source }: BackupSource & { file: string }): Promise<Manifest> {
  if (existsSync(file)) throw new UserError(`${file} exists already; a backup is always a new file`)
  const { directory } = source
  removeAbandoned(dirname(file))
  const [archivePath, copy] = workFilesOf(file)
  try {
    const archive = await create(archivePath)
    const contents = await BackupContents.copy(source, copy)
    for await (const chunk of contents.bytes()) await writeAll(archive, chunk)
    await archive.sync()
    await archive.close()
    giveToSameOwner(archivePath, directory)
    await renameDurably(archivePath, file)
    return contents.manifest
  } catch (error) {
    throw isFullDisk(error) ? new UserError(`the disk of ${dirname(file)} is full; nothing was written`) : error
  } finally {
    await Promise.all(workFilesOf(file).map((path) => rm(path, { force: true })))
  }
}

interface KnownMedia {
  path: string
  sha256: string
}

/** Copies the database to `to`; returns the media files it names, and the file of the key it is sealed with. */
async function copyDatabase(directory: string, to: string) {
  const sqlite = openInstallation(directory)
  try {
    sqlite.query('vacuum into ?').run(to)
    return { media: knownMedia(sqlite), key: await keyFileOf(directory, to) }
  } finally {
    sqlite.close()
  }
}

/** Key file that fits a copy of the database: while `rotate-key` runs, there are two. */
async function keyFileOf(directory: string, copy: string): Promise<string> {
  const sqlite = new Database(copy, { readonly: true })
  try {
    const next = readKeyFile(nextKeyFile(directory))
    const handle = new SqliteHandle(sqlite, true)
    const isCurrent = await isRootOf(handle, readKey(directory) ?? '')
    const isNext = next !== null && !isCurrent && (await isRootOf(handle, next))
    return isNext ? nextKeyFile(directory) : keyFile(directory)
  } finally {
    sqlite.close()
  }
}

const knownMedia = (sqlite: Sqlite) => sqlite.query('select path, sha256 from media').all() as KnownMedia[]

async function create(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', 0o600)
  } catch (error) {
    throw new UserError(`${dirname(path)} cannot be written (${(error as NodeJS.ErrnoException).code})`)
  }
}

/** Files below the media directory, relative to it, without unfinished ones (`.part`). */
export async function mediaFiles(directory: string): Promise<string[]> {
  const media = mediaDirectory(directory)
  if (!existsSync(media)) return []
  const entries = await readdir(media, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
  return files.map((entry) => relative(media, join(entry.parentPath, entry.name))).sort()
}

/** A copy of the database with the files it names, read as the bytes of a tar file. */
export class BackupContents {
  private readonly members = new ListedMembers()
  private written: Manifest | null = null

  private constructor(
    private readonly source: BackupSource,
    private readonly copy: string,
    private readonly known: KnownMedia[],
    private readonly usedKey: string,
  ) {}

  /** Copies the database to `copy`, a snapshot of one moment (VACUUM INTO). The caller removes the copy. */
  static async copy(source: BackupSource, copy: string): Promise<BackupContents> {
    const { media, key } = await copyDatabase(source.directory, copy)
    return new BackupContents(source, copy, media, key)
  }

  /** The same copy without media files. */
  withoutMedia(): BackupContents {
    return new BackupContents({ ...this.source, hasMedia: false }, this.copy, this.known, this.usedKey)
  }

  /** Facts of the backup, once all bytes were read. */
  get manifest(): Manifest {
    if (!this.written) throw new Error('the backup is not complete')
    return this.written
  }

  /** Bytes of the tar file: database, key, media, manifest. @throws UserError for a file that changes meanwhile */
  async *bytes(): AsyncGenerator<Uint8Array> {
    const { members } = this
    const { directory, keyOutside, hasMedia } = this.source
    yield* members.addFile(databaseName, this.copy)
    const key = !keyOutside && readKey(directory) !== null
    if (key) yield* members.addFile(keyName, this.usedKey)
    for (const path of hasMedia ? await mediaFiles(directory) : [])
      yield* members.addFile(`media/${path}`, join(mediaDirectory(directory), path))
    const manifest = this.describe(key)
    yield* manifestBytes(manifest)
    this.written = manifest
  }

  private describe(key: boolean): Manifest {
    const { version, hasMedia } = this.source
    const damaged = hasMedia ? this.damaged() : []
    return { format: 1, version, createdAt: new Date().toISOString(), key, files: this.members.files, damaged }
  }

  /** Files named in the database that the backup does not contain unchanged. */
  private damaged(): string[] {
    const held = new Map(this.members.files.map(({ name, sha256 }) => [name, sha256]))
    return this.known.filter(({ path, sha256 }) => held.get(`media/${path}`) !== sha256).map(({ path }) => path)
  }
}

import { Database, type Database as Sqlite } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { type FileHandle, open, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { isRootOf } from '../keys/root-key'
import { keyFile, mediaDirectory, nextKeyFile, readKey, readKeyFile } from '../storage/data-directory'
import { renameDurably } from '../storage/durable-file'
import { giveToSameOwner } from '../storage/owner'
import { isFullDisk } from '../storage/sqlite/disk'
import { SqliteHandle } from '../storage/sqlite/handle'
import { openInstallation } from '../storage/sqlite/open-concurrently'
import { UserError } from '../user-error'
import { writeEnd, writeMember } from './tar'

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
}

export const manifestName = 'manifest.json'
export const databaseName = 'balcao.db'
export const keyName = 'secret.key'

interface BackupOptions {
  directory: string
  /** Target file; must not exist. */
  file: string
  version: string
  /** True when BALCAO_SECRET is set; a key file in the directory is not in use then. */
  keyOutside: boolean
  /** False when media files are outside of the directory. */
  hasMedia: boolean
}

/**
 * Writes database, media and key into one new tar file (mode 0600), also while a server is running: a snapshot of the
 * database (VACUUM INTO), then every file it names. The file gets its name only when the backup is complete.
 */
export async function backUp({ directory, file, version, keyOutside, hasMedia }: BackupOptions): Promise<Manifest> {
  if (existsSync(file)) throw new UserError(`${file} exists already; a backup is always a new file`)
  const work = join(dirname(file), `.${basename(file)}.${process.pid}`)
  const copy = `${work}.db`
  try {
    const archive = await create(`${work}.tar`)
    const { media: knownFiles, key: usedKey } = await copyDatabase(directory, copy)
    const backup = new Backup(archive)
    await backup.add(databaseName, copy)
    const key = !keyOutside && readKey(directory) !== null
    if (key) await backup.add(keyName, usedKey)
    for (const path of hasMedia ? await mediaFiles(directory) : [])
      await backup.add(`media/${path}`, join(mediaDirectory(directory), path))
    const manifest = await backup.finish({ version, key, damaged: hasMedia ? backup.damaged(knownFiles) : [] })
    giveToSameOwner(`${work}.tar`, directory)
    await renameDurably(`${work}.tar`, file)
    return manifest
  } catch (error) {
    throw isFullDisk(error) ? new UserError(`the disk of ${dirname(file)} is full; nothing was written`) : error
  } finally {
    await Promise.all([copy, `${work}.tar`].map((path) => rm(path, { force: true })))
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
async function mediaFiles(directory: string): Promise<string[]> {
  const media = mediaDirectory(directory)
  if (!existsSync(media)) return []
  const entries = await readdir(media, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
  return files.map((entry) => relative(media, join(entry.parentPath, entry.name))).sort()
}

/** Backup in progress. */
class Backup {
  private readonly files: Manifest['files'] = []

  constructor(private readonly archive: FileHandle) {}

  /** Adds a file and its hash; a file deleted meanwhile is skipped. */
  async add(name: string, path: string) {
    const source = Bun.file(path)
    if (!(await source.exists())) return
    const hash = new Bun.CryptoHasher('sha256')
    const size = source.size
    await writeMember(this.archive, name, size, hashed(source, hash))
    this.files.push({ name, size, sha256: hash.digest('hex') })
  }

  /** Files named in the database that the backup does not contain unchanged. */
  damaged(files: KnownMedia[]): string[] {
    const held = new Map(this.files.map(({ name, sha256 }) => [name, sha256]))
    return files.filter(({ path, sha256 }) => held.get(`media/${path}`) !== sha256).map(({ path }) => path)
  }

  /** Writes the manifest and the end, and flushes the file. */
  async finish(told: Pick<Manifest, 'version' | 'key' | 'damaged'>): Promise<Manifest> {
    const manifest: Manifest = { format: 1, createdAt: new Date().toISOString(), ...told, files: this.files }
    const bytes = Buffer.from(JSON.stringify(manifest, null, 1))
    await writeMember(this.archive, manifestName, bytes.length, [bytes])
    await writeEnd(this.archive)
    await this.archive.sync()
    await this.archive.close()
    return manifest
  }
}

/** Passes bytes through and updates the hash. */
async function* hashed(source: Blob, hash: Bun.CryptoHasher): AsyncGenerator<Uint8Array> {
  for await (const chunk of source.stream()) {
    hash.update(chunk)
    yield chunk
  }
}

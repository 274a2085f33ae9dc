import type { Database as Sqlite } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { type FileHandle, open, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { keyFile, mediaDirectory, readKey } from '../storage/data-directory'
import { renameDurably } from '../storage/durable-file'
import { openBeside } from '../storage/open-concurrently'
import { Refused } from '../user-error'
import { writeEnd, writeMember } from './tar'

/** The last member of a backup: what it holds, and how to know that it is what was put in. */
export interface Manifest {
  format: 1
  /** Of the product that made it. */
  version: string
  createdAt: string
  /** False when the key was in BALCAO_SECRET: it must be given again when restoring. */
  key: boolean
  files: { name: string; size: number; sha256: string }[]
  /** Files the database speaks of that were not there, or not as it remembers them. */
  damaged: string[]
}

export const manifestName = 'manifest.json'
export const databaseName = 'balcao.db'
export const keyName = 'secret.key'

export interface BackupOptions {
  directory: string
  /** Where to; must not exist yet. */
  file: string
  version: string
  /** True when BALCAO_SECRET is set: then the directory's own key, if any, is not the one in use. */
  keyOutside: boolean
}

/**
 * Writes database, media and key into one new tar file (mode 0600), also while a server writes on: the database as of
 * one moment (VACUUM INTO), then every file that moment speaks of. The name appears only when the backup is whole.
 */
export async function backUp({ directory, file, version, keyOutside }: BackupOptions): Promise<Manifest> {
  if (existsSync(file)) throw new Refused(`${file} exists already; a backup is always a new file`)
  const work = join(dirname(file), `.${basename(file)}.${process.pid}`)
  const copy = `${work}.db`
  try {
    const archive = await create(`${work}.tar`)
    const known = copyDatabase(directory, copy)
    const backup = new Backup(archive)
    await backup.add(databaseName, copy)
    const key = !keyOutside && readKey(directory) !== null
    if (key) await backup.add(keyName, keyFile(directory))
    for (const path of await mediaFiles(directory))
      await backup.add(`media/${path}`, join(mediaDirectory(directory), path))
    const manifest = await backup.finish({ version, key, damaged: backup.damaged(known) })
    await renameDurably(`${work}.tar`, file)
    return manifest
  } catch (error) {
    throw isFull(error) ? new Refused(`the disk of ${dirname(file)} is full; nothing was written`) : error
  } finally {
    await Promise.all([copy, `${work}.tar`].map((path) => rm(path, { force: true })))
  }
}

const isFull = (error: unknown) => /^(ENOSPC|SQLITE_FULL)/.test(String((error as { code?: unknown }).code))

interface KnownMedia {
  path: string
  sha256: string
}

/** A sound copy of the database at `to`; answers the media it speaks of. */
function copyDatabase(directory: string, to: string): KnownMedia[] {
  const sqlite = openBeside(directory)
  try {
    sqlite.query('vacuum into ?').run(to)
    return knownMedia(sqlite)
  } finally {
    sqlite.close()
  }
}

const knownMedia = (sqlite: Sqlite) => sqlite.query('select path, sha256 from media').all() as KnownMedia[]

async function create(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', 0o600)
  } catch (error) {
    throw new Refused(`${dirname(path)} cannot be written (${(error as NodeJS.ErrnoException).code})`)
  }
}

/** Every file below the media directory, relative to it; unfinished ones (`.part`) are not files yet. */
async function mediaFiles(directory: string): Promise<string[]> {
  const media = mediaDirectory(directory)
  if (!existsSync(media)) return []
  const entries = await readdir(media, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
  return files.map((entry) => relative(media, join(entry.parentPath, entry.name))).sort()
}

/** A backup being written. */
class Backup {
  private readonly files: Manifest['files'] = []

  constructor(private readonly archive: FileHandle) {}

  /** Adds a file, and remembers what was read; one that vanished meanwhile is left out. */
  async add(name: string, path: string) {
    const source = Bun.file(path)
    if (!(await source.exists())) return
    const hash = new Bun.CryptoHasher('sha256')
    const size = source.size
    await writeMember(this.archive, name, size, hashed(source, hash))
    this.files.push({ name, size, sha256: hash.digest('hex') })
  }

  /** What the database speaks of and the backup does not hold as it was. */
  damaged(known: KnownMedia[]): string[] {
    const held = new Map(this.files.map(({ name, sha256 }) => [name, sha256]))
    return known.filter(({ path, sha256 }) => held.get(`media/${path}`) !== sha256).map(({ path }) => path)
  }

  /** The manifest, the end, and everything on the disk. */
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

/** Passes the bytes on and counts them into the hash. */
async function* hashed(source: Blob, hash: Bun.CryptoHasher): AsyncGenerator<Uint8Array> {
  for await (const chunk of source.stream()) {
    hash.update(chunk)
    yield chunk
  }
}

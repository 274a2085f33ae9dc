import { existsSync, statSync } from 'node:fs'
import { open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { FileFlusher, renameDurably, syncDirectory, writeAll } from '../../storage/durable-file'
import { freeBytes } from '../../storage/free-bytes'
import { giveToOwnerOfDirectory } from '../../storage/owner'
import { UserError } from '../../user-error'
import { type Note, parseNote } from '../note'
import { type BackupPlace, bytesName, completeOf, noteName, unfinishedBefore, type WrittenBytes } from './place'

/** Free bytes that a backup leaves on a disk: the server refuses writes on a full one. */
export const minFree = 500_000_000
/** Bytes written between two looks at the free space. */
const lookedAfter = 8 * 1024 * 1024

/**
 * Backups in a folder, each one file and its note. The folder must exist: one that is missing is a disk that is not
 * mounted, and a backup below its mount point would fill the disk of the data.
 */
export class FolderPlace implements BackupPlace {
  /** @param free free bytes of the disk of the folder */
  constructor(
    private readonly directory: string,
    private readonly free = () => freeBytes(directory),
  ) {}

  async write(id: string, bytes: AsyncIterable<Uint8Array>): Promise<WrittenBytes> {
    this.assertExists()
    return this.writeFile(bytesName(id), leavingRoom(bytes, this.directory, this.free))
  }

  async writeNote(id: string, note: Note) {
    await this.writeFile(noteName(id), [Buffer.from(`${JSON.stringify(note, null, 1)}\n`)])
  }

  async readNote(id: string): Promise<Note | null> {
    const path = this.path(noteName(id))
    return existsSync(path) ? parseNote(await readFile(path, 'utf8')) : null
  }

  async list() {
    this.assertExists()
    const names = await readdir(this.directory)
    const sizeOf = async (name: string) => (await stat(this.path(name)).catch(() => null))?.size ?? 0
    return completeOf(await Promise.all(names.map(async (name) => ({ name, size: await sizeOf(name) }))))
  }

  async *read(id: string, { size }: Note): AsyncGenerator<Uint8Array> {
    const file = Bun.file(this.path(bytesName(id)))
    const found = (await file.exists()) ? file.size : 0
    if (found !== size) throw new UserError(`${bytesName(id)} is not complete: ${found} of ${size} bytes`)
    yield* file.stream()
  }

  async remove(id: string) {
    for (const name of [noteName(id), bytesName(id)]) await rm(this.path(name), { force: true })
    await syncDirectory(this.directory)
  }

  async removeUnfinished(id: string) {
    const names = await readdir(this.directory)
    for (const name of unfinishedBefore(id, names)) await rm(this.path(name), { force: true })
  }

  private path(name: string) {
    return join(this.directory, name)
  }

  private assertExists() {
    if (statSync(this.directory, { throwIfNoEntry: false })?.isDirectory()) return
    throw new UserError(`${this.directory} does not exist; is its disk mounted?`)
  }

  /** Writes a new file that gets its name when it is complete and on the disk. */
  private async writeFile(
    name: string,
    bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): Promise<WrittenBytes> {
    const path = this.path(name)
    const partial = `${path}.part`
    const hash = new Bun.CryptoHasher('sha256')
    let size = 0
    const file = await open(partial, 'wx', 0o600)
    try {
      giveToOwnerOfDirectory(partial)
      const flushes = new FileFlusher(file, partial)
      for await (const chunk of bytes) {
        await writeAll(file, chunk)
        await flushes.count(chunk.length)
        hash.update(chunk)
        size += chunk.length
      }
      await flushes.finish()
      await file.close()
      await renameDurably(partial, path)
    } catch (error) {
      await file.close().catch(() => {})
      await rm(partial, { force: true }).catch(() => {})
      throw error
    }
    return { size, sha256: hash.digest('hex'), parts: 1 }
  }
}

/** Passes bytes through. @throws UserError once the disk of the directory is nearly full */
export async function* leavingRoom(
  bytes: AsyncIterable<Uint8Array>,
  directory: string,
  free = () => freeBytes(directory),
): AsyncGenerator<Uint8Array> {
  let unlooked = 0
  for await (const chunk of bytes) {
    unlooked += chunk.length
    if (unlooked >= lookedAfter) {
      unlooked = 0
      if (free() < minFree) throw new UserError(`the disk of ${directory} is nearly full`)
    }
    yield chunk
  }
}

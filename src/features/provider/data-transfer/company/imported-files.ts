import { randomBytes } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Member } from '../../../../core/backup/tar'
import type { Platform } from '../../../../core/scope'
import { syncDirectory, writeFlushedFile } from '../../../../core/storage/durable-file'

/** A new path for a file being imported. Backups leave this directory out, and a sweep removes what a crash left. */
export const newStagingPath = ({ ports }: Platform): Promise<string> =>
  ports.media.prepare(`arriving/at/00/${randomBytes(16).toString('hex')}.part`)

/** The files of an imported company: unpacked into a staging directory, then moved into a folder of their own. */
export class ImportedFiles {
  /** Exported media id → file in the staging directory. */
  private readonly staged = new Map<string, string>()
  /** Exported media id → stored file. */
  private readonly stored = new Map<string, { id: string; path: string }>()

  constructor(private readonly platform: Platform) {}

  async unpack(members: Map<string, Member>) {
    for (const [name, member] of members) {
      if (!name.startsWith('media/')) continue
      const path = await newStagingPath(this.platform)
      this.staged.set(name.slice('media/'.length), path)
      await copy(member, path)
    }
  }

  /**
   * Stores the files; returns id and path of each by its exported id. A file keeps its id unless that is taken here.
   * Durable when the promise resolves. Their folder is not the company's, which has no id yet.
   * @throws ERR_FILES_UNREACHABLE
   */
  async storeAll(): Promise<Map<string, { id: string; path: string }>> {
    const { db, ports } = this.platform
    const folder = `imported-${randomBytes(8).toString('hex')}/${new Date().toISOString().slice(0, 7).replace('-', '/')}`
    const directories = new Set<string>()
    for (const [exportedId, staged] of this.staged) {
      const isTaken = await db.selectFrom('media').select('id').where('id', '=', exportedId).executeTakeFirst()
      const id = isTaken ? randomBytes(16).toString('hex') : exportedId
      const path = `${folder}/${id}`
      const absolute = await ports.media.prepare(path)
      await rename(staged, absolute)
      this.stored.set(exportedId, { id, path })
      directories.add(dirname(absolute))
    }
    for (const directory of directories) await syncDirectory(directory)
    for (const { path } of this.stored.values()) await ports.media.storeFile(path)
    return this.stored
  }

  async remove() {
    for (const path of this.staged.values()) await rm(path, { force: true })
    for (const { path } of this.stored.values()) await this.platform.ports.media.remove(path)
  }
}

/** Copies a member through its stream, because Bun.write would copy the whole archive instead of the slice. */
const copy = ({ size, body }: Member, to: string) =>
  writeFlushedFile(to, async (write) => {
    if (size > 0) for await (const chunk of body.stream()) await write(chunk)
  })

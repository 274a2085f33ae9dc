import { randomBytes } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Member } from '../../../../core/backup/tar'
import type { Platform } from '../../../../core/scope'
import { syncDirectory, writeFlushedFile } from '../../../../core/storage/durable-file'
import type { CompanyId } from '../../../../core/storage/schema'

/** A new path for a file being imported. Backups leave this directory out, and a sweep removes what a crash left. */
export const newStagingPath = ({ ports }: Platform): Promise<string> =>
  ports.media.prepare(`arriving/at/00/${randomBytes(16).toString('hex')}.part`)

/** The files of an imported company: unpacked into the staging directory, then moved into the company's. */
export class ImportedFiles {
  /** Exported media id → current path. */
  private readonly currentPaths = new Map<string, string>()

  constructor(private readonly platform: Platform) {}

  async unpack(members: Map<string, Member>) {
    for (const [name, member] of members) {
      if (!name.startsWith('media/')) continue
      const path = await newStagingPath(this.platform)
      this.currentPaths.set(name.slice('media/'.length), path)
      await copy(member, path)
    }
  }

  /**
   * Moves the files; returns id and path of each by its exported id. A file keeps its id unless that is taken here. The
   * moves are durable when the promise resolves.
   */
  async moveToMedia({ db, ports: { media } }: Platform, companyId: CompanyId) {
    const targets = new Map<string, { id: string; path: string }>()
    const directories = new Set<string>()
    for (const [exportedId, path] of this.currentPaths) {
      const isTaken = await db.selectFrom('media').select('id').where('id', '=', exportedId).executeTakeFirst()
      const fresh = media.newPath(companyId)
      const target = isTaken ? fresh : { id: exportedId, path: fresh.path.replace(fresh.id, exportedId) }
      const absolute = await media.prepare(target.path)
      await rename(path, absolute)
      directories.add(dirname(absolute))
      this.currentPaths.set(exportedId, absolute)
      targets.set(exportedId, target)
    }
    for (const directory of directories) await syncDirectory(directory)
    return targets
  }

  async remove() {
    for (const path of this.currentPaths.values()) await rm(path, { force: true })
  }
}

/** Copies a member through its stream, because Bun.write would copy the whole archive instead of the slice. */
const copy = ({ size, body }: Member, to: string) =>
  writeFlushedFile(to, async (write) => {
    if (size > 0) for await (const chunk of body.stream()) await write(chunk)
  })

import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Member } from '../../core/backup/tar'
import type { Platform } from '../../core/scope'
import { syncDirectory, writeFlushedFile } from '../../core/storage/durable-file'
import type { CompanyId } from '../../core/storage/schema'

/** A place for what is only arriving: no backup holds it, and what a crash left is swept. */
export async function newStagingPath({ ports }: Platform): Promise<string> {
  const directory = join(ports.media.directory, 'arriving', 'at', '00')
  await mkdir(directory, { recursive: true })
  return join(directory, `${randomBytes(16).toString('hex')}.part`)
}

/** The files of a company that arrives: unpacked beside, then moved to where they belong. */
export class ImportedFiles {
  /** The file's name of each → where it lies now. */
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

  /** Under their own names where those are free here; the names are durable when this resolves. */
  async moveToMedia({ db, ports: { media } }: Platform, companyId: CompanyId) {
    const places = new Map<string, { id: string; path: string }>()
    const directories = new Set<string>()
    for (const [was, path] of this.currentPaths) {
      const isTaken = await db.selectFrom('media').select('id').where('id', '=', was).executeTakeFirst()
      const fresh = media.place(companyId)
      const place = isTaken ? fresh : { id: was, path: fresh.path.replace(fresh.id, was) }
      const absolute = await media.prepare(place.path)
      await rename(path, absolute)
      directories.add(dirname(absolute))
      this.currentPaths.set(was, absolute)
      places.set(was, place)
    }
    for (const directory of directories) await syncDirectory(directory)
    return places
  }

  async remove() {
    for (const path of this.currentPaths.values()) await rm(path, { force: true })
  }
}

/** By its bytes: given a part of a file, Bun.write takes all of it. */
const copy = ({ size, body }: Member, to: string) =>
  writeFlushedFile(to, async (write) => {
    if (size > 0) for await (const chunk of body.stream()) await write(chunk)
  })

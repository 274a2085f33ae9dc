import type { Scope } from '../../../../core/scope'
import { type StoredFile, saveStream } from '../../../platform/media/files'
import { admitFile } from '../../../platform/media/quota'
import type { ParsedMedia } from './parsed'

/** The files of one import: written to disk first, then registered with the flow. */
export class ImportedMedia {
  private constructor(
    private readonly outer: Scope,
    /** Files written by this import, by their ids in the file. */
    private readonly written: Map<string, StoredFile>,
    /** Files that the company has already: an exported flow that comes back. */
    private readonly reused: Set<string>,
  ) {}

  /** Writes the files to disk. @throws ERR_RATE_LIMIT */
  static async save(outer: Scope, media: ParsedMedia[]): Promise<ImportedMedia> {
    const imported = new ImportedMedia(outer, new Map(), await ownFiles(outer, media))
    try {
      for (const { id, name, bytes } of media)
        if (!imported.reused.has(id)) imported.written.set(id, await saveStream(outer, inOne(bytes), name))
      return imported
    } catch (error) {
      await imported.removeFromDisk()
      throw error
    }
  }

  /** Inserts the rows. Call within a transaction. @throws ERR_NO_ROOM */
  async register(scope: Scope) {
    for (const file of this.written.values()) await admitFile(scope, file)
  }

  /** Id of a file in the company; empty for a file that the import does not contain. */
  idOf(id: string): string {
    return this.reused.has(id) ? id : (this.written.get(id)?.id ?? '')
  }

  async removeFromDisk() {
    for (const { path } of this.written.values()) await this.outer.ports.media.remove(path)
  }
}

async function* inOne(bytes: Uint8Array) {
  yield bytes
}

/** Ids of the files that the company has with the same bytes. */
async function ownFiles({ db }: Scope, media: ParsedMedia[]): Promise<Set<string>> {
  const ownIds = new Set<string>()
  for (const { id, sha256 } of media) {
    const row = await db.select('media').select('sha256').where('id', '=', id).executeTakeFirst()
    if (row?.sha256 === sha256) ownIds.add(id)
  }
  return ownIds
}

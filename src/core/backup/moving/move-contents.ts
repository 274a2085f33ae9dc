import { join } from 'node:path'
import { databaseFile, keyFile, mediaDirectory, readKey } from '../../storage/data-directory'
import { type BackupSource, keyName, type Manifest, mediaFiles } from '../backup'
import { ListedMembers, manifestBytes } from '../listed-members'
import { type Changes, TwiceReadFile } from './changed-chunks'
import { baseName, changesName } from './move-facts'

/** An installation, read as the bytes of one tar file: most of it while it is served, the rest once it is stopped. */
export class MoveContents {
  private readonly members = new ListedMembers()
  private readonly read = new Set<string>()

  private constructor(
    private readonly source: BackupSource,
    private readonly id: string,
    private readonly database: TwiceReadFile,
  ) {}

  /** @param id of the move */
  static async open(source: BackupSource, id: string): Promise<MoveContents> {
    return new MoveContents(source, id, await TwiceReadFile.open(databaseFile(source.directory)))
  }

  /**
   * Bytes of the tar file. A file that is deleted meanwhile stays in it; the new installation removes it, as every file
   * that no row names.
   * @param stop stops the server; resolves once nothing writes to the data any more
   */
  async *bytes(stop: () => Promise<void>): AsyncGenerator<Uint8Array> {
    const { members, database } = this
    yield* this.newMedia()
    yield* members.add(baseName, database.size, database.readFirst())
    yield* this.newMedia()
    await stop()
    yield* this.newMedia()
    const changes = await database.compare()
    yield* members.add(changesName, changes.bytes, database.readChanges(changes))
    const hasKey = !this.source.keyOutside && readKey(this.source.directory) !== null
    if (hasKey) yield* members.addFile(keyName, keyFile(this.source.directory))
    yield* manifestBytes(this.describe(hasKey, changes))
  }

  /** Call after SQLite has closed the file: closing a file ends all locks that this process has on it (POSIX). */
  close() {
    return this.database.close()
  }

  /** Media files that were not read yet. A file with a name is complete, and never changes. */
  private async *newMedia(): AsyncGenerator<Uint8Array> {
    const { hasMedia, directory } = this.source
    for (const path of hasMedia ? await mediaFiles(directory) : []) {
      if (this.read.has(path)) continue
      this.read.add(path)
      yield* this.members.addFile(`media/${path}`, join(mediaDirectory(directory), path))
    }
  }

  private describe(key: boolean, { size, sha256 }: Changes): Manifest {
    const { version } = this.source
    const move = { id: this.id, database: { size, sha256 } }
    return {
      ...{ format: 1, version, createdAt: new Date().toISOString(), key },
      ...{ files: this.members.files, damaged: [], move },
    }
  }
}

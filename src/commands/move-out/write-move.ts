import { rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { version } from '../../../package.json'
import type { Config } from '../../config'
import { type BackupKey, encryptBytes } from '../../core/backup/age'
import { touchMs } from '../../core/backup/moving/follow-file'
import { MoveContents } from '../../core/backup/moving/move-contents'
import { leavingRoom } from '../../core/backup/places/folder'
import { FileFlusher, renameDurably, writeAll } from '../../core/storage/durable-file'
import { giveToSameOwner } from '../../core/storage/owner'
import { isFullDisk } from '../../core/storage/sqlite/disk'
import { UserError } from '../../core/user-error'
import { printLine } from '../command'
import { partOf } from '../move-in/used-note'
import type { Service } from '../update/service'
import { StoppedInstallation } from './stopped-installation'

interface Order {
  config: Config
  /** Null on a machine without a service manager: a person stops the server. */
  service: Service | null
  file: string
  key: BackupKey
}

/**
 * Writes the file, then marks the installation as moved out, and only then gives the file its name: at no moment could
 * both sides be served. Returns the time in ms since the server was stopped. After a failure the server runs again.
 */
export async function writeMove({ config, service, file, key }: Order): Promise<{ stoppedMs: number }> {
  const id = crypto.randomUUID()
  const { dataDir: directory, secret, media } = config
  const source = { directory, version, keyOutside: secret !== null, hasMedia: media === null }
  const contents = await MoveContents.open(source, id)
  let stopped: StoppedInstallation | null = null
  const stop = async () => {
    printLine('Copied while serving; the server stops now, and the rest is copied.')
    stopped = await StoppedInstallation.stop(config, service)
  }
  try {
    await writePart(file, await encryptBytes(contents.bytes(stop), key), directory)
    const held = stopped as StoppedInstallation | null
    if (!held) throw new Error('the server was not stopped')
    await held.mark({ id, state: 'out', place: file, at: new Date().toISOString() })
    await renameDurably(partOf(file), file)
    held.release()
    return { stoppedMs: performance.now() - held.since }
  } catch (error) {
    const held = stopped as StoppedInstallation | null
    if (!held?.isMarked) rmSync(partOf(file), { force: true })
    await held?.giveBack()
    throw describe(error, file)
  } finally {
    await contents.close()
  }
}

/** Writes all bytes under the temporary name, and flushes them. */
async function writePart(file: string, bytes: AsyncIterable<Uint8Array>, directory: string) {
  rmSync(partOf(file), { force: true }) // of a move that was interrupted
  const part = await open(partOf(file), 'wx', 0o600)
  // A move-in that follows the file sees that this command goes on, also while it waits for the stop or compares.
  const touch = () => part.utimes(new Date(), new Date()).catch(() => {})
  const timer = setInterval(touch, touchMs)
  try {
    giveToSameOwner(partOf(file), directory)
    const flushes = new FileFlusher(part, partOf(file))
    for await (const chunk of leavingRoom(bytes, dirname(file))) {
      await writeAll(part, chunk)
      await flushes.count(chunk.length)
    }
    await flushes.finish()
  } finally {
    clearInterval(timer)
    await part.close()
  }
}

function describe(error: unknown, file: string): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (isFullDisk(error)) return new UserError(`the disk of ${dirname(file)} is full; nothing was moved`)
  if (code === 'EACCES' || code === 'EROFS' || code === 'ENOENT')
    return new UserError(`${dirname(file)} cannot be written (${code}); nothing was moved`)
  return error
}

import { existsSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { UserError } from '../../user-error'

const chunkBytes = 1024 * 1024
const pollMs = 100
/**
 * Time without a sign of the writer after which it counts as ended. The writer gives one every few seconds, also while
 * nothing is to be written (`touchMs`); a mounted folder may show it a minute later (acregmax of nfs(5)).
 */
const maxSilenceMs = 120_000
/** Interval in ms at which the writer of a followed file sets its time. */
export const touchMs = 5000

/**
 * Bytes of a file that another process writes, from its temporary name on. Ends with the last byte once the file has its
 * name, which its writer gives it when it is whole. @throws UserError when the writer has given up or ended
 */
export async function* followFile(file: string, part: string, silenceMs = maxSilenceMs): AsyncGenerator<Uint8Array> {
  const handle = await openEither(part, file)
  const silence = new Silence(handle, silenceMs)
  try {
    for (let at = 0; ; ) {
      const isWhole = existsSync(file) // asked before the read, which then reaches the last byte
      const chunk = Buffer.alloc(chunkBytes)
      const { bytesRead } = await handle.read(chunk, 0, chunkBytes, at)
      at += bytesRead
      if (bytesRead > 0) yield chunk.subarray(0, bytesRead)
      else if (isWhole) return
      else if (!existsSync(part) && !existsSync(file)) throw new UserError(`${part} is gone: ${gaveUp}`)
      else if (await silence.isLong(at)) throw new UserError(`${part} does not change any more: ${ended}`)
      else await Bun.sleep(pollMs)
    }
  } finally {
    await handle.close()
  }
}

const gaveUp = 'the move-out that wrote it has given up; nothing was changed'
const ended =
  'the move-out that wrote it has ended; nothing was changed. Run move-out again where it was made, then move-in'

/** The file under its temporary name, or under the one that it may get meanwhile. */
async function openEither(part: string, file: string): Promise<FileHandle> {
  try {
    return await open(part, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    if (!existsSync(file)) throw new UserError(`${part} is gone: ${gaveUp}`)
    return open(file, 'r')
  }
}

/** Time for which a file has shown no sign of its writer. */
class Silence {
  private since = performance.now()
  private sign = ''

  constructor(
    private readonly handle: FileHandle,
    private readonly maxMs: number,
  ) {}

  /** @param at bytes that were read */
  async isLong(at: number): Promise<boolean> {
    const sign = `${at} ${(await this.handle.stat()).mtimeMs}`
    if (sign !== this.sign) this.since = performance.now()
    this.sign = sign
    return performance.now() - this.since > this.maxMs
  }
}

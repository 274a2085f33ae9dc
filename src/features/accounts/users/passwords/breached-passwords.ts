import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'

/** Bytes of one read: some twenty lines. */
const blockBytes = 1024
/** Places of the file whose order is checked at the start. */
const samples = 32

/** Returns true for a password that is known from a breach. @throws Error when the list cannot be read */
export type IsBreached = (password: string) => Promise<boolean>

/**
 * Search in a file of breached passwords, as Have I Been Pwned's downloader writes it: each line has a SHA-1 in
 * hexadecimal digits, a colon and a count; the lines are sorted. 40 GB take 26 reads. Without a file none is breached.
 */
export const breachedIn = (path: string | null): IsBreached =>
  path === null ? async () => false : (password) => withFile(path, (file) => hasHash(file, hashOf(password)))

const hashOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase()

/** Returns why a file cannot be searched, or null: some of its lines are read and have to be sorted hashes. */
export async function faultOfBreachedFile(path: string): Promise<string | null> {
  try {
    return await withFile(path, async (file) => {
      const { size } = await file.stat()
      const places = Array.from({ length: samples }, (_, n) => Math.floor((size * n) / samples))
      const firsts = (await Promise.all(places.map((at) => hashesFrom(file, at)))).flatMap((all) => all.slice(0, 1))
      const isSorted = firsts.every((hash, n) => n === 0 || hash >= firsts[n - 1]!)
      return isSorted && firsts.length > 0 && firsts.every((hash) => /^[0-9A-F]{40}$/.test(hash))
        ? null
        : 'must be a file of SHA-1 hashes, sorted, one in each line'
    })
  } catch (error) {
    return `cannot be read (${(error as NodeJS.ErrnoException).code})`
  }
}

async function withFile<R>(path: string, work: (file: FileHandle) => Promise<R>): Promise<R> {
  const file = await open(path)
  try {
    return await work(file)
  } finally {
    await file.close()
  }
}

/** The hash's line begins at `low` or later, and before `high`. */
async function hasHash(file: FileHandle, hash: string): Promise<boolean> {
  let [low, high] = [0, (await file.stat()).size]
  while (high - low > blockBytes / 2) {
    const middle = Math.floor((low + high) / 2)
    const [first] = await hashesFrom(file, middle)
    if (first === undefined || first > hash) high = middle
    else low = middle
  }
  return (await hashesFrom(file, low)).includes(hash)
}

/** Hashes of the lines that begin at this place or later, up to the end of the block. */
async function hashesFrom(file: FileHandle, at: number): Promise<string[]> {
  const from = Math.max(0, at - 1) // the end of the line before tells that one begins here
  const { buffer, bytesRead } = await file.read(Buffer.alloc(blockBytes), 0, blockBytes, from)
  const lines = buffer.toString('latin1', 0, bytesRead).split('\n')
  const whole = lines.slice(at === 0 ? 0 : 1, bytesRead < blockBytes ? undefined : -1)
  return whole.filter((line) => line !== '').map((line) => line.slice(0, 40).toUpperCase())
}

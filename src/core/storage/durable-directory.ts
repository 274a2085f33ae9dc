import { mkdirSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { LRUCache } from 'lru-cache'
import { syncDirectory, syncDirectoryBlocking } from './durable-file'

/**
 * Directories below one root whose own names survive a power cut. Each name is flushed once per process: a directory that
 * a process before this one made may not be durable yet.
 */
export class DurableDirectories {
  private readonly flushed = new LRUCache<string, Promise<void>>({ max: 10_000 })

  /** @param root absolute; made when it is missing, in a directory that is durable. */
  constructor(private readonly root: string) {}

  /** Makes the directory and those above it, up to the root; resolves when all of their names are durable. */
  async make(directory: string): Promise<void> {
    const created = await mkdir(directory, { recursive: true })
    if (created) for (const each of this.chain(directory)) if (each.startsWith(created)) this.flushed.delete(each)
    await Promise.all(this.chain(directory).map((each) => this.flushName(each)))
  }

  /** The directory, then each one above it, up to the root. */
  private chain(directory: string): string[] {
    const above = directory === this.root ? [] : this.chain(dirname(directory))
    return [directory, ...above]
  }

  private flushName(directory: string): Promise<void> {
    const known = this.flushed.get(directory)
    if (known) return known
    const flush = syncDirectory(dirname(directory))
    this.flushed.set(directory, flush)
    flush.catch(() => this.flushed.delete(directory))
    return flush
  }
}

/** Makes a directory for its owner alone (mode 0700) and those above it, blocking; their names are durable afterwards. */
export function makeDurableDirectoryBlocking(directory: string) {
  const created = mkdirSync(directory, { recursive: true, mode: 0o700 })
  if (!created) return
  for (let each = directory; each.startsWith(created); each = dirname(each)) syncDirectoryBlocking(dirname(each))
}

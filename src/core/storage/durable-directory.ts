import { mkdirSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { BoundedCache } from '../bounded-cache'
import { syncDirectory, syncDirectoryBlocking } from './durable-file'
import { giveToOwnerOfDirectory } from './owner'

/**
 * Creates directories below one root whose names survive a power cut. Each name is flushed once per process, also of an
 * existing directory: an earlier process may have ended before its flush.
 */
export class DurableDirectories {
  private readonly flushed = new BoundedCache<string, Promise<void>>(10_000)

  /** @param root absolute path; created if missing. Its parent directory must be durable. */
  constructor(private readonly root: string) {}

  /** Creates the directory and its parents up to the root; resolves when all their names are durable. */
  async make(directory: string): Promise<void> {
    const created = await mkdir(directory, { recursive: true })
    if (created) this.adopt(directory, created)
    await Promise.all(this.chain(directory).map((each) => this.flushName(each)))
  }

  /** Handles the names from `created` down to the directory as new. */
  private adopt(directory: string, created: string) {
    for (const each of this.chain(directory).reverse()) {
      if (!each.startsWith(created)) continue
      this.flushed.delete(each)
      giveToOwnerOfDirectory(each)
    }
  }

  /** Returns the directory and its parents up to the root. */
  private chain(directory: string): string[] {
    const above = directory === this.root ? [] : this.chain(dirname(directory))
    return [directory, ...above]
  }

  private flushName(directory: string): Promise<void> {
    const cached = this.flushed.get(directory)
    if (cached) return cached
    const flush = syncDirectory(dirname(directory))
    this.flushed.set(directory, flush)
    flush.catch(() => this.flushed.delete(directory))
    return flush
  }
}

/** Creates a directory (mode 0700) and its parents, blocking; returns when their names are durable. */
export function makeDurableDirectoryBlocking(directory: string) {
  const created = mkdirSync(directory, { recursive: true, mode: 0o700 })
  if (!created) return
  const made: string[] = []
  for (let each = directory; each.startsWith(created); each = dirname(each)) made.unshift(each)
  for (const each of made) {
    giveToOwnerOfDirectory(each)
    syncDirectoryBlocking(dirname(each))
  }
}

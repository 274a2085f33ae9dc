import { log } from '../log'
import type { Wire } from '../nodes/wire'

/** Longest time of work in ms: after it another process may begin the same. */
const maxMs = 120_000
/** Pause between two looks whether another process has ended its work, in ms. */
const lookMs = 100

/** Claims of keys by the processes of an installation. */
type Claims = Pick<Wire, 'claim' | 'free'>

/**
 * Work under way by key, for work that must not run twice at once: in this process by memory, among several by claims in
 * their database.
 */
export class InFlight {
  private readonly running = new Map<string, Promise<unknown>>()

  constructor(private readonly claims: Claims | null = null) {}

  /**
   * Runs the work; a caller with the same key while it runs gets the same result. The work runs after that of another
   * process, whose result it must find.
   */
  share<R>(key: string, work: () => Promise<R>): Promise<R> {
    const running = this.running.get(key) as Promise<R> | undefined
    return running ?? this.start(key, () => this.afterOthers(key, work))
  }

  /** Runs the work, or returns null while work with the same key runs. */
  async exclusive<R>(key: string, work: () => Promise<R>): Promise<R | null> {
    if (this.running.has(key)) return null
    return this.start(key, async () => ((await this.isClaimed(key)) ? this.endClaim(key, work) : null))
  }

  private async afterOthers<R>(key: string, work: () => Promise<R>): Promise<R> {
    while (!(await this.isClaimed(key))) await Bun.sleep(lookMs)
    return this.endClaim(key, work)
  }

  private isClaimed(key: string): boolean | Promise<boolean> {
    return this.claims?.claim(key, maxMs) ?? true
  }

  private async endClaim<R>(key: string, work: () => Promise<R>): Promise<R> {
    try {
      return await work()
    } finally {
      await this.claims?.free(key).catch((err) => log.warn({ err, key }, 'a claim ends by its time'))
    }
  }

  /** The key is taken before the first await of the work, so that no second request passes. */
  private start<R>(key: string, work: () => Promise<R>): Promise<R> {
    const { promise, resolve, reject } = Promise.withResolvers<R>()
    this.running.set(key, promise)
    work()
      .finally(() => this.running.delete(key))
      .then(resolve, reject)
    return promise
  }
}

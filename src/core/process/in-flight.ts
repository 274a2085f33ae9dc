/**
 * Work under way by key, for work that must not run twice at once. One per process today; the only place that knows, so
 * that several processes can share it as rows.
 */
export class InFlight {
  private readonly running = new Map<string, Promise<unknown>>()

  /** Runs the work; a caller with the same key while it runs gets the same result. */
  share<R>(key: string, work: () => Promise<R>): Promise<R> {
    const running = this.running.get(key) as Promise<R> | undefined
    return running ?? this.start(key, work)
  }

  /** Runs the work, or returns null while work with the same key runs. */
  exclusive<R>(key: string, work: () => Promise<R>): Promise<R> | null {
    return this.running.has(key) ? null : this.start(key, work)
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

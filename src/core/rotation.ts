type Work = () => Promise<void>

/**
 * Queue of work that runs one piece at a time, or as many as it has places, with keys in rotation: a key with a thousand
 * pieces delays another key's by one piece only. Keys are companies, directories of companies, or receivers.
 */
export class Rotation<Key> {
  /** Waiting work by key, in the order of the keys' turns. */
  private readonly waiting = new Map<Key, Work[]>()
  private running = 0

  constructor(private readonly places = 1) {}

  /** Queues the work. The promise settles like that of the work, which begins in a later microtask at the earliest. */
  run<R>(key: Key, work: () => Promise<R>): Promise<R> {
    return new Promise((resolve, reject) => {
      const queue = this.waiting.get(key) ?? []
      queue.push(() => work().then(resolve, reject))
      this.waiting.set(key, queue)
      if (this.running < this.places) void this.runAll()
    })
  }

  /** True while a piece of any key runs. */
  isBusy = () => this.running > 0

  /** Number of pieces of the key that wait. */
  countWaiting = (key: Key) => this.waiting.get(key)?.length ?? 0

  /** Number of pieces of all keys that wait. */
  countAllWaiting = () => [...this.waiting.values()].reduce((sum, { length }) => sum + length, 0)

  private async runAll() {
    this.running++
    await undefined
    for (let next = this.takeNext(); next; next = this.takeNext()) await next()
    this.running--
  }

  /** Takes the oldest work of the key whose last turn was longest ago. */
  private takeNext(): Work | undefined {
    for (const [key, queue] of this.waiting) {
      const work = queue.shift()
      this.waiting.delete(key)
      if (queue.length > 0) this.waiting.set(key, queue) // behind all others
      return work
    }
    return undefined
  }
}

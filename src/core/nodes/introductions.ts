/**
 * Longest wait in ms for the answer of another node: the row of one that was killed counts as living for 20 s
 * (`ttlMs` of lease-rows.ts).
 */
const longestMs = 20_000

/** Answers that a new node awaits from the others: until then it does not know who is connected to them. */
export class Introductions {
  /** Resolves when each node has answered or ended, and after 20 s at the latest; never after `cancel`. */
  readonly complete: Promise<void>
  private readonly resolve: () => void
  private readonly timer?: ReturnType<typeof setTimeout>
  private readonly missing: Set<string>

  constructor(nodes: string[]) {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.complete = promise
    this.resolve = resolve
    this.missing = new Set(nodes)
    if (this.missing.size === 0) resolve()
    else this.timer = setTimeout(resolve, longestMs)
    this.timer?.unref()
  }

  /** Counts a node that has answered or ended. */
  settle(node: string) {
    if (this.missing.delete(node) && this.missing.size === 0) this.resolve()
  }

  cancel() {
    clearTimeout(this.timer)
    this.missing.clear()
  }
}

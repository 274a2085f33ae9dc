/** Messages within messages that are read; WhatsApp nests two. A sender may nest thousands, which overflow the stack. */
const maxNested = 4

/** Counts how deep a reader that calls itself has come; for readers without a pause in between. */
export class Nesting {
  private depth = 0

  /** Returns what `read` returns, or `beyond` below the deepest level that is read. */
  within<R>(read: () => R, beyond: R): R {
    if (this.depth >= maxNested) return beyond
    this.depth++
    try {
      return read()
    } finally {
      this.depth--
    }
  }
}

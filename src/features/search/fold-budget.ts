/**
 * Bytes of UTF-8 text that one answer may fold: some 65 ms of a slow core in the worst script, two messages of the
 * longest length in three-byte letters, thousands of usual ones.
 */
export const maxFoldedBytes = 384 * 1024

/** What one answer may still fold. The first row is always taken, or a search could not get past it. */
export class FoldBudget {
  private isFresh = true

  constructor(private left = maxFoldedBytes) {}

  /** The first of the rows, as far as their texts may be folded. */
  take<R extends { size: number }>(rows: R[]): R[] {
    const taken: R[] = []
    for (const row of rows) {
      if (row.size > this.left && !this.isFresh) break
      this.isFresh = false
      this.left -= row.size
      taken.push(row)
    }
    return taken
  }
}

/**
 * Bytes of UTF-8 text that one response may fold: about 65 ms of a slow core in the slowest script; two messages of
 * maximum length in three-byte letters, or thousands of usual ones.
 */
const maxFoldedBytes = 384 * 1024

/**
 * Remaining bytes a response may fold. The first row is always taken; otherwise a search could not continue past a long
 * one.
 */
export class FoldBudget {
  private isFresh = true

  constructor(private left = maxFoldedBytes) {}

  /** Returns the first rows whose texts fit into the remaining bytes. */
  take<R extends { size: number }>(rows: R[]): R[] {
    const takenRows: R[] = []
    for (const row of rows) {
      if (row.size > this.left && !this.isFresh) break
      this.isFresh = false
      this.left -= row.size
      takenRows.push(row)
    }
    return takenRows
  }
}

/** Longest work of one number in one turn of the event loop, ms. */
const numberBudget = 1
/** Longest work of all numbers in one turn, ms; then requests, timers and other sockets are served. */
const turnBudget = 8
/** Numbers below their budget that resume in one turn. Each does at least one piece of work, up to 1 ms. */
const maxResumed = 8

/** Undefined while the number may go on; otherwise a promise for its next turn. */
export type PauseIfDue = () => Promise<void> | undefined

/**
 * Shares the event loop between numbers. Baileys handles a message as a chain of promises that are already settled:
 * without a pause the whole backlog of a number runs in microtasks and blocks the process.
 *
 * Numbers that have used up their budget resume one in every second turn, in the order of their pauses. The turn
 * between is nearly empty, so that other numbers' writes, flushes and receipts, which take about three turns, are not
 * delayed by three pieces of a burst; the burst itself takes as long as without (bench/burst.ts). Numbers that were
 * stopped because the turn was over resume in the next one, so that a number with one message does not wait for those
 * with many.
 */
export class Turns {
  private readonly overBudget: (() => void)[] = []
  private readonly belowBudget: (() => void)[] = []
  private began = 0
  private turn = 0

  /** The pause of one number, to be awaited after each piece of its work. */
  forNumber(): PauseIfDue {
    let mine = { turn: -1, began: 0 }
    return () => {
      const now = performance.now()
      if (this.began === 0) this.beginTurn(now)
      if (mine.turn !== this.turn) mine = { turn: this.turn, began: now }
      const isOverBudget = now - mine.began >= numberBudget
      if (!isOverBudget && now - this.began < turnBudget) return undefined
      const paused = isOverBudget ? this.overBudget : this.belowBudget
      return new Promise((resolve) => {
        paused.push(() => {
          if (mine.turn !== this.turn) mine = { turn: this.turn, began: performance.now() }
          resolve()
        })
      })
    }
  }

  private beginTurn(now: number) {
    this.began = now
    setImmediate(() => this.endTurn())
  }

  private endTurn() {
    this.began = 0
    this.turn++
    const resumed = this.belowBudget.splice(0, maxResumed)
    if (this.turn % 2 === 0) resumed.push(...this.overBudget.splice(0, 1))
    if (resumed.length + this.overBudget.length === 0) return
    this.beginTurn(performance.now())
    for (const resume of resumed) resume()
  }
}

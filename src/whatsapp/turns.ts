/** Longest work of one number in one turn of the event loop, ms; the second value: while no other number works. */
const [numberBudget, soleBudget] = [1, 8]
/** Time without messages of another number from which a number counts as the only one, ms. */
const soleAfter = 2_000
/** Longest work of all numbers in one turn, ms; then requests, timers and other sockets are served. */
const turnBudget = 8
/** Numbers below their budget that resume in one turn. Each does at least one piece of work, up to 1 ms. */
const maxResumed = 8

/**
 * Undefined while the number may go on; otherwise a promise for its next turn.
 * @param hasWritten keys were written, that is: a message was received or sent. Other frames, such as answers to pings,
 * do not count as work of the number in `isSoleNumber`.
 */
export type PauseIfDue = (hasWritten?: boolean) => Promise<void> | undefined

/**
 * Shares the event loop between numbers. Baileys handles a message as a chain of promises that are already settled:
 * without a pause the whole backlog of a number runs in microtasks and blocks the process.
 *
 * Numbers that have used up their budget resume one in every second turn, in the order of their pauses. The turn
 * between is nearly empty, so that other numbers' writes, flushes and receipts, which take about three turns, are not
 * delayed by three pieces of a burst; the burst itself takes as long as without (bench/burst.ts). Numbers that were
 * stopped because the turn was over resume in the next one, so that a number with one message does not wait for those
 * with many.
 *
 * A number that works alone uses whole turns and resumes in every one, because its pauses delay only itself: they cost a
 * third of its throughput (bench/RESULTS.md).
 */
export class Turns {
  private readonly overBudget: (() => void)[] = []
  private readonly belowBudget: (() => void)[] = []
  private began = 0
  private turn = 0
  private lastNumber: object | undefined
  /** Time of the last change from one number to another. */
  private changedAt = Number.NEGATIVE_INFINITY

  /** True when all messages of the last two seconds were of one number. */
  isSoleNumber(now = performance.now()): boolean {
    return now - this.changedAt > soleAfter
  }

  /** The pause of one number, to be awaited after each piece of its work. */
  forNumber(): PauseIfDue {
    const number = {}
    let mine = { turn: -1, began: 0 }
    return (hasWritten = false) => {
      const now = performance.now()
      if (this.began === 0) this.beginTurn(now)
      if (hasWritten) this.recordNumber(number, now)
      if (mine.turn !== this.turn) mine = { turn: this.turn, began: now }
      const isOverBudget = now - mine.began >= this.budget(now)
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

  private budget(now: number) {
    return this.isSoleNumber(now) ? soleBudget : numberBudget
  }

  private recordNumber(number: object, now: number) {
    if (number !== this.lastNumber && this.lastNumber) this.changedAt = now
    this.lastNumber = number
  }

  private beginTurn(now: number) {
    this.began = now
    setImmediate(() => this.endTurn())
  }

  private endTurn() {
    this.began = 0
    this.turn++
    const resumed = this.belowBudget.splice(0, maxResumed)
    if (this.turn % 2 === 0 || this.isSoleNumber()) resumed.push(...this.overBudget.splice(0, 1))
    if (resumed.length + this.overBudget.length === 0) return
    this.beginTurn(performance.now())
    for (const resume of resumed) resume()
  }
}

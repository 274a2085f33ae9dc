/** Longest work of one number in one turn of the event loop, ms. */
const numberBudget = 3
/** Longest work of all numbers in one turn, ms; then requests, timers and other sockets are served. */
const turnBudget = 9

/** Undefined while the number may go on; otherwise a promise for its next turn. */
export type PauseIfDue = () => Promise<void> | undefined

/**
 * Shares the event loop between numbers. Baileys handles a message as a chain of promises that are already settled:
 * without a pause the whole backlog of a number runs in microtasks and blocks the process. Numbers that have used up
 * their budget resume one per turn, first come first served.
 */
export class Turns {
  private readonly paused: (() => void)[] = []
  private began = 0
  private turn = 0

  /** The pause of one number, to be awaited after each piece of its work. */
  forNumber(): PauseIfDue {
    let mine = { turn: -1, began: 0 }
    return () => {
      const now = performance.now()
      if (this.began === 0) this.beginTurn(now)
      if (mine.turn !== this.turn) mine = { turn: this.turn, began: now }
      if (now - mine.began < numberBudget && now - this.began < turnBudget) return undefined
      return new Promise((resolve) => this.paused.push(resolve))
    }
  }

  private beginTurn(now: number) {
    this.began = now
    setImmediate(() => this.endTurn())
  }

  private endTurn() {
    this.began = 0
    this.turn++
    const resume = this.paused.shift()
    if (!resume) return
    this.beginTurn(performance.now())
    resume()
  }
}

import type { PauseIfDue } from './turns'

/** Messages that may wait, 1 to 2 kB each. */
const usualMax = 50_000

interface Parts {
  pauseIfDue: PauseIfDue
  /** More messages wait than may. */
  onOverflow(): void
  max?: number
}

/**
 * Hands the messages of a number to Baileys one at a time, in the order of the wire, with a pause between them when the
 * number has used its share of the event loop (`Turns`). Baileys would begin all of them at once and let a later one
 * overtake: its own lock is taken only after writes of different length. A message decrypted before an earlier one of
 * its chat is stored before it if the connection is lost in between. A message that was not begun when the socket ended
 * is dropped: it is not confirmed, so WhatsApp sends it again.
 */
export class MessageIntake {
  private waiting: (() => Promise<unknown>)[] = []
  private isRunning = false
  private hasEnded = false

  constructor(private readonly parts: Parts) {}

  /** @param handle settles when Baileys is done with the message */
  add(handle: () => Promise<unknown>) {
    if (this.hasEnded) return
    this.waiting.push(handle)
    if (this.waiting.length > (this.parts.max ?? usualMax)) this.parts.onOverflow()
    if (!this.isRunning) void this.run()
  }

  get waitingCount(): number {
    return this.waiting.length
  }

  /** Drops the messages that wait, and those still to come. */
  end() {
    this.hasEnded = true
    this.waiting = []
  }

  private async run() {
    this.isRunning = true
    for (let next = this.waiting.shift(); next; next = this.waiting.shift()) {
      await next()
      await this.parts.pauseIfDue()
    }
    this.isRunning = false
  }
}

/** Counts of the steps of a simulated hour, by actor and step. */

interface Counts {
  done: number
  /** Finished by the second attempt. */
  doneAgain: number
  unfinished: number
}

export class StepReport {
  private readonly counts = new Map<string, Counts>()
  private readonly reasons = new Map<string, number>()

  /**
   * Runs a step, and once more if it could not be finished: a colleague or the supervisor may take the conversation
   * away at any moment.
   */
  async run(actor: string, name: string, step: () => Promise<unknown>) {
    const label = `${actor}: ${name}`
    const counts = this.counts.get(label) ?? { done: 0, doneAgain: 0, unfinished: 0 }
    this.counts.set(label, counts)
    for (const result of ['done', 'doneAgain'] as const)
      if (await this.finishes(label, step)) {
        counts[result]++
        return
      }
    counts.unfinished++
  }

  private async finishes(label: string, step: () => Promise<unknown>): Promise<boolean> {
    try {
      await step()
      return true
    } catch (error) {
      const reason = `${label}: ${describe(error)}`
      this.reasons.set(reason, (this.reasons.get(reason) ?? 0) + 1)
      return false
    }
  }

  sum(kind: keyof Counts): number {
    return [...this.counts.values()].reduce((sum, counts) => sum + counts[kind], 0)
  }

  /** One line per step, then one per reason of an attempt that was not finished. */
  lines(): string {
    const steps = [...this.counts].map(
      ([label, { done, doneAgain, unfinished }]) =>
        `  ${label}: ${done} done, ${doneAgain} by the second attempt, ${unfinished} unfinished`,
    )
    const reasons = [...this.reasons].sort((a, b) => b[1] - a[1]).map(([reason, count]) => `  ${count} × ${reason}`)
    return [...steps, ...reasons].sort().join('\n')
  }
}

/** First line of the error and the locator waited for, which Playwright writes below it. */
function describe(error: unknown): string {
  const lines = String(error).split('\n')
  const waited = lines.find((line) => line.includes('waiting for')) ?? ''
  return `${lines[0]} ${waited.trim()}`.replace(/[a-z]+\d+z/g, 'WORD').slice(0, 220)
}

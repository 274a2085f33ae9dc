/** A refusal with this code, no answer at all, or an answer later. */
export type QueryFault = number | 'silent' | 'held'

/** How queries of devices (`<iq>`) fail, by their namespace: `usync`, `encrypt`, `w:m` … */
export class QueryFaults {
  private readonly faults = new Map<string, QueryFault>()
  private readonly held = new Map<string, (() => void)[]>()

  /** `off` ends the fault; queries held until then are answered in their order. */
  set(xmlns: string, fault: QueryFault | 'off') {
    if (fault === 'off') this.faults.delete(xmlns)
    else this.faults.set(xmlns, fault)
    if (fault !== 'held') this.release(xmlns)
  }

  /** Ends all of them. */
  clear() {
    this.faults.clear()
    for (const xmlns of [...this.held.keys()]) this.release(xmlns)
  }

  /** The code with which queries of this namespace are refused. */
  refusalOf(xmlns: string): number | undefined {
    const fault = this.faults.get(xmlns)
    return typeof fault === 'number' ? fault : undefined
  }

  /** Answers now, later or never. */
  answerOrHold(xmlns: string, answer: () => void) {
    const fault = this.faults.get(xmlns)
    if (fault === 'silent') return
    if (fault === 'held') this.held.set(xmlns, [...(this.held.get(xmlns) ?? []), answer])
    else answer()
  }

  private release(xmlns: string) {
    const answers = this.held.get(xmlns) ?? []
    this.held.delete(xmlns)
    for (const answer of answers) answer()
  }
}

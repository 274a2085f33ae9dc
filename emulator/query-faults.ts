/** Error code of a refusal, `silent` for no answer, `held` for an answer after the fault has ended. */
export type QueryFault = number | 'silent' | 'held'

/** Faults of queries (`<iq>`) by namespace: `usync`, `encrypt`, `w:m` … */
export class QueryFaults {
  private readonly faults = new Map<string, QueryFault>()
  private readonly held = new Map<string, (() => void)[]>()

  /** Sets or ends (`off`) a fault. Queries held so far are answered in order unless the new fault is `held` too. */
  set(xmlns: string, fault: QueryFault | 'off') {
    if (fault === 'off') this.faults.delete(xmlns)
    else this.faults.set(xmlns, fault)
    if (fault !== 'held') this.release(xmlns)
  }

  /** Ends all faults and answers held queries. */
  clear() {
    this.faults.clear()
    for (const xmlns of [...this.held.keys()]) this.release(xmlns)
  }

  /** Error code for queries of this namespace; undefined when they are not refused. */
  refusalOf(xmlns: string): number | undefined {
    const fault = this.faults.get(xmlns)
    return typeof fault === 'number' ? fault : undefined
  }

  /** Calls `answer` now, when a held query is released, or never. */
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

/** Time without a packet in ms after which a sender counts as gone: five beats. */
const silenceMs = 5000

/** Relation of a packet to those before it. */
type Verdict = 'next' | 'first' | 'repeated' | 'gap'

/** Time in ms for which a silent sender's number is kept: a machine that stood still may return. */
const memoryMs = 600_000

/** Numbers and times of the packets of each other process, by which lost packets are seen. */
export class Senders {
  private readonly known = new Map<string, { seq: number; heardAt: number; isSilent: boolean }>()

  constructor(private readonly clock: () => number) {}

  /** Counts a packet. */
  count(from: string, seq: number): Verdict {
    const before = this.known.get(from)
    if (before && seq <= before.seq) return 'repeated'
    this.known.set(from, { seq, heardAt: this.clock(), isSilent: false })
    if (!before) return 'first'
    return seq === before.seq + 1 ? 'next' : 'gap'
  }

  /** Forgets a process that has said that it ends. */
  forget(from: string) {
    this.known.delete(from)
  }

  /** Returns the processes that have become silent since the last call. */
  takeSilent(): string[] {
    const now = this.clock()
    const silent: string[] = []
    for (const [from, sender] of this.known) {
      if (now - sender.heardAt > memoryMs) this.known.delete(from)
      if (sender.isSilent || now - sender.heardAt <= silenceMs) continue
      sender.isSilent = true
      silent.push(from)
    }
    return silent
  }

  /** Processes that are heard. */
  names(): string[] {
    return [...this.known].filter(([, { isSilent }]) => !isSilent).map(([from]) => from)
  }
}

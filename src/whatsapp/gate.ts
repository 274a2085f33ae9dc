/** Limits concurrent handshakes, because all numbers reconnect after an outage; others wait in order of arrival. */
export class Gate {
  private inside = 0
  private readonly queue: (() => void)[] = []

  constructor(private readonly places: number) {}

  /** Resolves when there is room, with a function that leaves; later calls of it do nothing. */
  async enter(): Promise<() => void> {
    if (this.inside >= this.places) await new Promise<void>((resolve) => this.queue.push(resolve))
    else this.inside++
    let left = false
    return () => {
      if (left) return
      left = true
      const next = this.queue.shift()
      if (next) next()
      else this.inside--
    }
  }
}

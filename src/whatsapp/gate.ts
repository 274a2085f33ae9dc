/** Lets a few in at a time, the rest in order of arrival: the handshakes of many numbers at start (reliability 16). */
export class Gate {
  private inside = 0
  private readonly queue: (() => void)[] = []

  constructor(private readonly places: number) {}

  /** Resolves with the way out, to be called once (more often does nothing). */
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

/** Counts of values by upper bound, cumulative as Prometheus expects them. */
export class Histogram {
  private readonly counts: number[]
  private sum = 0
  private total = 0

  /** @param bounds upper bounds of the buckets, ascending */
  constructor(private readonly bounds: readonly number[]) {
    this.counts = bounds.map(() => 0)
  }

  add(value: number) {
    this.sum += value
    this.total++
    const bucket = this.bounds.findIndex((bound) => value <= bound)
    if (bucket >= 0) this.counts[bucket] = (this.counts[bucket] as number) + 1
  }

  /** Samples in Prometheus' text format, without name: suffix with label, and value. */
  samples(): [suffix: string, value: number][] {
    let below = 0
    const buckets = this.bounds.map((bound, index): [string, number] => {
      below += this.counts[index] as number
      return [`_bucket{le="${bound}"}`, below]
    })
    return [...buckets, ['_bucket{le="+Inf"}', this.total], ['_sum', this.sum], ['_count', this.total]]
  }
}

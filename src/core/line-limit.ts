const minuteMs = 60_000

/** Bounds the number of log lines of one kind, which strangers can cause, in this process. */
export class LineLimit {
  private written = 0
  private dropped = 0
  private endsAt = 0

  constructor(
    private readonly perMinute: number,
    private readonly now = Date.now,
  ) {}

  /** Calls `write` unless the lines of this minute are used up, with the number of lines left out since the last one. */
  use(write: (dropped: number) => void) {
    if (this.now() >= this.endsAt) {
      this.endsAt = this.now() + minuteMs
      this.written = 0
    }
    if (this.written >= this.perMinute) {
      this.dropped++
      return
    }
    this.written++
    write(this.dropped)
    this.dropped = 0
  }
}

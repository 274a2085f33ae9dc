/** Frames that one person's sockets may send per second, together; the interface sends a few per minute. */
const framesPerSecond = 200

/** Counts the frames of each person in the current second. */
export class FrameRate {
  private second = 0
  private readonly frames = new Map<number, number>()

  /** Counts one frame of a person. Returns true beyond the limit. @param now epoch milliseconds */
  isExceeded(userId: number, now: number): boolean {
    const second = Math.floor(now / 1000)
    if (second !== this.second) this.frames.clear()
    this.second = second
    const frames = (this.frames.get(userId) ?? 0) + 1
    this.frames.set(userId, frames)
    return frames > framesPerSecond
  }
}

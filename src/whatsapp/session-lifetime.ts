import { AppError } from '../shared/errors'

type Timer = ReturnType<typeof setTimeout>

/** Timers and work under way of one session. Its end clears the timers and rejects the work. */
export class SessionLifetime {
  hasEnded = false
  private readonly timers = new Set<Timer>()
  private readonly rejections = new Set<(error: Error) => void>()

  /** Calls `work` after `ms` unless the session has ended by then. */
  after(ms: number, work: () => void): Timer | undefined {
    if (this.hasEnded) return undefined
    const timer = setTimeout(() => {
      this.timers.delete(timer)
      if (!this.hasEnded) work()
    }, ms)
    this.timers.add(timer)
    return timer
  }

  /**
   * Returns the result of the work. Baileys never settles some promises of a socket that has closed.
   * @throws ERR_WAPP_NOT_INITIALIZED as soon as the session ends
   */
  async during<T>(work: Promise<T>): Promise<T> {
    // A promise per call: one for the whole session would hold a reference to every result that ever raced with it.
    const end = Promise.withResolvers<never>()
    this.rejections.add(end.reject)
    if (this.hasEnded) end.reject(new AppError('ERR_WAPP_NOT_INITIALIZED'))
    try {
      return await Promise.race([work, end.promise])
    } finally {
      this.rejections.delete(end.reject)
    }
  }

  end() {
    this.hasEnded = true
    for (const reject of this.rejections) reject(new AppError('ERR_WAPP_NOT_INITIALIZED'))
    for (const timer of this.timers) clearTimeout(timer)
    this.timers.clear()
  }
}

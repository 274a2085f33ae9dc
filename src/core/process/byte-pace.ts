import type { CompanyId } from '../storage/schema'
import { type WorkSlices, workSlices } from './work-slices'

const mebibyte = 2 ** 20
/**
 * Bytes of one company per second: 200 Mbit/s. Receiving 1 MiB takes 3 ms of the main thread (measured), so that one
 * company's large bodies use a fourteenth of it.
 */
const perSecond = 24 * mebibyte
/** Bytes that pass without a wait after a pause: most pictures of customers. */
const burst = mebibyte
/** Maximum bytes of one piece: some 0.3 ms of the main thread. */
const maxPiece = 256 * 1024

/** Shorter waits are rounding errors of the sums, in ms. */
const leastWaitMs = 0.01

interface Clock {
  /** Milliseconds that never go back. */
  now(): number
  sleep(ms: number): Promise<unknown>
}

/**
 * Limits the bytes of a company that the main thread handles per second. A client on the same network sends 24 MB in
 * 50 ms; without the limit the thread would do little else meanwhile. While the reader of a request's body waits, Bun
 * stops receiving it.
 */
export class BytePace {
  /** Time by which the company's bytes so far are paid for at `perSecond`, in ms of the clock. */
  private readonly paidUntil = new Map<CompanyId, number>()

  constructor(
    private readonly clock: Clock = { now: () => performance.now(), sleep: (ms) => Bun.sleep(ms) },
    private readonly slices: Pick<WorkSlices, 'pause'> = workSlices,
  ) {}

  /**
   * Yields the bytes in pieces of at most 256 KiB, each as soon as the company's pace allows it, in slices: a machine
   * that is slower than the pace handles no whole body in one turn of the event loop.
   */
  async *pieces<B extends Uint8Array>(companyId: CompanyId, source: AsyncIterable<B>): AsyncGenerator<B> {
    for await (const chunk of source) {
      for (let at = 0; at < chunk.byteLength; at += maxPiece) {
        const piece = chunk.subarray(at, at + maxPiece) as B
        await this.pay(companyId, piece.byteLength)
        await this.slices.pause(companyId)
        yield piece
      }
    }
  }

  /** Counts the bytes, and waits when the company is ahead of its pace. Concurrent callers share the pace. */
  async pay(companyId: CompanyId, bytes: number) {
    const now = this.clock.now()
    const from = Math.max(this.paidUntil.get(companyId) ?? 0, now - msOf(burst))
    const until = from + msOf(bytes)
    this.paidUntil.set(companyId, until)
    if (until - now > leastWaitMs) await this.clock.sleep(until - now)
  }
}

const msOf = (bytes: number) => (bytes / perSecond) * 1000

/** Pace of the process. */
export const bytePace = new BytePace()

import { log } from '../../log'
import { workMarks } from '../../process/work-marks'
import { Rotation } from '../../rotation'
import type { SideReader as LongReads } from '../db'
import type { CompanyId } from '../schema'

/** Messages to the worker, which handles one read at a time. */
export type ToSideReader =
  | { do: 'open'; file: string }
  | { do: 'read'; text: string; values: readonly unknown[] }
  | { do: 'more' }
  | { do: 'stop' }
/** Messages from the worker. */
export type FromSideReader =
  | { type: 'rows'; rows: unknown[]; hasMore: boolean }
  | { type: 'failed'; message: string }
  | { type: 'stopped' }

/** Time without a read after which the worker ends, in ms. */
const idleMs = 60_000

/**
 * Runs reads that may take long, such as searches without an index, in a worker with a handle of its own: requests of
 * others do not wait for them (ADR 0075). One read at a time, with companies in rotation. A read sees every write that
 * was acknowledged before it. Its rows arrive in packets, at most one per turn of the event loop.
 */
export class SideReader implements LongReads {
  private readonly turns = new Rotation<CompanyId>()
  private worker: Worker | undefined
  private waiting: PromiseWithResolvers<unknown[]> | undefined
  private received: unknown[] = []
  private idle: ReturnType<typeof setTimeout> | undefined
  private isStopped = false

  constructor(
    private readonly address: URL,
    private readonly file: string,
  ) {}

  /** Returns the rows of a select. @throws Error for SQL that fails, when the worker ends, and after `stop` */
  read(companyId: CompanyId, text: string, values: readonly unknown[]): Promise<unknown[]> {
    return workMarks.whileAway(this.turns.run(companyId, () => this.readNow(text, values)))
  }

  /** Ends the worker after the read under way; later reads fail. */
  async stop() {
    this.isStopped = true
    await this.waiting?.promise.catch(() => {})
    await this.end()
  }

  private readNow(text: string, values: readonly unknown[]): Promise<unknown[]> {
    if (this.isStopped) return Promise.reject(new Error('the server stops'))
    clearTimeout(this.idle)
    this.worker ??= this.start()
    this.waiting = Promise.withResolvers()
    this.received = []
    this.send({ do: 'read', text, values })
    return this.waiting.promise
  }

  private start(): Worker {
    const worker = new Worker(this.address, { ref: false })
    worker.onmessage = ({ data }: MessageEvent<FromSideReader>) => this.receive(data)
    worker.onerror = ({ message }) => this.fail(worker, message)
    worker.postMessage({ do: 'open', file: this.file } satisfies ToSideReader)
    return worker
  }

  private receive(message: FromSideReader) {
    if (message.type === 'rows') {
      for (const row of message.rows) this.received.push(row)
      if (message.hasMore) return void setImmediate(() => this.send({ do: 'more' }))
      this.waiting?.resolve(this.received)
      this.received = []
    } else this.waiting?.reject(new Error(message.type === 'failed' ? message.message : 'the reader has ended'))
    this.waiting = undefined
    this.idle = setTimeout(() => void this.end(), idleMs)
    this.idle.unref()
  }

  private fail(worker: Worker, message: string) {
    log.error({ problem: message }, 'the thread for long reads failed')
    if (this.worker === worker) this.worker = undefined
    worker.terminate()
    this.waiting?.reject(new Error(message))
    this.waiting = undefined
  }

  /** Closes the worker's handle and ends it, unless a read is under way. */
  private async end() {
    const { worker } = this
    if (!worker || this.waiting) return
    clearTimeout(this.idle)
    this.worker = undefined
    await new Promise<void>((resolve) => {
      worker.onmessage = () => resolve()
      worker.onerror = () => resolve()
      worker.postMessage({ do: 'stop' } satisfies ToSideReader)
    })
    worker.terminate()
  }

  private send(message: ToSideReader) {
    this.worker?.postMessage(message)
  }
}

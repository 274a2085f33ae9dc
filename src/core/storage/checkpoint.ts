import { log } from '../log'
import type { Store } from './db'

export type ToWorker = { do: 'open'; file: string } | { do: 'check' } | { do: 'restart' } | { do: 'stop' }
export type FromWorker =
  | { type: 'size'; frames: number }
  | { type: 'full' }
  | { type: 'restarted' }
  | { type: 'checked'; problems: string[] }
  | { type: 'failed'; message: string; code: string }
  | { type: 'stopped' }

const pageBytes = 4096
/** Bytes of write-ahead log at which somebody must look: a reader is holding it open (performance.md §1). */
const alarmBytes = 256 * 1024 * 1024

/** The thread that checkpoints the database (core/storage/checkpoint-worker.ts) as the main thread sees it. */
export class Checkpoints {
  /** Bytes in the write-ahead log at the last look. */
  walBytes = 0
  private alarmed = false
  private ended = false
  private waiting: { checked?(problems: string[]): void; restarted?(): void; stopped?(): void } = {}

  /** @param worker running checkpoint-worker.ts; made by the caller, whose place decides the file's address. */
  constructor(
    private readonly worker: Worker,
    file: string,
    private readonly store: Store,
  ) {
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.receive(data)
    worker.onerror = ({ message }) => this.endUnexpectedly(message)
    this.send({ do: 'open', file })
    store.addFailureListener(() => store.flushFailed && void this.stop())
  }

  /** What SQLite finds wrong with the database file (`quick_check`), in its words; empty when it is sound. */
  check(): Promise<string[]> {
    return new Promise((resolve) => {
      this.waiting.checked = resolve
      this.send({ do: 'check' })
    })
  }

  /** Ends the thread; the log keeps what was not copied. Safe to call twice. */
  async stop() {
    if (this.ended) return
    this.ended = true
    await new Promise<void>((resolve) => {
      this.waiting.stopped = resolve
      this.send({ do: 'stop' })
    })
    this.waiting.restarted?.()
    this.worker.terminate()
  }

  private receive(message: FromWorker) {
    if (message.type === 'size') this.measure(message.frames * pageBytes)
    if (message.type === 'full') void this.store.betweenGroups(() => this.restartLog())
    if (message.type === 'restarted') this.waiting.restarted?.()
    if (message.type === 'checked') this.waiting.checked?.(message.problems)
    if (message.type === 'stopped') this.waiting.stopped?.()
    if (message.type === 'failed') this.report(message)
  }

  /** Resolves when the thread has begun the log anew, or could not. */
  private restartLog(): Promise<void> {
    if (this.ended) return Promise.resolve()
    return new Promise((resolve) => {
      this.waiting.restarted = resolve
      this.send({ do: 'restart' })
    })
  }

  /** A failed flush ends the process, whichever thread it happens to; other failures are met again and tried again. */
  private report({ message, code }: { message: string; code: string }) {
    log.warn({ problem: message, code }, 'a checkpoint failed')
    if (code.startsWith('SQLITE_IOERR')) this.store.fail(Object.assign(new Error(message), { code }))
  }

  /** A dead thread must leave no caller waiting: the file could not be checked, and closing goes on without it. */
  private endUnexpectedly(message: string) {
    log.error({ problem: message }, 'the checkpoint thread failed')
    this.ended = true
    this.waiting.checked?.([message])
    this.waiting.restarted?.()
    this.waiting.stopped?.()
  }

  private measure(bytes: number) {
    this.walBytes = bytes
    const tooBig = bytes > alarmBytes
    if (tooBig && !this.alarmed)
      log.error({ bytes }, 'the write-ahead log does not shrink: something reads without end')
    this.alarmed = tooBig
  }

  private send(message: ToWorker) {
    this.worker.postMessage(message)
  }
}

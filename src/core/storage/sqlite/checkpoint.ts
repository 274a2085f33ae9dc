import { log } from '../../log'
import type { SqliteStore } from './store'

/** Messages to the checkpoint thread. `restart` and `empty`: the writer pauses meanwhile. */
export type ToWorker =
  | { do: 'open'; file: string }
  | { do: 'check' }
  | { do: 'restart' }
  | { do: 'copy' }
  | { do: 'empty' }
  | { do: 'stop' }
/** Messages from the checkpoint thread. `full`: the log should be restarted; `restarted`: done, or not possible. */
export type FromWorker =
  | { type: 'size'; frames: number }
  | { type: 'full' }
  | { type: 'restarted' }
  | { type: 'copied' }
  | { type: 'emptied'; isEmpty: boolean }
  | { type: 'checked'; problems: string[] }
  | { type: 'unchecked'; message: string; code: string }
  | { type: 'failed'; message: string; code: string }
  | { type: 'stopped' }

const pageBytes = 4096
/** Size of the write-ahead log from which an error is logged: a reader holds it open. */
const alarmBytes = 256 * 1024 * 1024

interface Emptying {
  copied?(): void
  emptied?(isEmpty: boolean): void
}

/** Main thread's side of the checkpoint thread (core/storage/sqlite/checkpoint-worker.ts). */
export class Checkpoints {
  /** Size of the write-ahead log at the last check, in bytes. */
  walBytes = 0
  private alarmed = false
  private ended = false
  private checking: PromiseWithResolvers<string[]> | undefined
  private waiting: { restarted?(): void; stopped?(): void } & Emptying = {}

  /**
   * @param worker runs checkpoint-worker.ts. The caller creates it, because the bundler resolves the file's address
   * there.
   */
  constructor(
    private readonly worker: Worker,
    file: string,
    private readonly store: SqliteStore,
  ) {
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.receive(data)
    worker.onerror = ({ message }) => this.endUnexpectedly(message)
    this.send({ do: 'open', file })
    store.emptyLog = () => this.emptyLog()
    store.addFailureListener(() => store.flushFailed && void this.stop())
  }

  /**
   * Returns SQLite's descriptions of damage in the database file (`quick_check`); empty when it is intact.
   * @throws Error with SQLite's code when the file cannot be read now; it may be intact
   */
  check(): Promise<string[]> {
    this.checking = Promise.withResolvers()
    if (this.ended) this.checking.reject(new Error('the checkpoint thread has ended'))
    else this.send({ do: 'check' })
    return this.checking.promise
  }

  /** Ends the thread; uncopied frames stay in the log. Safe to call twice. */
  async stop() {
    if (this.ended) return
    this.ended = true
    await new Promise<void>((resolve) => {
      this.waiting.stopped = resolve
      this.send({ do: 'stop' })
    })
    this.releaseWriter()
    this.worker.terminate()
  }

  /**
   * Empties the log: copies most of it while writes continue, then the rest while the writer pauses. Returns false when
   * another process reads the log, or the thread has ended.
   */
  private async emptyLog(): Promise<boolean> {
    if (this.ended) return false
    await new Promise<void>((resolve) => {
      this.waiting.copied = resolve
      this.send({ do: 'copy' })
    })
    let isEmpty = false
    await this.store.betweenGroups(async () => {
      if (this.ended) return
      isEmpty = await new Promise<boolean>((resolve) => {
        this.waiting.emptied = resolve
        this.send({ do: 'empty' })
      })
    })
    return isEmpty
  }

  /** Settles all calls for which the writer may be paused. */
  private releaseWriter() {
    this.waiting.restarted?.()
    this.waiting.copied?.()
    this.waiting.emptied?.(false)
  }

  private receive(message: FromWorker) {
    if (message.type === 'size') this.measure(message.frames * pageBytes)
    if (message.type === 'full') void this.store.betweenGroups(() => this.restartLog())
    if (message.type === 'restarted') this.waiting.restarted?.()
    if (message.type === 'copied') this.waiting.copied?.()
    if (message.type === 'emptied') this.waiting.emptied?.(message.isEmpty)
    if (message.type === 'checked') this.checking?.resolve(message.problems)
    if (message.type === 'unchecked') this.checking?.reject(errorOf(message))
    if (message.type === 'stopped') this.waiting.stopped?.()
    if (message.type === 'failed') this.report(message)
  }

  /** Resolves when the thread has restarted the log, or could not. */
  private restartLog(): Promise<void> {
    if (this.ended) return Promise.resolve()
    return new Promise((resolve) => {
      this.waiting.restarted = resolve
      this.send({ do: 'restart' })
    })
  }

  /** Logs the failure. A failed flush ends the process; other failures are retried at the next check. */
  private report({ message, code }: { message: string; code: string }) {
    log.warn({ problem: message, code }, 'a checkpoint failed')
    if (code.startsWith('SQLITE_IOERR')) this.store.fail(errorOf({ message, code }))
  }

  /** Settles all waiting calls of a crashed thread: a check fails, and closing continues without the thread. */
  private endUnexpectedly(message: string) {
    log.error({ problem: message }, 'the checkpoint thread failed')
    this.ended = true
    this.checking?.reject(new Error(message))
    this.releaseWriter()
    this.waiting.stopped?.()
  }

  private measure(bytes: number) {
    this.walBytes = bytes
    const tooBig = bytes > alarmBytes
    if (tooBig && !this.alarmed) log.error({ bytes }, 'the write-ahead log does not shrink: a reader holds it open')
    this.alarmed = tooBig
  }

  private send(message: ToWorker) {
    this.worker.postMessage(message)
  }
}

const errorOf = ({ message, code }: { message: string; code: string }) => Object.assign(new Error(message), { code })

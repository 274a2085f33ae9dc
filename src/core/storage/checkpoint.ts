import { log } from '../log'

export type ToWorker = { do: 'open'; file: string } | { do: 'check' } | { do: 'stop' }
export type FromWorker =
  | { told: 'size'; frames: number }
  | { told: 'checked'; problems: string[] }
  | { told: 'failed'; message: string }
  | { told: 'stopped' }

const pageBytes = 4096
/** Bytes of write-ahead log at which somebody must look: a reader is holding it open (performance.md §1). */
const alarmBytes = 256 * 1024 * 1024

/** The database's own thread: checkpoints all the time, the soundness of the file when asked. */
export class Checkpoints {
  /** Bytes in the write-ahead log at the last look. */
  walBytes = 0
  private alarmed = false
  private waiting: { checked?(problems: string[]): void; stopped?(): void } = {}

  /** @param worker running core/storage/checkpoint-worker.ts; made by the caller, whose place decides the file's address. */
  constructor(
    private readonly worker: Worker,
    file: string,
  ) {
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.hear(data)
    worker.onerror = ({ message }) => this.fail(message)
    this.tell({ do: 'open', file })
  }

  /** What SQLite finds wrong with the database file (`quick_check`), in its words; empty when it is sound. */
  check(): Promise<string[]> {
    return new Promise((resolve) => {
      this.waiting.checked = resolve
      this.tell({ do: 'check' })
    })
  }

  async stop() {
    await new Promise<void>((resolve) => {
      this.waiting.stopped = resolve
      this.tell({ do: 'stop' })
    })
    this.worker.terminate()
  }

  private hear(message: FromWorker) {
    if (message.told === 'size') this.measure(message.frames * pageBytes)
    if (message.told === 'checked') this.waiting.checked?.(message.problems)
    if (message.told === 'stopped') this.waiting.stopped?.()
    if (message.told === 'failed') log.warn({ problem: message.message }, 'a checkpoint failed')
  }

  /** A dead thread must not leave anybody waiting: the file could not be checked, and closing goes on without it. */
  private fail(message: string) {
    log.error({ problem: message }, 'the checkpoint thread failed')
    this.waiting.checked?.([message])
    this.waiting.stopped?.()
  }

  private measure(bytes: number) {
    this.walBytes = bytes
    const tooBig = bytes > alarmBytes
    if (tooBig && !this.alarmed)
      log.error({ bytes }, 'the write-ahead log does not shrink: something reads without end')
    this.alarmed = tooBig
  }

  private tell(message: ToWorker) {
    this.worker.postMessage(message)
  }
}

import { workMarks } from '../process/work-marks'
import { UserError } from '../user-error'
import { isBackupRunning, lockBackups, removeCopies, underWay } from './backup-lock'
import type { BackupOrder, BackupReport } from './backup-order'

/** Message to the worker. */
export type ToBackupWorker = BackupOrder
/** Message from the worker; `progress` at most once a second while bytes are written. */
export type FromBackupWorker = { type: 'progress' } | { type: 'report'; report: BackupReport }

/**
 * Time in ms without progress after which a backup counts as failed: a network disk may hang for ever. The copy of a
 * large database takes minutes.
 */
const patienceMs = 30 * 60_000

/** Makes scheduled backups in a worker with low priority, so that copying and encrypting hold up no request. */
export class BackupThread {
  private running: Promise<BackupReport> | null = null
  private abort: ((reason: Error) => void) | null = null
  private stopped = false

  /**
   * @param address of the worker's file
   * @param order parts of every order, from the configuration
   */
  constructor(
    private readonly address: URL,
    private readonly order: Pick<BackupOrder, 'source' | 'target' | 'key'>,
    private readonly patience = patienceMs,
  ) {}

  /** True while a backup is made, by this process or a command. */
  get isRunning() {
    return this.running !== null || isBackupRunning(this.order.source.directory)
  }

  /** True once the process stops. */
  get isStopped() {
    return this.stopped
  }

  /** Makes a backup now; joins one under way. @throws Error when the worker ends without a report, and after `stop` */
  run(rules: Omit<BackupOrder, 'source' | 'target' | 'key'>): Promise<BackupReport> {
    this.running ??= workMarks.whileAway(this.runNow({ ...this.order, ...rules })).finally(() => {
      this.running = null
    })
    return this.running
  }

  /** Ends a backup under way at once; a later run removes what it wrote at the target. */
  stop() {
    this.stopped = true
    this.abort?.(new Error('the server stops'))
  }

  private async runNow(order: BackupOrder): Promise<BackupReport> {
    if (this.stopped) throw new Error('the server stops')
    const { directory } = order.source
    const unlock = lockBackups(directory)
    if (!unlock) throw new UserError(underWay)
    const { promise, resolve, reject } = Promise.withResolvers<BackupReport>()
    const worker = new Worker(this.address, { ref: false })
    const watch = () => setTimeout(() => reject(new Error('no progress; the storage hangs')), this.patience)
    let timer = watch()
    this.abort = reject
    worker.onmessage = ({ data }: MessageEvent<FromBackupWorker>) => {
      if (data.type === 'report') return resolve(data.report)
      clearTimeout(timer)
      timer = watch()
    }
    worker.onerror = ({ message }) => reject(new Error(message))
    worker.postMessage(order satisfies ToBackupWorker)
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      this.abort = null
      worker.terminate()
      try {
        removeCopies(directory)
      } finally {
        unlock()
      }
    }
  }
}

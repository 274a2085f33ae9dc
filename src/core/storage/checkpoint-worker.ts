import { Database as Sqlite } from 'bun:sqlite'
import type { FromWorker, ToWorker } from './checkpoint'

/**
 * The database's own thread (docs/adr/0033): copies committed pages from the write-ahead log into the database file, lets
 * the log begin anew, and checks the file. No request waits for it. An entry point of its own: see build.ts.
 */
declare const self: Worker

/** Frames (pages of 4 kB) not copied yet at which the log is copied: 4 MB. */
const copyAt = 1000
/** Frames in the log at which it begins anew: 16 MB. */
const restartAt = 4000
/** Bytes to which a log that had to grow beyond is cut when it begins anew. */
const sizeLimit = 32 * 1024 * 1024
const busyMs = 100
const idleMs = 1000
/** Quiet looks in a row after which the thread looks once per `idleMs`, and after which it copies what is left. */
const [quietLooks, longQuietLooks] = [20, 50]

let sqlite: Sqlite
let pin: Pin
let timer: ReturnType<typeof setTimeout>
let lastFrames = -1
let quiet = 0

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.do === 'open') open(data.file)
  if (data.do === 'restart') restart()
  if (data.do === 'check') answer({ type: 'checked', problems: check() })
  if (data.do === 'stop') stop()
}

/** `synchronous = normal` flushes log and database file around each copying, and the header of a log that begins anew. */
function open(file: string) {
  const handle = (...pragmas: string[]) => {
    const opened = new Sqlite(file)
    for (const pragma of ['busy_timeout = 0', 'wal_autocheckpoint = 0', ...pragmas]) opened.run(`pragma ${pragma}`)
    return opened
  }
  sqlite = handle('synchronous = normal', `journal_size_limit = ${sizeLimit}`)
  pin = new Pin([handle('cache_size = -64'), handle('cache_size = -64')])
  pin.renew()
  look()
}

/**
 * An open read transaction, always one while the thread runs. A writer that finds the whole log copied and unread begins it
 * anew, and SQLite flushes the new header inside that writer's COMMIT. This reader keeps the main thread's commits from
 * ever being that writer.
 */
class Pin {
  private held: Sqlite | undefined

  constructor(private readonly handles: [Sqlite, Sqlite]) {}

  /** Reads as of now; the transaction before ends afterwards. Frames newer than it cannot be copied. */
  renew() {
    const [one, other] = this.handles
    const next = this.held === one ? other : one
    next.run('begin')
    try {
      next.query('select 1 from sqlite_schema limit 1').get()
    } catch (error) {
      next.run('rollback')
      throw error
    }
    this.release()
    this.held = next
  }

  release() {
    this.held?.run('rollback')
    this.held = undefined
  }

  close() {
    for (const handle of this.handles) handle.close()
  }
}

/** Looks how long the log is, without a lock or a flush, and works only when there is enough to do. */
function look() {
  let wait = busyMs
  try {
    const { frames, uncopied } = measure('noop')
    quiet = frames === lastFrames ? quiet + 1 : 0
    if (frames !== lastFrames) answer({ type: 'size', frames })
    lastFrames = frames
    if (uncopied >= copyAt || (quiet === longQuietLooks && uncopied > 0)) copy()
    if (quiet >= quietLooks) wait = idleMs
  } catch (error) {
    fail(error)
    wait = idleMs
  }
  timer = setTimeout(look, wait)
}

/** Copies beside the writer. A long log that is nearly all copied then waits for the moment to begin anew. */
function copy() {
  pin.renew()
  const { frames, uncopied } = measure('passive')
  if (frames >= restartAt && uncopied < copyAt) answer({ type: 'full' })
}

/** Begins the log anew and answers in every case, because the main thread keeps its writer still meanwhile. */
function restart() {
  try {
    beginAnew()
  } catch (error) {
    fail(error)
  }
  answer({ type: 'restarted' })
}

/**
 * Copies the rest, then writes one page, so that this thread is the writer that flushes the new header. Another process
 * that reads or writes just now prevents that; the log goes on as it is until the next copying.
 */
function beginAnew() {
  pin.release()
  try {
    measure('passive')
    sqlite.run('pragma user_version = 0')
  } finally {
    pin.renew()
  }
}

/** Frames in the log, and those not copied yet. `passive` copies first what no reader holds back. */
function measure(mode: 'noop' | 'passive') {
  const { log, checkpointed } = sqlite.query(`pragma wal_checkpoint(${mode})`).get() as Record<string, number>
  const frames = Math.max(log ?? 0, 0)
  return { frames, uncopied: frames - Math.max(checkpointed ?? 0, 0) }
}

/** What SQLite finds wrong with the file, in its words; empty when it is sound. */
function check(): string[] {
  try {
    const rows = sqlite.query('pragma quick_check(10)').all() as { quick_check: string }[]
    return rows.map(({ quick_check }) => quick_check).filter((line) => line !== 'ok')
  } catch (error) {
    return [String(error)]
  }
}

function stop() {
  clearTimeout(timer)
  pin.release()
  pin.close()
  sqlite.close()
  answer({ type: 'stopped' })
}

function fail(error: unknown) {
  const { code } = error as { code?: unknown }
  answer({ type: 'failed', message: String(error), code: String(code) })
}

const answer = (message: FromWorker) => self.postMessage(message)

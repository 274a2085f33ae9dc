import { Database as Sqlite } from 'bun:sqlite'
import type { FromWorker, ToWorker } from './checkpoint'
import { isDamage } from './open-problem'
import { OpenRead } from './open-read'

/**
 * Worker thread of the database (docs/adr/0033): copies committed pages from the write-ahead log into the database file
 * (checkpoint), restarts the log, and checks the file. Requests do not wait for it. A separate entry point: see
 * build.ts.
 */
declare const self: Worker

/**
 * Number of uncopied frames (pages of 4 kB) from which the log is copied: 32 MB. A copy flushes the database file, and
 * commits that are flushed meanwhile take longer. A reply has about 12 frames: a copy follows some 650 replies, and
 * copies a page that several of them changed once.
 */
const copyAt = 8000
/** Largest number of uncopied frames for which the writer pauses. */
const maxFramesInPause = 1000
/**
 * Number of frames from which the log is restarted: 64 MB. Writes wait meanwhile, and every cached page is read again.
 */
const restartAt = 16_000
/** Size to which a longer log file is truncated at a restart, in bytes. */
const maxLogBytes = 96 * 1024 * 1024
/** Periods of `checkLog` while the log grows, and while it does not, in ms. */
const [busyMs, idleMs] = [100, 1000]
/** Number of checks in a row without growth after which the period is `idleMs`, and after which the rest is copied. */
const [quietChecks, longQuietChecks] = [20, 50]

let path: string
let sqlite: Sqlite | undefined
let openRead: OpenRead | undefined
let timer: ReturnType<typeof setTimeout>
let lastFrames = -1
let quiet = 0

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.do === 'open') openFile(data.file)
  if (data.do === 'restart') restart()
  if (data.do === 'copy') copyNow()
  if (data.do === 'empty') answer({ type: 'emptied', isEmpty: empty() })
  if (data.do === 'check') answer(check())
  if (data.do === 'stop') stop()
}

/** Opens the file. An error is the answer to `check`, which opens it again. */
function openFile(file: string) {
  path = file
  try {
    open()
  } catch (error) {
    fail(error)
  }
}

/** With `synchronous = normal` SQLite flushes log and database file at each checkpoint, and the header at a restart. */
function open() {
  const opened: Sqlite[] = []
  const handle = (...pragmas: string[]) => {
    const next = new Sqlite(path)
    opened.push(next)
    for (const pragma of ['busy_timeout = 0', 'wal_autocheckpoint = 0', ...pragmas]) next.run(`pragma ${pragma}`)
    return next
  }
  try {
    const main = handle('synchronous = normal', `journal_size_limit = ${maxLogBytes}`)
    const newOpenRead = new OpenRead([handle('cache_size = -64'), handle('cache_size = -64')])
    newOpenRead.renew()
    sqlite = main
    openRead = newOpenRead
  } catch (error) {
    for (const one of opened) one.close()
    throw error
  }
  checkLog()
}

/** The open file. @throws Error before it is open */
function file() {
  if (!sqlite || !openRead) throw new Error('the database file is not open')
  return { sqlite, openRead }
}

/** Measures the log, without a lock or a flush, and copies it when it is long enough or quiet for long enough. */
function checkLog() {
  let wait = busyMs
  try {
    const { frames, uncopied } = measure('noop')
    quiet = frames === lastFrames ? quiet + 1 : 0
    if (frames !== lastFrames) answer({ type: 'size', frames })
    lastFrames = frames
    const isDue = uncopied >= (frames >= restartAt ? maxFramesInPause : copyAt)
    if (isDue || (quiet === longQuietChecks && uncopied > 0)) copy()
    if (quiet >= quietChecks) wait = idleMs
  } catch (error) {
    fail(error)
    wait = idleMs
  }
  timer = setTimeout(checkLog, wait)
}

/**
 * Copies while the main thread may write. For a long log that is nearly all copied, asks the main thread for a pause.
 */
function copy() {
  file().openRead.renew()
  const { frames, uncopied } = measure('passive')
  if (frames >= restartAt && uncopied < maxFramesInPause) answer({ type: 'full' })
}

/** Restarts the log. Answers in every case, because the main thread pauses its writer until then. */
function restart() {
  try {
    restartLog()
  } catch (error) {
    fail(error)
  }
  answer({ type: 'restarted' })
}

/** Copies what readers allow, and answers in every case. */
function copyNow() {
  try {
    copy()
  } catch (error) {
    fail(error)
  }
  answer({ type: 'copied' })
}

/**
 * Copies the rest and cuts the log file to zero bytes, so that no earlier version of a page stays; then writes its header
 * and first frame, as `restartLog` does. Returns false while another process reads it.
 */
function empty(): boolean {
  try {
    const { sqlite, openRead } = file()
    openRead.release()
    try {
      const { busy } = sqlite.query('pragma wal_checkpoint(truncate)').get() as { busy: number }
      sqlite.run('pragma user_version = 0')
      return busy === 0
    } finally {
      openRead.renew()
    }
  } catch (error) {
    fail(error)
    return false
  }
}

/**
 * Copies the rest, then writes one page, so that this thread is the writer that flushes the new header. If another
 * process reads or writes at this moment, the log is not restarted and grows until the next attempt.
 */
function restartLog() {
  const { sqlite, openRead } = file()
  openRead.release()
  try {
    measure('passive')
    sqlite.run('pragma user_version = 0')
  } finally {
    openRead.renew()
  }
}

/**
 * Returns the number of frames in the log and of uncopied ones. `passive` first copies the frames no reader holds back.
 */
function measure(mode: 'noop' | 'passive') {
  const { log, checkpointed } = file().sqlite.query(`pragma wal_checkpoint(${mode})`).get() as Record<string, number>
  const frames = Math.max(log ?? 0, 0)
  return { frames, uncopied: frames - Math.max(checkpointed ?? 0, 0) }
}

/**
 * Answers SQLite's descriptions of damage in the database file, none when it is intact; or the error that kept the thread
 * from reading the file, which says nothing about its content: a lock, a right, memory, a disk.
 */
function check(): FromWorker {
  try {
    if (!sqlite) open()
    const rows = file().sqlite.query('pragma quick_check(10)').all() as { quick_check: string }[]
    return { type: 'checked', problems: rows.map(({ quick_check }) => quick_check).filter((line) => line !== 'ok') }
  } catch (error) {
    const { code } = error as { code?: unknown }
    const message = String(error)
    return isDamage(code) ? { type: 'checked', problems: [message] } : { type: 'unchecked', message, code: `${code}` }
  }
}

function stop() {
  clearTimeout(timer)
  openRead?.release()
  openRead?.close()
  sqlite?.close()
  answer({ type: 'stopped' })
}

function fail(error: unknown) {
  const { code } = error as { code?: unknown }
  answer({ type: 'failed', message: String(error), code: String(code) })
}

const answer = (message: FromWorker) => self.postMessage(message)

import { Database as Sqlite } from 'bun:sqlite'
import type { FromWorker, ToWorker } from './checkpoint'

/**
 * The thread that moves what was committed from the write-ahead log into the database file, so that no request waits
 * for it (performance.md §1.7), and that checks the file. An entry point of its own: see build.ts.
 */
declare const self: Worker

const busyMs = 100
const idleMs = 1000
/** Quiet looks in a row after which the log is emptied and looked at less often. */
const quietLooks = 20

let sqlite: Sqlite
let timer: ReturnType<typeof setTimeout>
let lastFrames = -1
let quiet = 0

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.do === 'open') open(data.file)
  if (data.do === 'check') answer({ told: 'checked', problems: check() })
  if (data.do === 'stop') stop()
}

function open(file: string) {
  sqlite = new Sqlite(file)
  // Never waits for the writer or a reader: there is a next time.
  for (const pragma of ['busy_timeout = 0', 'wal_autocheckpoint = 0', 'synchronous = full'])
    sqlite.run(`pragma ${pragma}`)
  look()
}

/** One PASSIVE checkpoint; after a quiet while a TRUNCATE, because PASSIVE alone never shortens the file. */
function look() {
  const frames = checkpoint('passive')
  quiet = frames === lastFrames ? quiet + 1 : 0
  lastFrames = frames
  if (quiet === quietLooks && frames > 0) lastFrames = checkpoint('truncate')
  answer({ told: 'size', frames })
  timer = setTimeout(look, quiet < quietLooks ? busyMs : idleMs)
}

/** Frames in the log afterwards; the last known number when somebody else is at it. */
function checkpoint(mode: 'passive' | 'truncate'): number {
  try {
    const { log } = sqlite.query(`pragma wal_checkpoint(${mode})`).get() as { log: number }
    return Math.max(log, 0)
  } catch (error) {
    answer({ told: 'failed', message: String(error) })
    return lastFrames
  }
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
  sqlite.close()
  answer({ told: 'stopped' })
}

const answer = (message: FromWorker) => self.postMessage(message)

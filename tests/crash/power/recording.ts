import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from 'node:fs'

/** Change of a file or directory, or a flush, as recorded by recorder.ts. */
export type Change =
  | { kind: 'write'; path: string; offset: number; bytes: Buffer }
  | { kind: 'truncate'; path: string; length: number }
  | { kind: 'flush'; path: string }
  | { kind: 'open'; path: string; creates: boolean; empties: boolean }
  | { kind: 'rename'; from: string; to: string }
  | { kind: 'link'; from: string; to: string }
  | { kind: 'unlink'; path: string }
  | { kind: 'rmdir'; path: string }
  | { kind: 'mkdir'; path: string }

/** Begin or successful end of a change. Failed changes are omitted, except flushes, which affect later flushes. */
export interface Step {
  at: 'begin' | 'end' | 'failed'
  change: Change
  /** Change as it began; the same object in both steps. */
  origin: Change
  /** True for the main thread of the recorded process. */
  main: boolean
  /** Nanoseconds of the monotonic clock (`monotonicNow`). */
  time: bigint
}

const [createFlag, emptyFlag, flushFlags] = [0o100, 0o1000, 0o4010000]
const header = 40
const alreadyThere = -17n // EEXIST

interface Entry {
  phase: number
  op: number
  thread: number
  time: bigint
  number: bigint
  one: string
  other: string
  bytes: Buffer
}

/**
 * Steps of a log in order. Call it before another process changes the files: for calls interrupted by a kill, the files
 * show whether they took effect. @throws Error for a system call that is not modelled
 */
export function readRecording(file: string): Step[] {
  const reader = new StepReader()
  for (const entry of entriesOf(readFileSync(file))) reader.addEntry(entry)
  return reader.finish()
}

class StepReader {
  private readonly steps: Step[] = []
  /** Running call of each thread. */
  private readonly open = new Map<number, Step>()
  private readonly failed = new Set<Change>()
  private main = 0

  addEntry(entry: Entry) {
    if (entry.phase === 2) this.main = entry.thread
    else if (entry.phase === 0) this.begin(entry)
    else this.end(entry)
  }

  finish(): Step[] {
    for (const begun of this.open.values())
      if (isVisibleInFiles(begun.change)) this.steps.push({ ...begun, at: 'end' })
      else this.failed.add(begun.origin)
    return this.steps.filter(({ origin }) => !this.failed.has(origin))
  }

  private begin(entry: Entry) {
    const change = changeOf(entry)
    const step: Step = { at: 'begin', change, origin: change, main: entry.thread === this.main, time: entry.time }
    this.open.set(entry.thread, step)
    this.steps.push(step)
  }

  private end({ thread, number, time }: Entry) {
    const begun = this.open.get(thread)
    if (!begun) return
    this.open.delete(thread)
    if (begun.change.kind === 'mkdir') this.endEarlier(begun.change.path, number, time)
    if (number < 0n && begun.change.kind === 'flush') this.steps.push({ ...begun, at: 'failed', time })
    else if (number < 0n) this.failed.add(begun.origin)
    else this.steps.push({ ...begun, at: 'end', change: withWrittenLength(begun.change, Number(number)), time })
  }

  /**
   * Adds the missing end of another thread's mkdir: ends of two threads may be recorded in the wrong order. A directory
   * that another thread finds, or creates a directory in, exists.
   */
  private endEarlier(path: string, result: bigint, time: bigint) {
    if (result < 0n && result !== alreadyThere) return
    const there = result === alreadyThere ? path : path.slice(0, path.lastIndexOf('/'))
    for (const [thread, step] of this.open)
      if (step.change.kind === 'mkdir' && step.change.path === there) {
        this.open.delete(thread)
        this.steps.push({ ...step, at: 'end', time })
      }
  }
}

/** True when the files show the effect of the change. */
function isVisibleInFiles(change: Change): boolean {
  if (change.kind === 'flush') return false
  if (change.kind === 'rename' || change.kind === 'link') return existsSync(change.to)
  if (change.kind === 'mkdir' || change.kind === 'open') return existsSync(change.path)
  if (change.kind === 'unlink' || change.kind === 'rmdir') return !existsSync(change.path)
  if (change.kind === 'truncate') return statSync(change.path).size === change.length
  const there = Buffer.alloc(change.bytes.length)
  const file = openSync(change.path, 'r')
  const length = readSync(file, there, 0, there.length, change.offset)
  closeSync(file)
  return length === there.length && there.equals(change.bytes)
}

function* entriesOf(log: Buffer): Generator<Entry> {
  for (let at = 0; at + header <= log.length; ) {
    const size = log.readUInt32LE(at)
    if (at + size > log.length) return // the recorder was killed during its last write
    const [n1, n2, n3] = [12, 16, 20].map((offset) => log.readUInt32LE(at + offset)) as [number, number, number]
    const texts = at + header
    yield {
      phase: log.readUInt8(at + 4),
      op: log.readUInt8(at + 5),
      thread: log.readUInt32LE(at + 8),
      time: log.readBigUInt64LE(at + 24),
      number: log.readBigInt64LE(at + 32),
      one: log.toString('utf8', texts, texts + n1),
      other: log.toString('utf8', texts + n1, texts + n1 + n2),
      bytes: log.subarray(texts + n1 + n2, texts + n1 + n2 + n3),
    }
    at += size
  }
}

/** Change of an entry. The numbers are those of the enum in recorder.c. */
function changeOf({ op, number, one, other, bytes }: Entry): Change {
  if (op === 2) return { kind: 'write', path: one, offset: Number(number), bytes }
  if (op === 5) return { kind: 'truncate', path: one, length: Number(number) }
  if (op === 6 || op === 7) return { kind: 'flush', path: one }
  if (op === 8) return { kind: 'rename', from: one, to: other }
  if (op === 10) return { kind: 'unlink', path: one }
  if (op === 12) return { kind: 'rmdir', path: one }
  if (op === 13) return { kind: 'mkdir', path: one }
  if (op === 15) return { kind: 'link', from: one, to: other }
  const flags = Number(number)
  if (op === 17 && (flags & flushFlags) === 0)
    return { kind: 'open', path: one, creates: (flags & createFlag) !== 0, empties: (flags & emptyFlag) !== 0 }
  throw new Error(`system call ${op} on ${one} is not modelled`)
}

/** Change with the bytes that were written; a write may store less than it was given. */
const withWrittenLength = (change: Change, result: number): Change =>
  change.kind === 'write' ? { ...change, bytes: change.bytes.subarray(0, result) } : change

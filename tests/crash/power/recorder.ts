import { cc, ptr } from 'bun:ffi'
import { join } from 'node:path'
import type { Disk } from './recorder-command'

/**
 * `bun recorder.ts LOG DIRECTORY DISK COMMAND…` runs the command and records its changes of files below the directory
 * in LOG (read by recording.ts). DISK is `Disk` as JSON. Ends with the command's exit code.
 */

/** Operations of system calls; the numbers are those of the enum in recorder.c. */
const ops = {
  write: 1,
  pwrite: 2,
  writev: 3,
  pwritev: 4,
  truncate: 5,
  fsync: 6,
  fdatasync: 7,
  rename: 8,
  renameat: 9,
  unlink: 10,
  unlinkat: 11,
  rmdir: 12,
  mkdir: 13,
  mkdirat: 14,
  link: 15,
  linkat: 16,
  open: 17,
  openat: 18,
  other: 19,
  copy: 20,
}

/** System call numbers [x64, arm64]; null where the architecture does not have the call. */
const calls: [keyof typeof ops, number | null, number | null][] = [
  ['write', 1, 64],
  ['pwrite', 18, 68],
  ['writev', 20, 66],
  ['pwritev', 296, 70],
  ['pwritev', 328, 287], // pwritev2
  ['truncate', 77, 46], // ftruncate
  ['fsync', 74, 82],
  ['fdatasync', 75, 83],
  ['rename', 82, null],
  ['renameat', 264, 38],
  ['renameat', 316, 276], // renameat2
  ['unlink', 87, null],
  ['unlinkat', 263, 35],
  ['rmdir', 84, null],
  ['mkdir', 83, null],
  ['mkdirat', 258, 34],
  ['link', 86, null],
  ['linkat', 265, 37],
  ['open', 2, null],
  ['openat', 257, 56],
  ['other', 285, 47], // fallocate
  ['other', 40, 71], // sendfile
  ['copy', 326, 285], // copy_file_range
  ['copy', 275, 76], // splice
]

/** Flags of `open` that create or empty a file or flush every write: O_CREAT, O_TRUNC, O_DSYNC, O_SYNC. */
const opensToChange = 0o100 | 0o1000 | 0o10000 | 0o4000000

/** Classic BPF program for seccomp: stops at the listed calls and allows all others. */
function filterOf(numbers: Map<number, keyof typeof ops>): Uint8Array {
  const code: [code: number, jumpTrue: number, jumpFalse: number, value: number][] = []
  const [load, jumpEqual, jumpSet, end] = [0x20, 0x15, 0x45, 0x06]
  const [allow, trace] = [0x7fff0000, 0x7ff00000]
  code.push([load, 0, 0, 0]) // loads the system call number
  for (const [number, name] of numbers) {
    if (name === 'open' || name === 'openat') {
      const flags = 16 + 8 * (name === 'open' ? 1 : 2)
      code.push([jumpEqual, 0, 4, number], [load, 0, 0, flags], [jumpSet, 0, 1, opensToChange])
      code.push([end, 0, 0, trace], [end, 0, 0, allow])
    } else code.push([jumpEqual, 0, 1, number], [end, 0, 0, trace])
  }
  code.push([end, 0, 0, allow])
  const bytes = new DataView(new ArrayBuffer(code.length * 8))
  for (const [at, [op, jumpTrue, jumpFalse, value]] of code.entries()) {
    bytes.setUint16(at * 8, op, true)
    bytes.setUint8(at * 8 + 2, jumpTrue)
    bytes.setUint8(at * 8 + 3, jumpFalse)
    bytes.setUint32(at * 8 + 4, value, true)
  }
  return new Uint8Array(bytes.buffer)
}

const text = (value: string) => Buffer.from(`${value}\0`)

function run(log: string, directory: string, { flushMs, failingFlush }: Disk, command: string[]): number {
  const column = { x64: 1, arm64: 2 }[process.arch as string]
  if (process.platform !== 'linux' || !column)
    throw new Error(`writes are recorded on Linux (x64, arm64), not on ${process.platform} ${process.arch}`)
  const numbers = new Map<number, keyof typeof ops>()
  for (const call of calls) if (call[column] !== null) numbers.set(call[column] as number, call[0])
  const table = new Uint8Array(1024)
  for (const [number, name] of numbers) table[number] = ops[name]
  const words = command.map(text)
  const argv = new BigUint64Array([...words.map((word) => BigInt(ptr(word))), 0n])
  const filter = filterOf(numbers)
  const { symbols } = cc({
    source: join(import.meta.dir, 'recorder.c'),
    symbols: { record: { args: ['ptr', 'ptr', 'ptr', 'ptr', 'ptr', 'int', 'u64', 'int'], returns: 'int' } },
  })
  const delay = BigInt(Math.round(flushMs * 1e6))
  return symbols.record(text(log), text(directory), argv, table, filter, filter.length / 8, delay, failingFlush)
}

const [log = '', directory = '', disk = '', ...command] = process.argv.slice(2)
const status = run(log, directory, JSON.parse(disk), command)
if (status < 0) throw new Error('the recorded command was lost')
process.exit((status & 0x7f) !== 0 ? 128 + (status & 0x7f) : (status >> 8) & 0xff)

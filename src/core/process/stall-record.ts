import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseJson } from '../../shared/json'
import { syncDirectoryBlocking } from '../storage/durable-file'
import { markFields, maxMarks, memoryLayout, type WorkKind, workKinds } from './work-marks'

/** A piece of work that was marked in the turn in which the event loop stood still. */
export interface MarkedWork {
  kind: Exclude<WorkKind, 'other'>
  group: number
  id: number
}

/** Record that the watching thread writes while the event loop stands still. */
export interface StallRecord {
  /** ISO time. */
  at: string
  work: MarkedWork[]
  /** True when other work ran in the same turn, or more than is listed. */
  isShared: boolean
  /** Id of the job that ran alone as a suspect; null for none. */
  suspect: number | null
}

/** File in the data directory that exists while the event loop stands still. */
export const stallFile = (directory: string) => join(directory, 'stalled.json')

/** Reads the marks of the turn that stands still. */
export function recordOf(memory: SharedArrayBuffer, at: string): StallRecord {
  const count = Atomics.load(new Int32Array(memory, memoryLayout.counters, 2), 1)
  const marks = new Float64Array(memory, memoryLayout.marks)
  const [suspect] = new Float64Array(memory, memoryLayout.suspect, 1)
  const work: MarkedWork[] = []
  let isShared = count > maxMarks
  for (let at = 0; at < Math.min(count, maxMarks); at++) {
    const [number, group, id] = marks.subarray(at * markFields, (at + 1) * markFields) as unknown as number[]
    const kind = workKinds[number as number]
    if (kind === 'other') isShared = true
    else if (kind) work.push({ kind, group: group as number, id: id as number })
  }
  return { at, work, isShared, suspect: suspect || null }
}

/** The record that the last process left, because it ended while its event loop stood still; null for none. */
export function readStallRecord(directory: string): StallRecord | null {
  try {
    const record = parseJson<StallRecord>(readFileSync(stallFile(directory), 'utf8'))
    return Array.isArray(record.work) ? record : null
  } catch {
    return null
  }
}

/** Removes the record once its work is held back; blocking: for the start. */
export function removeStallRecord(directory: string) {
  if (!existsSync(stallFile(directory))) return
  rmSync(stallFile(directory))
  syncDirectoryBlocking(directory)
}

import { statfsSync } from 'node:fs'

/** Bytes that this user may still write to the disk of an existing path. */
export function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize
}

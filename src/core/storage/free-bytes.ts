import { statfsSync } from 'node:fs'

/** Bytes that this user may still write to the disk of an existing path. */
export const freeBytes = (path: string): number => readDisk(path).freeBytes

/** Free space for this user and size, in bytes, of the disk of an existing path. */
export function readDisk(path: string): { freeBytes: number; totalBytes: number } {
  const { bavail, blocks, bsize } = statfsSync(path)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}

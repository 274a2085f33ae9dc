/** Bytes of a frame of 20 ms by its type, with its first byte (RFC 4867, section 5.3); 0: there is no such type. */
const frames = {
  narrow: [13, 14, 16, 18, 20, 21, 27, 32, 6, 0, 0, 0, 0, 0, 0, 1],
  wide: [18, 24, 33, 37, 41, 47, 51, 59, 61, 6, 0, 0, 0, 0, 1, 1],
}
const starts = [
  ['#!AMR\n', frames.narrow],
  ['#!AMR-WB\n', frames.wide],
] as const
const frameSeconds = 0.02

/** Seconds of an AMR file, as phones record it; null for another file. Frames after a damaged one do not count. */
export function secondsOfAmr(bytes: Uint8Array): number | null {
  const [start, sizes] = starts.find(([text]) => text === Buffer.from(bytes.subarray(0, text.length)).toString()) ?? []
  if (start === undefined || sizes === undefined) return null
  let [at, count] = [start.length, 0]
  while (at < bytes.byteLength) {
    const size = sizes[((bytes[at] as number) >> 3) & 15] as number
    if (size === 0) break
    at += size
    if (at <= bytes.byteLength) count++
  }
  return count * frameSeconds
}

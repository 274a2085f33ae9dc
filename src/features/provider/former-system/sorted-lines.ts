import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'

/** Bytes collected before they are written. */
const pieceSize = 1024 * 1024

/**
 * Lines in a temporary file that come back in the order of their times. A dump has rows in the order in which they were
 * last changed; of a line only its time and place are in memory, 20 bytes.
 */
export class SortedLines {
  private readonly file: number
  private times = new Float64Array(1024)
  private places = new Float64Array(1024)
  private lengths = new Uint32Array(1024)
  private piece: Buffer[] = []
  private pieceLength = 0
  private written = 0
  count = 0

  constructor(private readonly path: string) {
    this.file = openSync(path, 'w+', 0o600)
  }

  /** @param time ms */
  add(time: number, line: string) {
    const bytes = Buffer.from(line)
    if (this.count === this.times.length) this.grow()
    this.times[this.count] = time
    this.places[this.count] = this.written + this.pieceLength
    this.lengths[this.count] = bytes.length
    this.count++
    this.piece.push(bytes)
    this.pieceLength += bytes.length
    if (this.pieceLength >= pieceSize) this.flush()
  }

  /** The lines, the earliest first; equal times in the order of `add`. */
  *inOrder(): Generator<string> {
    this.flush()
    const order = Uint32Array.from({ length: this.count }, (_, at) => at)
    const { times } = this
    order.sort((one, other) => (times[one] as number) - (times[other] as number) || one - other)
    for (const at of order) {
      const bytes = Buffer.allocUnsafe(this.lengths[at] as number)
      readSync(this.file, bytes, 0, bytes.length, this.places[at] as number)
      yield bytes.toString()
    }
  }

  remove() {
    closeSync(this.file)
    rmSync(this.path, { force: true })
  }

  private flush() {
    const bytes = Buffer.concat(this.piece)
    for (let at = 0; at < bytes.length; ) at += writeSync(this.file, bytes, at, bytes.length - at, this.written + at)
    this.written += bytes.length
    this.piece = []
    this.pieceLength = 0
  }

  private grow() {
    const size = this.times.length * 2
    const grown = <A extends Float64Array | Uint32Array>(made: A, from: A) => {
      made.set(from)
      return made
    }
    this.times = grown(new Float64Array(size), this.times)
    this.places = grown(new Float64Array(size), this.places)
    this.lengths = grown(new Uint32Array(size), this.lengths)
  }
}

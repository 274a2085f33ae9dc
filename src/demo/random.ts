/** Pseudo-random numbers; the same sequence for the same seed. */
export class Random {
  constructor(private state: number) {}

  /** Returns a number from 0 (included) to 1 (excluded), by mulberry32. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** Returns an integer from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  pick<T>(from: readonly T[]): T {
    return from[this.between(0, from.length - 1)] as T
  }

  /** Returns `length` hexadecimal digits in capitals. */
  hex(length: number): string {
    return Array.from({ length }, () => this.between(0, 15).toString(16))
      .join('')
      .toUpperCase()
  }
}

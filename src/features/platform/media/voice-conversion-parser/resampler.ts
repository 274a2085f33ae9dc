/** Zero crossings of the filter on each side: 12 keep 80 dB between speech and its mirror. */
const halfWidth = 12

/**
 * Converts mono samples from one rate to another by a windowed sinc (J. O. Smith, Digital Audio Resampling). Pieces may
 * be given one after the other; there is no seam between them.
 */
export class Resampler {
  private readonly filters: Float32Array[]
  /** Samples of the input per phase, and phases per sample of the output. */
  private readonly phases: number
  private readonly step: number
  private readonly half: number
  private rest: Float32Array
  /** Place of the next output sample in `rest`, in phases. */
  private place: number

  constructor(from: number, to: number) {
    const common = commonDivisor(from, to)
    this.phases = to / common
    this.step = from / common
    const cutoff = Math.min(1, to / from)
    this.half = Math.ceil(halfWidth / cutoff)
    this.filters = Array.from({ length: this.phases }, (_, phase) => filterOf(phase / this.phases, this.half, cutoff))
    this.rest = new Float32Array(this.half)
    this.place = this.half * this.phases
  }

  push(samples: Float32Array): Float32Array {
    const all = new Float32Array(this.rest.length + samples.length)
    all.set(this.rest)
    all.set(samples, this.rest.length)
    const last = (all.length - this.half) * this.phases // exclusive
    const made = new Float32Array(Math.max(0, Math.ceil((last - this.place) / this.step)))
    for (let at = 0; at < made.length; at++, this.place += this.step) made[at] = this.sampleAt(all, this.place)
    const kept = Math.max(0, Math.floor(this.place / this.phases) - this.half)
    this.rest = all.slice(kept)
    this.place -= kept * this.phases
    return made
  }

  /** The samples that still depend on what follows, followed by silence. */
  end = () => this.push(new Float32Array(this.half))

  private sampleAt(all: Float32Array, place: number): number {
    const at = Math.floor(place / this.phases)
    const filter = this.filters[place % this.phases] as Float32Array
    let sum = 0
    for (let tap = 0, from = at - this.half + 1; tap < filter.length; tap++)
      sum += (filter[tap] as number) * (all[from + tap] ?? 0)
    return sum
  }
}

function filterOf(offset: number, half: number, cutoff: number): Float32Array {
  return Float32Array.from({ length: 2 * half }, (_, tap) => {
    const distance = tap - half + 1 - offset
    const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / half)
    return Math.abs(distance) >= half ? 0 : cutoff * sinc(cutoff * distance) * window
  })
}

const sinc = (x: number) => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x))
const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b))

import { log } from '../log'
import { activities } from './activities'
import { Histogram } from './histogram'
import { workMarks } from './work-marks'

/** Period of the measurement in ms. Each wake-up costs some microseconds, so that an idle process stays idle. */
const periodMs = 50
/** Time between two measurements from which it is a stall, in ms. */
const stallMs = 1000
/** Activities named in the log of one stall. */
const maxNamed = 20
/** Upper bounds of the delays, in seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

interface Options {
  /** Milliseconds of a clock that never goes back; replaced in tests. */
  clock?: () => number
  /** Shortens the name of an activity for the log. */
  nameOf?: (activity: string) => string
}

/**
 * Measures by how much the event loop delays a timer, and logs each stall with the work that ran. The delay is a
 * histogram in `/metrics`.
 */
export class EventLoopWatch {
  readonly delays = new Histogram(bounds)
  stalls = 0
  private timer: ReturnType<typeof setInterval> | undefined
  private last: number
  private readonly clock: () => number

  constructor(private readonly options: Options = {}) {
    this.clock = options.clock ?? (() => performance.now())
    this.last = this.clock()
  }

  start() {
    this.last = this.clock()
    this.timer = setInterval(() => this.measure(), periodMs)
    this.timer.unref()
  }

  stop() {
    clearInterval(this.timer)
  }

  /** Call every `periodMs`. */
  measure() {
    const now = this.clock()
    const gap = now - this.last
    this.last = now
    workMarks.beginPass()
    workMarks.beat()
    this.delays.add(Math.max(0, gap - periodMs) / 1000)
    if (gap < stallMs) return activities.forgetEnded()
    this.stalls++
    const { nameOf = (name) => name } = this.options
    const names = activities.readRecent().slice(0, maxNamed).map(nameOf)
    log.warn({ ms: Math.round(gap), running: names }, 'the event loop stalled')
  }
}

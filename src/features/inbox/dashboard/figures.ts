/** Durations that can be added up: `total` in ms for the average, counts per whole minute for percentiles. */
export interface DurationDistribution {
  count: number
  total: number
  minutes: Record<number, number>
}
/** Durations (ms) or ratings for an average only. */
export interface CountAndTotal {
  count: number
  total: number
}
/** Tickets finished by one person. */
export interface AttendantFigures {
  tickets: number
  service: CountAndTotal
  wait: CountAndTotal
  response: CountAndTotal
  rating: CountAndTotal
}

/** Targets met and missed in one queue: first answers, next answers, and ends of attendances. */
export interface TargetFigures {
  answers: number
  answersInTime: number
  closes: number
  closesInTime: number
  /** Missing in figures stored before queues had a target for next answers. */
  nextAnswers?: number
  nextAnswersInTime?: number
}

/** One hour of the clock: attendances begun, and the waits that ended in it. */
interface HourFigures {
  began: number
  wait: CountAndTotal
}

/**
 * Figures of a period. A duration counts in the period in which it ended. So the figures of a finished day do not
 * change, and the figures of days add up to those of a month.
 */
export interface Figures {
  began: number
  finished: number
  /** Finished attendances in which a next answer was late. */
  late: number
  /** Time until the robot left a ticket to people. */
  robot: DurationDistribution
  /** Time after the robot's part until a person took the ticket. */
  wait: DurationDistribution
  response: DurationDistribution
  service: DurationDistribution
  /** By id of user and of queue; 0 means none. */
  people: Record<number, AttendantFigures>
  queues: Record<number, number>
  /** By hour of the local clock, 0 to 23: attendances begun, and waits that ended (as `wait`). */
  hours: Record<number, HourFigures>
  /** By id of queue; 0 means none. Missing in figures stored before queues had targets. */
  targets?: Record<number, TargetFigures>
}

const emptySum = (): CountAndTotal => ({ count: 0, total: 0 })
const emptyDistribution = (): DurationDistribution => ({ count: 0, total: 0, minutes: {} })
export const emptyAttendantFigures = (): AttendantFigures => ({
  ...{ tickets: 0, service: emptySum(), wait: emptySum(), response: emptySum(), rating: emptySum() },
})
export const emptyFigures = (): Figures => ({
  ...{
    began: 0,
    finished: 0,
    late: 0,
    robot: emptyDistribution(),
    wait: emptyDistribution(),
    response: emptyDistribution(),
    service: emptyDistribution(),
    people: {},
    queues: {},
    hours: {},
    targets: {},
  },
})
export const emptyTargetFigures = (): Required<TargetFigures> => ({
  ...{ answers: 0, answersInTime: 0, closes: 0, closesInTime: 0, nextAnswers: 0, nextAnswersInTime: 0 },
})
const targetCounts = Object.keys(emptyTargetFigures()) as (keyof TargetFigures)[]

/** Milliseconds between two times, null unless both are given; 0 when the clock was set back in between. */
export const msBetween = (from: string | null, to: string | null) =>
  from === null || to === null ? null : Math.max(0, Date.parse(to) - Date.parse(from))

/** Adds a value to a sum; null is skipped. */
export function addValue(sum: CountAndTotal, value: number | null) {
  if (value === null) return
  sum.count++
  sum.total += value
}

/** Adds a duration in ms to a spread; null is skipped. */
export function addDuration(spread: DurationDistribution, ms: number | null) {
  if (ms === null) return
  addValue(spread, ms)
  addCount(spread.minutes, inMinutes(ms), 1)
}

export const addCount = (counts: Record<number, number>, key: number, by: number) => {
  counts[key] = (counts[key] ?? 0) + by
}

/** Figures of an hour of the clock, which become part of the day's. */
export function hourFigures({ hours }: Pick<Figures, 'hours'>, hour: number): HourFigures {
  hours[hour] ??= { began: 0, wait: emptySum() }
  return hours[hour]
}

/** Adds the hours of `more` to those of `all`. */
export function addHours(all: Pick<Figures, 'hours'>, more: Figures) {
  for (const hour in more.hours) {
    const sum = hourFigures(all, Number(hour))
    sum.began += more.hours[hour]!.began
    addSum(sum.wait, more.hours[hour]!.wait)
  }
}

/** Adds `more` to `all`, without its hours. */
export function addFigures(all: Figures, more: Figures) {
  all.began += more.began
  all.finished += more.finished
  all.late += more.late
  for (const kind of ['robot', 'wait', 'response', 'service'] as const) addSpread(all[kind], more[kind])
  for (const id in more.queues) addCount(all.queues, Number(id), more.queues[id]!)
  for (const id in more.targets ?? {}) addTargets(all, Number(id), more.targets![id]!)
  for (const id in more.people) {
    all.people[id] ??= emptyAttendantFigures()
    addWork(all.people[id], more.people[id]!)
  }
}

/** Adds the targets of one queue. */
export function addTargets(all: Figures, queueId: number, more: TargetFigures) {
  all.targets ??= {}
  all.targets[queueId] ??= emptyTargetFigures()
  const sum = all.targets[queueId]
  for (const kind of targetCounts) sum[kind] = (sum[kind] ?? 0) + (more[kind] ?? 0)
}

function addSpread(all: DurationDistribution, more: DurationDistribution) {
  addSum(all, more)
  for (const minute in more.minutes) addCount(all.minutes, Number(minute), more.minutes[minute]!)
}

function addWork(all: AttendantFigures, more: AttendantFigures) {
  all.tickets += more.tickets
  for (const kind of ['service', 'wait', 'response', 'rating'] as const) addSum(all[kind], more[kind])
}

function addSum(all: CountAndTotal, more: CountAndTotal) {
  all.count += more.count
  all.total += more.total
}

const inMinutes = (ms: number) => Math.round(ms / 60_000)

/** Average in whole minutes, null without a value. */
export const averageMinutes = ({ count, total }: CountAndTotal) => (count === 0 ? null : inMinutes(total / count))

/** Percentile in minutes by nearest rank: the smallest duration not exceeded by the given share (0 to 1) of all. */
export function percentile({ count, minutes }: DurationDistribution, share: number): number | null {
  let left = Math.ceil(share * count)
  // JavaScript iterates integer keys in ascending order.
  for (const minute in minutes) {
    left -= minutes[minute]!
    if (left <= 0) return Number(minute)
  }
  return null
}

import { addMonths } from './recurrence'

/** Units of repetition. */
export const repeatUnits = ['day', 'week', 'month'] as const
export type RepeatUnit = (typeof repeatUnits)[number]

/** Repetition of a scheduled message, from its first day on (docs/adr/0156). */
export interface Repetition {
  every: RepeatUnit
  /** Days of the week, 0 for Sunday; for `week` only. */
  weekdays: number[]
  /** Day of the month, 1 to 31; for `month` only. A month without it uses its last day. */
  monthDay: number
  /** Messages still to be sent, the next one included; null without a limit. */
  left: number | null
  /** Last day on which a message is sent, `yyyy-mm-dd`; null without one. */
  until: string | null
}

/** The first day on or after a `yyyy-mm-dd` day on which the repetition sends. */
export function firstDay(day: string, { every, weekdays }: Repetition): string {
  if (every !== 'week') return day
  for (let ahead = 0; ahead < 7; ahead++) {
    const at = addDays(day, ahead)
    if (weekdays.includes(weekdayOf(at))) return at
  }
  return day
}

/** The day after `day` on which the repetition sends next, regardless of its end. */
export function dayAfter(day: string, repetition: Repetition): string {
  if (repetition.every === 'month') return addMonths(day, 1, repetition.monthDay)
  return firstDay(addDays(day, 1), repetition)
}

/** Next day of a repeated message, with the rest of its repetition, after that of `day` was sent or failed; null at the end. */
export function nextRepetition(day: string, repetition: Repetition): { day: string; repetition: Repetition } | null {
  const left = repetition.left === null ? null : repetition.left - 1
  const next = dayAfter(day, repetition)
  if (left === 0 || (repetition.until !== null && next > repetition.until)) return null
  return { day: next, repetition: { ...repetition, left } }
}

/** The days of the next messages, at most `count`, beginning with the first one. */
export function comingDays(day: string, repetition: Repetition, count: number): string[] {
  const days: string[] = []
  let next: ReturnType<typeof nextRepetition> = { day: firstDay(day, repetition), repetition }
  while (next && days.length < count) {
    if (next.repetition.until !== null && next.day > next.repetition.until) break
    days.push(next.day)
    next = nextRepetition(next.day, next.repetition)
  }
  return days
}

/** Day of the week of a `yyyy-mm-dd` day, 0 for Sunday. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()

const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

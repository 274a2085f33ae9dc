import { openTimeAfter } from '../../../shared/due-time'
import type { Hours } from '../../../shared/hours'

/** Opening hours in which targets count, in a time zone; null hours count all time. */
export interface Calendar {
  hours: Hours | null
  timeZone: string
}

/** The time at which this many open minutes have passed since a time; null when they never do. */
export type DueAfter = (from: string, minutes: number) => string | null

/** Counts open minutes by a calendar. */
export const dueAfterOf =
  ({ hours, timeZone }: Calendar): DueAfter =>
  (from, minutes) =>
    openTimeAfter(hours, new Date(from), minutes, timeZone)?.toISOString() ?? null

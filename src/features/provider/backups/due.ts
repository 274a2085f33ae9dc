import { addDays, dayIn, momentIn } from '../../../core/time'
import { isAhead } from '../../../shared/clock-ahead'
import type { BackupState } from './state'

const minute = 60_000
/** Pause in ms after the first failure; it doubles up to the longest. */
const [firstPause, longestPause] = [15 * minute, 60 * minute]

/** Last moment of the daily time (`hh:mm` in the zone) that is not after `now`, in ms. */
export function lastSlot(time: string, timeZone: string, now: Date): number {
  const today = dayIn(timeZone, now)
  const at = (day: string) => Date.parse(momentIn(timeZone, `${day}T${time}`))
  return at(today) <= now.getTime() ? at(today) : at(addDays(today, -1))
}

/** Next moment of the daily time, in ms. */
export function nextSlot(time: string, timeZone: string, now: Date): number {
  const today = dayIn(timeZone, now)
  const days = [today, addDays(today, 1)].map((day) => Date.parse(momentIn(timeZone, `${day}T${time}`)))
  return days.find((moment) => moment > now.getTime()) ?? (days[1] as number)
}

/**
 * True when a backup is due: at its daily time, soon after a start that missed it, at once when there was none, and
 * again after a failure or an end of the process, with a growing pause. A begin or success in the future counts as none:
 * the clock was set back.
 */
export function isDue({ startedAt, success, failures }: BackupState, slot: number, now: Date): boolean {
  if (success && Date.parse(success.at) >= slot && !isAhead(success.at, now.getTime())) return false
  const started = Date.parse(startedAt ?? '')
  if (startedAt === null || started < slot || isAhead(startedAt, now.getTime())) return true
  return now.getTime() - started >= Math.min(longestPause, firstPause * 2 ** Math.max(0, failures - 1))
}

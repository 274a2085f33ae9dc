import type { CampaignSettings } from './settings'
import type { CampaignWait, CampaignWaitReason } from './waits'
import { dailyCapOf } from './warm-up'
import { isInWindow, nextOpening } from './window'

/** State of a number's lane, as in `cold_lanes`. Times are UTC ISO. */
export interface LaneState {
  nextSendAt: string | null
  /** Messages since the last longer pause; 0 right after it began. */
  sentInRow: number
  failedInRow: number
  backOffUntil: string | null
  pausedUntil: string | null
  /** Since when the number is in use: declared, else since it was linked here. */
  since: string
}

/** Facts by which a number may send a campaign message now. */
export interface LaneFacts {
  now: number
  /** Company's time zone. */
  zone: string
  settings: CampaignSettings
  lane: LaneState
  /** Time of the send that is as many sends ago as the cap allows in 60 minutes, and in 24 hours; null for fewer. */
  hourEdge: string | null
  dayEdge: string | null
  isOpen: boolean
  /** False with an expired licence. */
  mayAct: boolean
  /** WhatsApp's limits and the number's health forbid campaigns, until then if known. */
  health: { until: string | null } | null
  /** Answers of agents wait for the same number. */
  repliesWait: boolean
}

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs
/** Shortest interval between two messages of a number, also for the choice 0. */
export const pace = { minimumMs: 1000 }

/**
 * Decides when a campaign message may leave: returns why the number must not send one now and until when, else null.
 */
export function coldWait(facts: LaneFacts): CampaignWait | null {
  const { now, zone, settings, lane, isOpen, mayAct, health, repliesWait } = facts
  if (!mayAct) return waits('licence', null)
  if (isLater(lane.pausedUntil, now)) return waits('paused', lane.pausedUntil)
  if (!isOpen) return waits('connection', null)
  if (health) return waits('health', health.until)
  if (isLater(lane.backOffUntil, now)) return waits('backOff', lane.backOffUntil)
  if (!isInWindow(settings, zone, now)) return waits('window', isoOf(nextOpening(settings, zone, now)))
  return capWait(facts) ?? (repliesWait ? waits('replies', null) : intervalWait(lane, now))
}

function capWait({ now, settings, lane, hourEdge, dayEdge }: LaneFacts): CampaignWait | null {
  const day = dailyCapOf(settings, lane.since, now)
  const endOfHour = endOf(hourEdge, hourMs)
  const endOfDay = endOf(dayEdge, dayMs)
  if (day.cap > 0 && endOfDay > now) return waits(day.isLowered ? 'warmUp' : 'dailyCap', isoOf(endOfDay))
  return settings.hourlyCap > 0 && endOfHour > now ? waits('hourlyCap', isoOf(endOfHour)) : null
}

const intervalWait = ({ nextSendAt, sentInRow }: LaneState, now: number) =>
  isLater(nextSendAt, now) ? waits(sentInRow === 0 ? 'longerPause' : 'interval', nextSendAt) : null

/**
 * Lane after a message: the next one leaves after the interval ±40 %, after every
 * `longerIntervalAfter`-th after the longer pause as well. `random` is from 0 to 1.
 */
export function afterSend({ sentInRow }: LaneState, settings: CampaignSettings, now: number, random: number) {
  const { messageInterval, longerIntervalAfter, greaterInterval } = settings
  const count = sentInRow + 1
  const isPause = longerIntervalAfter > 0 && count >= longerIntervalAfter
  const interval = Math.max(messageInterval * 1000 * (0.6 + 0.8 * random), pace.minimumMs)
  const next = now + interval + (isPause ? greaterInterval * 1000 : 0)
  return { nextSendAt: new Date(next).toISOString(), sentInRow: isPause ? 0 : count }
}

/** Shortest and longest pause of a number after failures, in ms. */
const backOff = { first: 30_000, longest: 30 * 60_000 }

/** End of the pause of a number after this number of failures in a row. */
export const backOffAfter = (failures: number, now: number) =>
  new Date(now + Math.min(backOff.first * 2 ** Math.max(0, failures - 1), backOff.longest)).toISOString()

/** Minutes until the next attempt after this number of failures of the transport; undefined after the last one. */
export const retryAfter = (failures: number): number | undefined => [1, 5, 30][failures - 1]

const waits = (reason: CampaignWaitReason, until: string | null): CampaignWait => ({ reason, until })
const isLater = (at: string | null, now: number): at is string => at !== null && Date.parse(at) > now
const endOf = (edge: string | null, length: number) => (edge === null ? 0 : Date.parse(edge) + length)
const isoOf = (at: number | null) => (at === null ? null : new Date(at).toISOString())

import { dayMs, hourMs, pace } from './pace'
import type { CampaignSettings } from './settings'
import { dailyCapOf } from './warm-up'
import { nextOpening } from './window'

interface EstimateFacts {
  recipients: number
  startsAt: number
  /** Since when the number is in use. */
  since: string
  settings: CampaignSettings
  zone: string
}

const maxDays = 366
const step = hourMs / 2

/**
 * Returns the estimated end of a campaign in ms, by pace, window, caps and warm-up, if the number sends nothing else;
 * null beyond a year. Counts in half hours.
 */
export function estimateEnd(facts: EstimateFacts): number | null {
  const { settings, zone, startsAt } = facts
  const perStep = messagesPerStep(settings)
  let state = { rest: facts.recipients, today: 0, dayEnd: startsAt + dayMs }
  for (let at = startsAt; at < startsAt + maxDays * dayMs; at += step) {
    if (state.rest <= 0) return at
    const opening = nextOpening(settings, zone, at)
    if (opening === null) return null
    at = opening
    state = inDayOf(state, at)
    const room = roomOf(facts, state.today, at)
    if (room <= 0) {
      at = state.dayEnd - step // the next period begins then
      continue
    }
    const count = Math.min(perStep, state.rest, room)
    if (count === state.rest && count < perStep) return at + (count / perStep) * step
    state = { ...state, rest: state.rest - count, today: state.today + count }
  }
  return null
}

interface Progress {
  rest: number
  /** Messages since the start of the period of 24 hours. */
  today: number
  dayEnd: number
}

/** Begins a new period of 24 hours when the last one has ended. */
function inDayOf(state: Progress, at: number): Progress {
  if (at < state.dayEnd) return state
  const days = Math.floor((at - state.dayEnd) / dayMs) + 1
  return { ...state, today: 0, dayEnd: state.dayEnd + days * dayMs }
}

function roomOf({ settings, since }: EstimateFacts, today: number, at: number): number {
  const { cap } = dailyCapOf(settings, since, at)
  return cap > 0 ? Math.max(0, cap - today) : Number.POSITIVE_INFINITY
}

function messagesPerStep(settings: CampaignSettings): number {
  const byPace = step / intervalMs(settings)
  return settings.hourlyCap > 0 ? Math.min(byPace, (settings.hourlyCap * step) / hourMs) : byPace
}

/** Average ms between two messages, longer pauses included. */
function intervalMs({ messageInterval, longerIntervalAfter, greaterInterval }: CampaignSettings) {
  const interval = Math.max(messageInterval * 1000, pace.minimumMs)
  return longerIntervalAfter > 0 ? interval + (greaterInterval * 1000) / longerIntervalAfter : interval
}

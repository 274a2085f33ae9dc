import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { estimateEnd } from '../../../src/shared/campaign/estimate'
import { afterSend, coldWait, type LaneFacts, type LaneState } from '../../../src/shared/campaign/pace'
import { type CampaignSettings, campaignDefaults } from '../../../src/shared/campaign/settings'
import { warmUpSteps } from '../../../src/shared/campaign/warm-up'
import { isInWindow, nextOpening } from '../../../src/shared/campaign/window'
import { day, exceededCaps, shortestGap } from '../../lane-limits'
import { sizeOf } from '../../size'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const start = Date.parse('2026-11-23T15:00:00.000Z')
const zone = 'America/Sao_Paulo'
const iso = (at: number) => new Date(at).toISOString()

const settingsArbitrary = fc.record({
  messageInterval: fc.constantFrom(0, 5, 10, 15, 20),
  longerIntervalAfter: fc.constantFrom(0, 1, 5, 20),
  greaterInterval: fc.constantFrom(0, 60, 120),
  hourlyCap: fc.constantFrom(0, 5, 30, 250),
  dailyCap: fc.constantFrom(0, 20, 200, 1500),
  windowStart: fc.constantFrom('08:00', '22:00', '00:00'),
  windowEnd: fc.constantFrom('20:00', '06:00', '00:00'),
  windowDays: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
  warmUp: fc.boolean(),
})

/** Sends as fast as the lane allows for a number of days; after a wait without a known end it asks again after a minute. */
function simulate(settings: CampaignSettings, since: number, random: () => number, days = 30): { sends: number[] } {
  const sends: number[] = []
  let lane: LaneState = { ...idle, since: iso(since) }
  for (let now = start; now < start + days * day; ) {
    const wait = coldWait(factsAt(now, settings, lane, sends))
    if (wait === null) {
      sends.push(now)
      lane = { ...lane, ...afterSend(lane, settings, now, random()) }
      continue
    }
    expect(wait.until === null || Date.parse(wait.until) > now).toBe(true)
    now = wait.until === null ? now + minute : Date.parse(wait.until)
  }
  return { sends }
}

const idle = { nextSendAt: null, sentInRow: 0, failedInRow: 0, backOffUntil: null, pausedUntil: null }

function factsAt(now: number, settings: CampaignSettings, lane: LaneState, sends: number[]): LaneFacts {
  const nth = (cap: number) => (cap > 0 && sends.length >= cap ? iso(sends[sends.length - cap] as number) : null)
  const age = (now - Date.parse(lane.since)) / day
  const step = settings.warmUp ? warmUpSteps.find(({ days }) => age < days)?.cap : undefined
  const cap = Math.min(...[settings.dailyCap, step ?? 0].filter((each) => each > 0))
  const edges = { hourEdge: nth(settings.hourlyCap), dayEdge: Number.isFinite(cap) ? nth(cap) : null }
  return { now, zone, settings, lane, ...edges, isOpen: true, mayAct: true, health: null, repliesWait: false }
}

/** A campaign without any limit would be 2.5 million sends. */
const boundedSettings = (given: Partial<CampaignSettings>): CampaignSettings => {
  const settings = { ...campaignDefaults, ...given }
  return settings.dailyCap + settings.hourlyCap === 0 ? { ...settings, hourlyCap: 30 } : settings
}

describe('lane over 30 days', () => {
  test('caps, window, warm-up and the shortest interval are never exceeded', () => {
    fc.assert(
      fc.property(settingsArbitrary, fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1 }), (given, age, seed) => {
        const settings = boundedSettings(given)
        const since = start - age * day
        const { sends } = simulate(settings, since, randomOf(seed))
        expect(sends.every((at) => isInWindow(settings, zone, at))).toBe(true)
        expect(shortestGap(sends)).toBeGreaterThanOrEqual(Math.max(settings.messageInterval * 600, second))
        expect(exceededCaps(settings, since, sends)).toEqual([])
        expect(sends.length).toBeGreaterThan(0)
      }),
      { numRuns: sizeOf({ everyday: 3, full: 12 }) },
    )
  })

  test('after every N messages the longer pause follows', () => {
    const settings = { ...campaignDefaults, messageInterval: 5, longerIntervalAfter: 5, greaterInterval: 60 }
    const { sends } = simulate(settings, 0, () => 0.5, 1)
    const gaps = sends.slice(1, 11).map((at, n) => at - (sends[n] as number))
    expect(gaps.map((gap) => gap >= 60 * second)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => n % 5 === 4))
  })
})

test('a reply that waits holds the campaign message and not the reverse', () => {
  const facts = factsAt(start, campaignDefaults, { ...idle, since: '2020-01-01' }, [])
  expect(coldWait({ ...facts, repliesWait: true })).toEqual({ reason: 'replies', until: null })
  expect(coldWait(facts)).toBeNull()
})

type Change = Partial<Omit<LaneFacts, 'lane'>> & { lane?: Partial<LaneState> }

test.each<[string, Change, string, string | null]>([
  ['a pause by a person', { lane: { pausedUntil: iso(start + hour) } }, 'paused', iso(start + hour)],
  ['a number that is away', { isOpen: false }, 'connection', null],
  ['a limit of WhatsApp', { health: { until: iso(start + day) } }, 'health', iso(start + day)],
  ['a pause after errors', { lane: { backOffUntil: iso(start + minute) } }, 'backOff', iso(start + minute)],
  ['an expired licence', { mayAct: false }, 'licence', null],
])('coldWait names %s', (_, change, reason, until) => {
  const facts = factsAt(start, campaignDefaults, { ...idle, since: '2020-01-01', ...change.lane }, [])
  expect(coldWait({ ...facts, ...change, lane: facts.lane } as LaneFacts)).toEqual({ reason, until } as never)
})

test('the window opens on the next sending day at its hour in the zone of the company', () => {
  const saturdayNight = Date.parse('2026-11-29T00:00:00.000Z') // 21:00 on Saturday
  expect(nextOpening(campaignDefaults, zone, saturdayNight)).toBe(Date.parse('2026-11-30T11:00:00.000Z'))
  expect(nextOpening(campaignDefaults, zone, start)).toBe(start)
})

test('the estimate lies within a tenth of the simulated end', () => {
  const settings = { ...campaignDefaults, dailyCap: 300, hourlyCap: 100, warmUp: false }
  const facts = { recipients: 2000, startsAt: start, since: '2020-01-01', settings, zone }
  const { sends } = simulate(settings, 0, randomOf(7))
  const end = estimateEnd(facts) as number
  expect(Math.abs(end - start) / ((sends[1999] as number) - start)).toBeWithin(0.9, 1.1)
})

/** Deterministic numbers from 0 to 1 (mulberry32). */
function randomOf(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

import { expect, test } from 'bun:test'
import { faultOf, type Hours, isOpen, usualHours, type Windows, weekdays, windowsOn } from '../../../src/shared/hours'
import { openMinutesBetween } from '../../../src/shared/open-minutes'

const none: Windows = { startTime: '', endTime: '', startTimeB: '', endTimeB: '' }
const every = (windows: Partial<Windows>, holidays: Hours['holidays'] = []): Hours => ({
  schedules: weekdays.map((weekdayEn) => ({ weekdayEn, ...none, ...windows })),
  holidays,
})
const saoPaulo = 'America/Sao_Paulo'
/** São Paulo is three hours behind UTC and has had no daylight saving time since 2019. */
const there = (wall: string) => new Date(`${wall}:00-03:00`)

test('the default hours are open on working days and half of Saturday and closed on Sunday', () => {
  const open = (wall: string) => isOpen(usualHours, there(wall), saoPaulo)
  expect(open('2026-03-02T08:00')).toBe(true) // Monday
  expect(open('2026-03-02T07:59')).toBe(false)
  expect(open('2026-03-06T17:59')).toBe(true)
  expect(open('2026-03-06T18:00')).toBe(false)
  expect(open('2026-03-07T11:59')).toBe(true)
  expect(open('2026-03-07T12:00')).toBe(false)
  expect(open('2026-03-08T10:00')).toBe(false)
  expect(faultOf(usualHours)).toBeNull()
})

test('isOpen handles a second window, a window over midnight and the last minute of a day', () => {
  const lunch = every({ startTime: '08:00', endTime: '12:00', startTimeB: '13:30', endTimeB: '18:00' })
  expect(['11:59', '12:00', '13:29', '13:30'].map((at) => isOpen(lunch, there(`2026-03-04T${at}`), saoPaulo))).toEqual([
    true,
    false,
    false,
    true,
  ])
  const night: Hours = every({})
  night.schedules[4] = { weekdayEn: 'friday', ...none, startTime: '22:00', endTime: '02:00' }
  expect(isOpen(night, there('2026-03-06T23:30'), saoPaulo)).toBe(true)
  expect(isOpen(night, there('2026-03-07T01:59'), saoPaulo)).toBe(true)
  expect(isOpen(night, there('2026-03-07T02:00'), saoPaulo)).toBe(false)
  expect(isOpen(night, there('2026-03-06T01:00'), saoPaulo)).toBe(false) // no window starts on Thursday
  const always = every({ startTime: '00:00', endTime: '23:59' })
  expect(isOpen(always, there('2026-03-04T23:59'), saoPaulo)).toBe(true)
})

test('a holiday replaces its weekday, and a single date wins over a yearly one', () => {
  const holiday = { ...none, name: '', yearly: true }
  const hours = every({ startTime: '08:00', endTime: '18:00' }, [
    { ...holiday, date: '2020-12-25' },
    { ...holiday, date: '2026-12-25', yearly: false, startTime: '10:00', endTime: '11:00' },
  ])
  expect(faultOf(hours)).toBeNull()
  expect(isOpen(hours, there('2027-12-25T09:00'), saoPaulo)).toBe(false)
  expect(isOpen(hours, there('2026-12-25T10:30'), saoPaulo)).toBe(true)
  expect(isOpen(hours, there('2026-12-25T09:00'), saoPaulo)).toBe(false)
})

test('isOpen uses local time of the zone, also on days when clocks change', () => {
  const office = every({ startTime: '01:30', endTime: '03:30' })
  const berlin = 'Europe/Berlin'
  // 29 March 2026: clocks skip from 2:00 to 3:00, so one hour of the window remains.
  const spring = [...minutes('2026-03-29T00:00:00Z', 180)].filter((at) => isOpen(office, at, berlin)).length
  expect(spring).toBe(60)
  // 25 October 2026: the hour from 2:00 to 3:00 occurs twice.
  const autumn = [...minutes('2026-10-24T22:00:00Z', 360)].filter((at) => isOpen(office, at, berlin)).length
  expect(autumn).toBe(180)
  expect(
    isOpen(every({ startTime: '08:00', endTime: '09:00' }), new Date('2026-07-01T22:45:00Z'), 'Asia/Kathmandu'),
  ).toBe(false)
})

function* minutes(from: string, count: number) {
  for (let at = 0; at < count; at++) yield new Date(Date.parse(from) + at * 60_000)
}

/** Pseudo-random numbers, the same in every run for a seed. */
function createRandom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return Math.floor((state / 0x80000000) * below)
  }
}
const time = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** Random week of windows in quarters of an hour, some of them past midnight. */
function randomWeek(draw: (below: number) => number): Hours {
  const hours = every({})
  for (const row of hours.schedules) {
    const [start, length] = [draw(96), draw(40)]
    if (length > 0) Object.assign(row, { startTime: time(start * 15), endTime: time(((start + length) % 96) * 15) })
  }
  return hours
}

/** Quarters of an hour of the week covered by a window; reference for `isOpen`. */
function openQuarters({ schedules }: Hours): Set<number> {
  const open = new Set<number>()
  for (const [at, { startTime, endTime }] of schedules.entries()) {
    if (!startTime) continue
    const [from, until] = [quarter(startTime), quarter(endTime)]
    for (let step = from; step < (until < from ? until + 96 : until); step++) open.add((at * 96 + step) % 672)
  }
  return open
}

test('isOpen of a random week is true exactly in the quarters its windows cover', () => {
  const draw = createRandom(7)
  const monday = there('2026-03-02T00:00').getTime()
  for (let round = 0; round < 20; round++) {
    const hours = randomWeek(draw)
    const open = [...Array(672).keys()].filter((step) => isOpen(hours, new Date(monday + step * 900_000), saoPaulo))
    expect(open).toEqual([...openQuarters(hours)].sort((a, b) => a - b))
  }
})

const quarter = (text: string) => (Number(text.slice(0, 2)) * 60 + Number(text.slice(3))) / 15

test('a window copied onto a holiday changes nothing', () => {
  const draw = createRandom(11)
  for (let round = 0; round < 20; round++) {
    const date = `2026-0${1 + draw(9)}-1${draw(10)}`
    const windows = windowsOn(usualHours, date) as Windows
    const { startTime, endTime, startTimeB, endTimeB } = windows
    const copied = { startTime, endTime, startTimeB, endTimeB, date, name: '', yearly: false }
    for (let hour = 0; hour < 24; hour++) {
      const at = there(`${date}T${time(hour * 60)}`)
      expect(isOpen({ ...usualHours, holidays: [copied] }, at, saoPaulo)).toBe(isOpen(usualHours, at, saoPaulo))
    }
  }
})

test.each<[string, Hours, object]>([
  ['no time', every({ startTime: '25:00', endTime: '26:00' }), { field: 'schedules.0.startTime', fault: 'time' }],
  ['half a window', every({ startTime: '08:00' }), { field: 'schedules.0.endTime', fault: 'half' }],
  [
    'two at once',
    every({ startTime: '08:00', endTime: '12:00', startTimeB: '11:59', endTimeB: '13:00' }),
    { field: 'schedules.0.startTimeB', fault: 'overlap' },
  ],
  [
    'two windows that overlap past midnight',
    every({ startTime: '01:00', endTime: '05:00', startTimeB: '22:00', endTimeB: '01:30' }),
    { field: 'schedules.0.startTimeB', fault: 'overlap' },
  ],
  ['six days', { schedules: every({}).schedules.slice(1), holidays: [] }, { field: 'schedules', fault: 'days' }],
  [
    'no day',
    every({}, [{ ...none, date: '2026-02-30', name: '', yearly: false }]),
    { field: 'holidays.0.date', fault: 'date' },
  ],
  [
    'a day twice',
    every({}, [
      { ...none, date: '2026-12-25', name: '', yearly: true },
      { ...none, date: '2027-12-25', name: '', yearly: true },
    ]),
    { field: 'holidays.1.date', fault: 'twin' },
  ],
])('hours with %s are refused with the field', (_, hours, fault) => {
  expect(faultOf(hours)).toEqual(fault as never)
})

test('openMinutesBetween counts only open minutes, over nights, weekends and holidays', () => {
  const hours: Hours = {
    ...usualHours,
    holidays: [{ ...none, date: '2026-03-04', name: 'Feriado', yearly: false }],
  }
  const between = (from: string, until: string) => openMinutesBetween(hours, there(from), there(until), saoPaulo)
  expect(between('2026-03-02T09:00', '2026-03-02T09:25')).toBe(25)
  expect(between('2026-03-02T17:50', '2026-03-03T08:10')).toBe(20)
  expect(between('2026-03-03T17:50', '2026-03-05T08:10')).toBe(20)
  expect(between('2026-03-06T19:00', '2026-03-07T07:00')).toBe(0)
  expect(between('2026-03-07T11:00', '2026-03-09T09:00')).toBe(120)
  expect(between('2026-03-02T10:00', '2026-03-02T09:00')).toBe(0)
  expect(between('2025-01-01T10:00', '2026-03-02T09:00')).toBeLessThan(60 * 600)
})

import './browser'
import { beforeEach, expect, test } from 'bun:test'
import type { Me } from '../../src/features/accounts/auth/model'
import { session } from '../../ui/lib/session'
import {
  daysLeft,
  dueDay,
  formatDate,
  formatDateTime,
  formatDuration,
  formatTime,
  relativeDay,
  shortTime,
} from '../../ui/lib/time'
import { ana } from './browser'

const now = new Date('2026-11-20T15:00:00.000Z')
const inZone = (timeZone: string) => {
  session.value = { kind: 'in', me: { ...ana, company: { ...ana.company, timeZone } } as unknown as Me }
}
beforeEach(() => inZone('America/Sao_Paulo'))

test("times are formatted in the company's time zone", () => {
  expect(formatDateTime('2026-11-20T02:05:00.000Z')).toBe('19/11/2026 23:05')
  expect(formatTime('2026-11-20T03:00:00.000Z')).toBe('00:00')
  inZone('America/Manaus')
  expect(formatDateTime('2026-11-20T02:05:00.000Z')).toBe('19/11/2026 22:05')
  session.value = { kind: 'out' }
  expect(formatDate('2026-11-20T02:05:00.000Z')).toBe('19/11/2026')
})

test("a day starts at midnight in the company's time zone", () => {
  expect(relativeDay('2026-11-20T03:00:00.000Z', now)).toBe('today')
  expect(relativeDay('2026-11-20T02:59:59.000Z', now)).toBe('yesterday')
  expect(relativeDay('2026-11-18T12:00:00.000Z', now)).toBe('18/11/2026')
})

test('shortTime gives time, yesterday or date', () => {
  expect(shortTime('2026-11-20T12:07:00.000Z', now)).toBe('09:07')
  expect(shortTime('2026-11-19T12:07:00.000Z', now)).toBe('yesterday')
  expect(shortTime('2025-01-02T12:07:00.000Z', now)).toBe('02/01/25')
})

test('the last day of a licence is a calendar day', () => {
  expect(dueDay('2026-11-30')).toBe('30/11/2026')
  expect(daysLeft('2026-11-20', now)).toBe(0)
  expect(daysLeft('2026-11-21', new Date('2026-11-21T02:00:00.000Z'))).toBe(1)
  expect(daysLeft('2026-11-18', now)).toBe(-2)
})

test('durations are formatted as m:ss', () => {
  expect([formatDuration(0), formatDuration(7.4), formatDuration(65), formatDuration(600)]).toEqual([
    '0:00',
    '0:07',
    '1:05',
    '10:00',
  ])
})

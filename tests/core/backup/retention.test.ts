import { expect, test } from 'bun:test'
import {
  backupId,
  completeOf,
  readStoredName,
  timeOfBackup,
  unfinishedBefore,
} from '../../../src/core/backup/places/place'
import { backupsBeyond, expiredBackups } from '../../../src/core/backup/retention'

const dayMs = 24 * 3_600_000
const idAt = (time: string) => backupId(new Date(time))
const backup = (id: string, size = 1) => ({ id, size })

/** A backup per night, the newest first. */
const nightly = (nights: number) =>
  Array.from({ length: nights }, (_, night) => backup(backupId(new Date(Date.UTC(2026, 10, 30, 3) - night * dayMs))))

test('a year of nights keeps the newest of 7 days, 5 weeks and 12 months', () => {
  const backups = nightly(400)
  const expired = new Set(expiredBackups(backups, { days: 7, weeks: 5, months: 12 }))
  const kept = backups
    .filter((each) => !expired.has(each))
    .map(({ id }) => id.slice('balcao-'.length, 'balcao-'.length + 8))
  expect(kept).toEqual([
    ...['20261130', '20261129', '20261128', '20261127', '20261126', '20261125', '20261124'],
    ...['20261122', '20261115', '20261108'],
    ...['20261031', '20260930', '20260831', '20260731', '20260630', '20260531', '20260430', '20260331', '20260228'],
    ...['20260131', '20251231'],
  ])
})

test('the newest backup is kept by every rule, and a pause of months expires no backup', () => {
  const old = [backup(idAt('2024-05-01T03:00:00Z')), backup(idAt('2024-04-30T03:00:00Z'))]
  expect(expiredBackups(old, { days: 0, weeks: 0, months: 0 })).toEqual([old[1] as never])
  expect(expiredBackups(old, { days: 2, weeks: 0, months: 0 })).toEqual([])
})

test('of several backups of one day the newest stays', () => {
  const [evening, noon] = [backup(idAt('2026-11-30T20:00:00Z')), backup(idAt('2026-11-30T12:00:00Z'))]
  expect(expiredBackups([evening, noon], { days: 7, weeks: 5, months: 12 })).toEqual([noon])
})

test('the oldest backups give way to a quota, and the newest stays beyond it', () => {
  const backups = nightly(4).map(({ id }) => backup(id, 10))
  expect(backupsBeyond(0, backups)).toEqual([])
  expect(backupsBeyond(40, backups)).toEqual([])
  expect(backupsBeyond(25, backups).map(({ id }) => id)).toEqual([backups[3]?.id, backups[2]?.id] as string[])
  expect(backupsBeyond(40, backups, 10).map(({ id }) => id)).toEqual([backups[3]?.id] as string[])
  expect(backupsBeyond(5, backups)).toHaveLength(3)
})

test('a backup is complete with its note; files without one are unfinished, and foreign files stay', () => {
  const [old, now] = [idAt('2026-11-29T03:00:00Z'), idAt('2026-11-30T03:00:00Z')]
  expect(timeOfBackup(now)).toBe(Date.parse('2026-11-30T03:00:00Z'))
  const names = [`${old}.tar.age.000001`, `${old}.tar.age.000002`, `${old}.json`, `${now}.tar.age.000001`, 'photo.json']
  expect(completeOf(names.map((name) => ({ name, size: 5 })))).toEqual([{ id: old, size: 10 }])
  const later = idAt('2026-12-01T03:00:00Z')
  expect(unfinishedBefore(later, names)).toEqual([`${now}.tar.age.000001`])
  expect(unfinishedBefore(now, names)).toEqual([])
  for (const name of ['balcao-1.json', '../balcao-20261130T030000Z.json', 'balcao-20261130T030000Z.json.exe', ''])
    expect(readStoredName(name)).toBeNull()
})

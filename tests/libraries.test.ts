import { expect, test } from 'bun:test'
import {
  checkLibraries,
  type Library,
  maxDaysBehind,
  overdueLibraries,
  parseOutdated,
  parseRecord,
  pinned,
  recordFile,
} from '../scripts/libraries'

/** docs/libraries.csv is the record of `bun run libraries` (docs/security.md, Libraries). */
const record = parseRecord(await Bun.file(recordFile).text())

test('the record has each library with the version of package.json', () => {
  expect(Object.fromEntries(record.map(({ library, version }) => [library, version]))).toEqual(pinned)
})

test('no library of the record was behind for longer than the time limit', () => {
  expect(overdueLibraries(record)).toEqual([])
})

const answer = `bun outdated v1.4.5
|--------------------------------------|
| Package      | Current | Update | Latest |
|--------------|---------|--------|--------|
| elysia       | 1.4.30  | 1.4.30 | 2.0.1  |
| fast-check (dev) | 4.10.2 | 4.10.2 | 4.11.0 |
|--------------------------------------|
`

test('the table of bun outdated names libraries with their newest versions', () => {
  expect([...(parseOutdated(answer) ?? [])]).toEqual([
    ['elysia', '2.0.1'],
    ['fast-check', '4.11.0'],
  ])
  expect(parseOutdated('bun outdated v1.4.5\n')?.size).toBe(0)
  expect(parseOutdated('')).toBeNull()
})

const outdated = new Map([['elysia', '2.0.1']])
const find = (libraries: Library[], name: string) => libraries.find(({ library }) => library === name)

test('a library keeps the day on which it was first seen behind, until it is updated', () => {
  const first = checkLibraries([], outdated, '2026-01-01')
  expect(find(first, 'elysia')).toMatchObject({ newest: '2.0.1', behindSince: '2026-01-01', checkedOn: '2026-01-01' })
  expect(find(first, 'react')).toMatchObject({ newest: pinned.react, behindSince: '' })
  const later = checkLibraries(first, new Map([['elysia', '2.1.0']]), '2026-03-01')
  expect(find(later, 'elysia')).toMatchObject({ newest: '2.1.0', behindSince: '2026-01-01', checkedOn: '2026-03-01' })
  const updated = checkLibraries(later, new Map(), '2026-03-02')
  expect(find(updated, 'elysia')).toMatchObject({ behindSince: '', reason: '' })
})

test(`a library is overdue after ${maxDaysBehind} days behind, unless it has a reason`, () => {
  const first = checkLibraries([], outdated, '2026-01-01')
  expect(overdueLibraries(checkLibraries(first, outdated, '2026-04-03'))).toEqual([])
  const late = checkLibraries(first, outdated, '2026-04-04')
  expect(overdueLibraries(late)).toMatchObject([{ library: 'elysia' }])
  const reasoned = first.map((row) => (row.library === 'elysia' ? { ...row, reason: 'Baileys needs 1, not 2' } : row))
  expect(overdueLibraries(checkLibraries(reasoned, outdated, '2026-04-04'))).toEqual([])
})

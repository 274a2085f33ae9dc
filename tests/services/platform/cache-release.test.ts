import { afterAll, beforeEach, expect, spyOn, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '../../../src/core/storage/sqlite/store'

const directory = mkdtempSync(join(tmpdir(), 'balcao-caches-'))
const store = openStore(join(directory, 'balcao.db'))
const runs = [store.read, store.raw].map(({ statements }) => spyOn(statements.sqlite, 'run'))
/** Number of handles that freed their pages in this test. */
const countReleases = () =>
  runs.flatMap(({ mock }) => mock.calls).filter(([text]) => text === 'pragma shrink_memory').length

beforeEach(() => {
  store.releaseCaches()
  for (const run of runs) run.mockClear()
})
afterAll(async () => {
  await store.close()
  rmSync(directory, { recursive: true })
})

test('both handles free their cached pages after a minute with few statements', () => {
  for (let n = 0; n < 500; n++) store.read.statements.get('select 1').get()
  store.releaseCaches()
  expect(countReleases()).toBe(2)
})

test('a handle keeps its cached pages after a minute with many statements, and frees them after the next quiet one', () => {
  for (let n = 0; n < 2000; n++) store.read.statements.get('select 1').get()
  store.releaseCaches()
  expect(countReleases()).toBe(0)
  store.releaseCaches()
  expect(countReleases()).toBe(2)
})

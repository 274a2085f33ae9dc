import { expect, test } from 'bun:test'
import { summarize } from '../../scripts/test/summary'

const results = (folder: string, seconds: number[]) =>
  seconds.map((time, at) => ({
    file: `tests/${folder}/${at}.test.ts`,
    passed: 2,
    failed: 0,
    seconds: time,
    reasons: [],
  }))
const files = [...results('core', [1, 3, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12]), ...results('e2e', [30])]
const types = { name: 'types', passed: 1, failed: 0, seconds: 7, files: [], details: '' }
const tests = { name: 'tests', passed: 26, failed: 0, seconds: 40, files, details: '' }
const facts = { seconds: 90, coresUsed: 93, repetition: 'TEST_SEED=7', unrun: 0 }

test('summarize lists the ten slowest files of each suite, slowest first', () => {
  const text = summarize([tests], facts)
  const [server, browser] = text.split('slowest files of ').slice(1)
  const numbers = [...(server as string).matchAll(/^ +([\d.]+) s {2}/gm)].map(([, seconds]) => Number(seconds))
  expect(numbers).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3])
  expect(browser).toContain('   30.0 s  tests/e2e/0.test.ts')
})

test('summarize ends with a row per check and suite, the time and the sum', () => {
  expect(summarize([types, tests], facts).split('\n').slice(-6)).toEqual([
    'types            1 passed    0 failed      7.0 s',
    'server          24 passed    0 failed     78.0 s in 12 files',
    'browser          2 passed    0 failed     30.0 s in 1 files',
    'whole run 1.5 min, cores 93 % used',
    '27 passed, 0 failed',
    '',
  ])
})

test('summarize counts files that ran again on PostgreSQL in a row of their own', () => {
  const again = { ...tests, name: 'postgres', passed: 4, files: results('core', [5, 5]) }
  expect(summarize([tests, again], facts)).toContain('postgres         4 passed    0 failed     10.0 s in 2 files\n')
})

test('summarize shows failures and how to repeat them, and counts a failure that belongs to no file', () => {
  const text = summarize([types, { ...tests, failed: 1, details: 'the process died' }], facts)
  expect(text).toContain('── tests, failed\nthe process died\n')
  expect(text).toContain('\nTEST_SEED=7\n')
  expect(text).toContain('\ntests            0 passed    1 failed     40.0 s\n')
  expect(text).toEndWith('\n27 passed, 1 failed\n')
  expect(summarize([types, tests], facts)).not.toContain('TEST_SEED')
})

test('summarize names the number of files that have not run', () => {
  expect(summarize([types], { ...facts, unrun: 3 })).toContain('\n3 test files have not run\n')
  expect(summarize([types], facts)).not.toContain('have not run')
})

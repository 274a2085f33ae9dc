import { expect, test } from 'bun:test'
import { limits } from '../../src/shared/limits'
import { parse } from '../../ui/pages/tickets/text/parse'
import { evil, type Pattern, patternsOf } from './patterns'

/** These read what the operator wrote into the environment, or a test into the simulator. */
const ours = ['src/config.ts', 'emulator/']
const all = await patternsOf()
const patterns = all.filter(({ file }) => !ours.some((path) => file.startsWith(path)))

test('the scan finds the regular expressions there are', () => {
  expect(all.length).toBeGreaterThan(100)
  expect(new Set(all.map(({ file }) => file.split('/')[0]))).toEqual(new Set(['src', 'ui', 'emulator']))
})

/** Milliseconds, the least of three tries: others use the machine, too. */
function timeOf(work: () => unknown): number {
  let least = Number.POSITIVE_INFINITY
  for (let n = 0; n < 3 && least > 0.5; n++) {
    const started = performance.now()
    work()
    least = Math.min(least, performance.now() - started)
  }
  return least
}

const needs = ({ source, flags }: Pattern, text: string): number => {
  const pattern = new RegExp(source, flags)
  return timeOf(() => (pattern.global ? text.replace(pattern, '') : pattern.test(text)))
}

/** Below this (ms) nothing is slow, and no two times can be compared. */
const floor = 15

/** The first text on which the pattern grows faster than its text; undefined when there is none. */
function slowText(pattern: Pattern): string | undefined {
  for (const length of [16, 20, 24, 28, 32]) // who doubles with each character shows it here, and no later
    for (const text of evil(pattern, length)) if (needs(pattern, text) > floor) return text
  const longer = evil(pattern, 32_768)
  for (const text of evil(pattern, 16_384)) {
    const twice = longer.next().value as string
    const long = needs(pattern, twice)
    if (long > floor && long > 3 * needs(pattern, text)) return text
  }
}

test.each(
  patterns.map((pattern) => [`${pattern.file}:${pattern.line} /${pattern.source}/${pattern.flags}`, pattern] as const),
)('%s needs twice the time for twice the text', (_, pattern) => {
  expect(slowText(pattern)?.slice(0, 40)).toBeUndefined()
})

test.each(['(a+)+$', '^(a|a)*$', '\\s+$', '(x+x+)+y'])('/%s/, known to be slow, is found out', (source) => {
  expect(slowText({ file: '', line: 0, source, flags: '' })).toBeString()
})

/** Bytes of the longest message there is. */
const longest = limits.messageBody.max

test('the longest message is taken apart in a moment, whatever it is made of', () => {
  const slow: unknown[] = []
  for (const unit of [
    '*',
    '_',
    '~',
    '*a ',
    '`a',
    '```a',
    '*_~',
    ')',
    '*_',
    'www.',
    'https://',
    '> ',
    '\n*a',
    '[(',
    'h',
  ])
    for (const before of ['', 'https://x', '*', '```', '> *_~']) {
      const [text, half] = [longest, longest / 2].map((length) => `${before}${unit.repeat(length / unit.length)}x`)
      const took = timeOf(() => parse(text as string))
      if (took > floor && took > 3 * timeOf(() => parse(half as string))) slow.push([before, unit, took])
    }
  expect(slow).toEqual([])
})

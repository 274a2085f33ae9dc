import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { findPatterns, type Pattern, slowTexts } from './patterns'

/** Sources whose patterns read only the operator's environment or the input of a test. */
const trustedSources = ['src/config.ts', 'emulator/']
const all = await findPatterns()
const patterns = all.filter(({ file }) => !trustedSources.some((path) => file.startsWith(path)))

test('the scan finds regular expressions in src, ui and emulator', () => {
  expect(all.length).toBeGreaterThan(100)
  expect(new Set(all.map(({ file }) => file.split('/')[0]))).toEqual(new Set(['src', 'ui', 'emulator']))
})

/** Times below this (ms) are not slow and too short to compare. */
const minComparableMs = 15

/** CPU time in ms; of a long one the least of three runs, since other processes disturb the measurement. */
function leastCpuTime(work: () => unknown): number {
  let least = Number.POSITIVE_INFINITY
  for (let n = 0; n < 3 && least > minComparableMs; n++) {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}

const cpuTimeOn = ({ source, flags }: Pattern, text: string): number => {
  const pattern = new RegExp(source, flags)
  return leastCpuTime(() => (pattern.global ? text.replace(pattern, '') : pattern.test(text)))
}

/** First text for which the time grows faster than the length of the text, or undefined. */
function findSlowText(pattern: Pattern): string | undefined {
  for (const length of [16, 20, 24, 28, 32]) // exponential patterns are slow here already
    for (const text of slowTexts(pattern, length)) if (cpuTimeOn(pattern, text) > minComparableMs) return text
  const longer = slowTexts(pattern, 32_768)
  for (const text of slowTexts(pattern, 16_384)) {
    const twice = longer.next().value as string
    const long = cpuTimeOn(pattern, twice)
    if (long > minComparableMs && long > 3 * cpuTimeOn(pattern, text)) return text
  }
}

test.each(
  patterns.map((pattern) => [`${pattern.file}:${pattern.line} /${pattern.source}/${pattern.flags}`, pattern] as const),
)('%s needs at most three times as long for a text of twice the length', (_, pattern) => {
  expect(findSlowText(pattern)?.slice(0, 40)).toBeUndefined()
})

test.each(['(a+)+$', '^(a|a)*$', '\\s+$', '(x+x+)+y'])('the known slow pattern /%s/ is detected', (source) => {
  expect(findSlowText({ file: '', line: 0, source, flags: '' })).toBeString()
})

/** Ten times the time needed; less than one message would need in quadratic time. */
const cpuSeconds = 20

test('messages four times the maximum length are parsed within the CPU limit', async () => {
  // The limit counts CPU time, so other processes on the machine do not matter.
  const within = 'ulimit -t "$1" && exec "$2" "$3"'
  const args = [`${cpuSeconds}`, process.execPath, join(import.meta.dir, 'longest-messages.ts')]
  const child = Bun.spawn(['sh', '-c', within, 'sh', ...args], { stdout: 'pipe', stderr: 'inherit' })
  const printed = (await new Response(child.stdout).text()).trimEnd().split('\n')
  expect(printed.at(-1)).toBe('all') // otherwise the last line names the parts of the slow message
}, 300_000)

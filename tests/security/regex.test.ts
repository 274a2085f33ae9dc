import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { findPatterns, type Pattern, slowTexts } from './patterns'

/** These read what the operator wrote into the environment, or a test into the simulator. */
const trustedSources = ['src/config.ts', 'emulator/']
const all = await findPatterns()
const patterns = all.filter(({ file }) => !trustedSources.some((path) => file.startsWith(path)))

test('the scan finds the regular expressions there are', () => {
  expect(all.length).toBeGreaterThan(100)
  expect(new Set(all.map(({ file }) => file.split('/')[0]))).toEqual(new Set(['src', 'ui', 'emulator']))
})

/** Milliseconds of the processor, the least of three tries: others use the machine, too. */
function leastCpuTime(work: () => unknown): number {
  let least = Number.POSITIVE_INFINITY
  for (let n = 0; n < 3 && least > 0.5; n++) {
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

/** Below this (ms) nothing is slow, and no two times can be compared. */
const minComparableMs = 15

/** The first text on which the pattern grows faster than its text; undefined when there is none. */
function findSlowText(pattern: Pattern): string | undefined {
  for (const length of [16, 20, 24, 28, 32]) // who doubles with each character shows it here, and no later
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
)('%s needs twice the time for twice the text', (_, pattern) => {
  expect(findSlowText(pattern)?.slice(0, 40)).toBeUndefined()
})

test.each(['(a+)+$', '^(a|a)*$', '\\s+$', '(x+x+)+y'])('/%s/, known to be slow, is found out', (source) => {
  expect(findSlowText({ file: '', line: 0, source, flags: '' })).toBeString()
})

/** Ten times what is needed, and less than one message would take if the work grew with the square of its length. */
const cpuSeconds = 20

test('the longest message is taken apart at once, whatever it is made of', async () => {
  // Time of the processor and not of the clock: what else the machine does is no matter.
  const within = 'ulimit -t "$1" && exec "$2" "$3"'
  const args = [`${cpuSeconds}`, process.execPath, join(import.meta.dir, 'longest-messages.ts')]
  const child = Bun.spawn(['sh', '-c', within, 'sh', ...args], { stdout: 'pipe', stderr: 'inherit' })
  const said = (await new Response(child.stdout).text()).trimEnd().split('\n')
  expect(said.at(-1)).toBe('all') // else it is what the message was made of that took too long
}, 300_000)

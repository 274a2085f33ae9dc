import { parseArgs } from 'node:util'

/**
 * Simulates a day of a very large installation second by second, and prints what its parts must do in the busiest
 * seconds (docs/internet-scale.md): `bun bench/internet-scale.ts [--numbers N] [--messages N] [--nodes N] [--seed N]`.
 * Only counts are simulated; what a unit costs is measured by the other benches.
 */
const { values } = parseArgs({
  options: {
    numbers: { type: 'string', default: '100000' },
    messages: { type: 'string', default: '10000000' },
    nodes: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
  },
})
const [numbers, messages, nodes] = [values.numbers, values.messages, values.nodes].map(Number) as [
  number,
  number,
  number,
]

/** Assumed weight of each hour of a day: shops of one time zone. */
const hours = [2, 1, 1, 1, 1, 2, 6, 20, 55, 85, 95, 90, 60, 70, 92, 95, 90, 80, 50, 35, 28, 20, 12, 6]
/** Lease renewal and its interval in s (core/storage/postgres/lease-rows.ts). */
const renewEvery = 5
/** Numbers that a node connects at once, and an assumed time of a login in s (whatsapp/gate.ts). */
const loginsAtOnce = 5
const loginSeconds = 1
/** Assumed packets per message: the message, its ticket, and a later acknowledgement. */
const eventsPerMessage = 3
/** Assumed units per message: receiving or accepting, claim and end of its job, acknowledgement; ratchet keys of each. */
const unitsPerMessage = 4

/** Random numbers from a seed (mulberry32). */
function generator(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
const random = generator(Number(values.seed))

/** A draw of Poisson's distribution; by the normal one for large means. */
function poisson(mean: number): number {
  if (mean > 50) {
    const spread = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    return Math.max(0, Math.round(mean + spread * Math.sqrt(mean)))
  }
  let count = -1
  for (let product = 1; product > Math.exp(-mean); count++) product *= random()
  return count
}

/** Messages in each second of the day. */
function simulateDay(): number[] {
  const total = hours.reduce((sum, weight) => sum + weight, 0)
  return Array.from({ length: 86_400 }, (_, second) => {
    const share = (hours[Math.floor(second / 3600)] as number) / total / 3600
    return poisson(messages * share)
  })
}

/** Share of the messages of the busiest of `count` companies, whose sizes follow Zipf's law. */
function largestShare(count: number): number {
  let sum = 0
  for (let rank = 1; rank <= count; rank++) sum += 1 / rank
  return 1 / sum
}

/** Seconds until the numbers of an ended node are online at the others, after their leases have expired. */
function secondsOfTakeover(): number {
  const perNode = Math.ceil(numbers / nodes / (nodes - 1))
  const waits = Array.from({ length: nodes - 1 }, () => {
    const lanes = new Array<number>(loginsAtOnce).fill(0)
    for (let n = 0; n < perNode; n++) {
      const next = lanes.indexOf(Math.min(...lanes))
      lanes[next] = (lanes[next] as number) + loginSeconds * (0.5 + random())
    }
    return Math.max(...lanes)
  })
  return Math.max(...waits)
}

const day = simulateDay().sort((one, other) => other - one)
const busiest = day[0] as number
const usual = day[Math.floor(86_400 * 0.01)] as number // exceeded in 1 % of the seconds
const rows: [what: string, figure: string][] = [
  [
    'messages a second, mean / busiest hundredth / busiest second',
    `${Math.round(messages / 86_400)} / ${usual} / ${busiest}`,
  ],
  ['units of writes a second, busiest hundredth', `${usual * unitsPerMessage}`],
  ['notifications a second, each heard by every node', `${usual * eventsPerMessage}`],
  ['lease rows written a second', `${Math.round(numbers / renewEvery)}`],
  ['numbers per node', `${Math.ceil(numbers / nodes)}`],
  ['takeover of an ended node after its leases have expired', `${Math.round(secondsOfTakeover())} s`],
  ['messages a second of the largest of 20,000 companies', (usual * largestShare(20_000)).toFixed(1)],
]
process.stdout.write('| what | figure |\n| --- | --- |\n')
for (const [what, figure] of rows) process.stdout.write(`| ${what} | ${figure} |\n`)

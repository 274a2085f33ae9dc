import { type Measure, percentile, ratio } from '../figures'
import { sideMs } from './measure-beside'
import type { OtherCompany } from './other-company'

const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const loop = `const until = performance.now() + ${sideMs}; while (performance.now() < until);`

/**
 * The other company beside a process that computes and asks nothing, at the priority of the parsers' threads and at the
 * usual one: the part of the second core in the ratios of attacks whose work is in a thread.
 */
export async function besideBusyCore(other: OtherCompany): Promise<Measure[]> {
  const measures: Measure[] = []
  for (const niceness of [10, 0]) {
    const compute = () => Bun.spawn(['nice', '-n', String(niceness), process.execPath, '-e', loop]).exited
    const pairs: [number, number][] = []
    for (let n = 0; n < rounds; n++) {
      const alone = await other.during(() => Bun.sleep(sideMs))
      pairs.push([percentile(await other.during(compute), 0.99), percentile(alone, 0.99)])
    }
    measures.push(
      ratio(`a process that computes (nice ${niceness}), p99 of another company ÷ alone, ms`, 1.5, 'less', pairs),
    )
  }
  return measures
}

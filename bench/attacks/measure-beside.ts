import { below, type Measure, median, percentile, ratio, round } from '../figures'
import type { Server } from './controls'
import type { OtherCompany } from './other-company'
import type { Attack, Target } from './requests'

const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
/** Time of each side of a round in ms: attacks are repeated one after the other, one at a time. */
export const sideMs = 1000

/** Figures of one attack. */
export interface Beside {
  attack: Attack
  /** p99 of the other company beside the attack ÷ alone, of the product and of the control. */
  ratio: number
  control: number
  /** Median p99 of the other company beside the attack and beside the control, in ms. */
  p99: number
  controlP99: number
  /** By how much its slowest request was slower than the slowest alone, in ms. */
  slower: number
  /** Processor time of the main thread per request of the attack, without the part of the other company, in ms. */
  mainThread: number
  /** The same of the control's server, where the other company has no part. */
  controlThread: number
  measures: Measure[]
}

/**
 * Measures one attack in rounds: the other company alone, beside the attack, beside the control. The processor time of
 * the main thread depends less on the machine's load than the times of requests.
 */
export async function measureBeside(
  other: OtherCompany,
  attack: Attack,
  { pid, target }: Server,
  control: Server,
): Promise<Beside> {
  const { role, name, run, end } = attack
  const statuses = new Map<number, number>()
  const repeat = async (at: Target, count: (status: number) => void) => {
    const until = performance.now() + sideMs
    do count(await run(at))
    while (performance.now() < until)
  }
  const onProduct = () => repeat(target, (status) => statuses.set(status, (statuses.get(status) ?? 0) + 1))
  await run(target) // once, so that lazily loaded code is there
  await end?.(target)
  const pairs: [number, number][] = []
  const controls: [number, number][] = []
  const slower: number[] = []
  let spent = 0
  let controlSpent = 0
  let controlRequests = 0
  for (let n = 0; n < rounds; n++) {
    const begin = await mainThreadMs(pid)
    const alone = await other.during(() => Bun.sleep(sideMs))
    const middle = await mainThreadMs(pid)
    const beside = await other.during(onProduct)
    spent += (await mainThreadMs(pid)) - middle - ((middle - begin) * beside.length) / alone.length
    pairs.push([percentile(beside, 0.99), percentile(alone, 0.99)])
    slower.push(Math.max(...beside) - Math.max(...alone))
    await end?.(target)
    const controlBegin = await mainThreadMs(control.pid)
    const onControl = () =>
      repeat(control.target, (status) => {
        warnOfOther(name, statuses, status)
        controlRequests++
      })
    controls.push([percentile(await other.during(onControl), 0.99), percentile(alone, 0.99)])
    controlSpent += (await mainThreadMs(control.pid)) - controlBegin
    if (attack.control === 'bare') await end?.(control.target)
  }
  const answered = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')
  const requests = [...statuses.values()].reduce((sum, count) => sum + count, 0)
  const measured = ratio(`${role}: ${name} (${answered}), p99 of another company ÷ alone, ms`, 1.5, 'less', pairs)
  const slowest = below(
    `${role}: ${name}, slowest request of another company above the slowest alone`,
    100,
    'ms',
    slower,
  )
  return {
    attack,
    ratio: measured.figure,
    control: median(controls.map(([a, b]) => a / b)),
    p99: median(pairs.map(([beside]) => beside)),
    controlP99: median(controls.map(([beside]) => beside)),
    slower: slowest.figure,
    mainThread: spent / requests,
    controlThread: controlSpent / controlRequests,
    measures: [{ ...measured, control: ratioText(controls) }, slowest],
  }
}

/** A request that was not recorded is answered by an error at once: a control without the product's answer and time. */
function warnOfOther(name: string, statuses: ReadonlyMap<number, number>, status: number) {
  if (!statuses.has(status)) console.error(`the control of "${name}" answered ${status}, the product never did`)
}

/** Median and rounds of the control's ratio. */
const ratioText = (pairs: [number, number][]) =>
  `${round(median(pairs.map(([a, b]) => a / b)))} × (${pairs.map(([a, b]) => `${round(a)}/${round(b)}`).join(' · ')})`

/** Processor time of the main thread since the start of the process, in ms (Linux). */
async function mainThreadMs(pid: number): Promise<number> {
  return Number((await Bun.file(`/proc/${pid}/task/${pid}/schedstat`).text()).split(' ')[0]) / 1e6
}

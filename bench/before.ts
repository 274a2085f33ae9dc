import { existsSync, renameSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { replier } from './accept'
import type { makeData, Size } from './data'
import { interleaved, type Measure, ratio } from './figures'
import { flatOut, product, withEmulator } from './inbound'
import { executable, kept, type ProductServing, scratch, serveProduct } from './product'
import { type ReceivedCost, receivedCost } from './received-cost'
import { lister } from './tickets'

const rounds = 5
const bar = 0.93
const costRounds = 7
const costBar = 1.03

interface Side {
  executable: string
  data: string
}

interface Before {
  makeData: typeof makeData
  small: Size
  large: Size
}

/*
 * The executable beside that of an earlier commit, in turn. BENCH_BEFORE names a checkout of that commit, set up and
 * built.
 */

/** Replies accepted per second ÷ those of the earlier commit. */
export async function repliesBefore(large: string): Promise<Measure[]> {
  const pairs = await servingBoth({ executable, data: large }, await earlier('large'), replier)
  return [ratio('replies accepted per second ÷ before', bar, 'more', pairs)]
}

/** Messages received per second, sent without pause, ÷ those of the earlier commit. */
export async function inboundBefore(small: string): Promise<Measure[]> {
  const receive =
    ({ data, executable }: Side) =>
    () =>
      withEmulator((emulator) => flatOut(emulator, product(emulator, data, executable)))
  const pairs = await interleaved(rounds, receive({ executable, data: small }), receive(await earlier('small')))
  return [ratio('messages received per second, flat out ÷ before', bar, 'more', pairs)]
}

/** Processor time of a received message ÷ that of the earlier commit, of the process and of its main thread. */
export async function receivedCostBefore(small: string): Promise<Measure[]> {
  const receive =
    ({ data, executable }: Side) =>
    () =>
      withEmulator((emulator) => receivedCost(emulator, product(emulator, data, executable)))
  const pairs = await interleaved(costRounds, receive({ executable, data: small }), receive(await earlier('small')))
  const of = (part: keyof ReceivedCost) => pairs.map(([now, before]): [number, number] => [now[part], before[part]])
  return [
    ratio('processor time of a received message ÷ before, µs', costBar, 'less', of('process')),
    ratio('the same of the main thread, µs', costBar, 'less', of('mainThread')),
  ]
}

/** Pages of the ticket list per second ÷ those of the earlier commit. */
export async function listBefore(large: string): Promise<Measure[]> {
  const pairs = await servingBoth({ executable, data: large }, await earlier('large'), lister)
  return [ratio('pages of the ticket list per second ÷ before', bar, 'more', pairs)]
}

/** The earlier executable with data made by its own checkout: the schemas differ, the rows are the same. */
async function earlier(size: 'small' | 'large'): Promise<Side> {
  const checkout = resolve(process.env.BENCH_BEFORE ?? '')
  const data = join(kept, `${size}-before-${Bun.hash(checkout).toString(36)}`)
  if (!existsSync(data)) {
    const { makeData, ...sizes }: Before = await import(join(checkout, 'bench/data.ts'))
    const fresh = join(scratch, `${size}-before`)
    await makeData(fresh, sizes[size])
    renameSync(fresh, data)
  }
  return { executable: join(checkout, 'dist', 'balcao'), data }
}

type Measurer = (product: ProductServing) => Promise<() => Promise<number>>

/** Both serve during all rounds; the first round of each is not counted, because it compiles the code. */
async function servingBoth(now: Side, before: Side, prepare: Measurer) {
  const products = await Promise.all([now, before].map(({ data, executable }) => serveProduct(data, {}, executable)))
  try {
    const [ours, theirs] = (await Promise.all(products.map(prepare))) as [() => Promise<number>, () => Promise<number>]
    await ours()
    await theirs()
    return await interleaved(rounds, ours, theirs)
  } finally {
    await Promise.all(products.map((product) => product.stop()))
  }
}

import { existsSync, renameSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { replier } from './accept'
import type { makeData, Size } from './data'
import { interleaved, type Measure, ratio } from './figures'
import { flatOut, product, withEmulator } from './inbound'
import { executable, kept, type ProductServing, scratch, serveProduct } from './product'
import { lister } from './tickets'

const rounds = 7
const bar = 0.93

interface Side {
  executable: string
  small: string
  large: string
}

/**
 * The executable beside that of an earlier commit, in turn: replies accepted, messages received and pages of the ticket
 * list, each per second. BENCH_BEFORE names a checkout of that commit, set up and built.
 */
export async function besideEarlier(small: string, large: string): Promise<Measure[]> {
  const [now, before] = [{ executable, small, large }, await earlierSide()]
  return [
    ratio('replies accepted per second ÷ before', bar, 'more', await servingBoth(now, before, replier)),
    ratio('messages received per second, flat out ÷ before', bar, 'more', await receivedByBoth(now, before)),
    ratio('pages of the ticket list per second ÷ before', bar, 'more', await servingBoth(now, before, lister)),
  ]
}

/** The earlier executable with data made by its own checkout: the schemas differ, the rows are the same. */
async function earlierSide(): Promise<Side> {
  const checkout = resolve(process.env.BENCH_BEFORE ?? '')
  const earlier: { makeData: typeof makeData; small: Size; large: Size } = await import(join(checkout, 'bench/data.ts'))
  const prepare = async (size: 'small' | 'large') => {
    const directory = join(kept, `${size}-${Bun.hash(checkout).toString(36)}`)
    const fresh = join(scratch, `${size}-before`)
    if (!existsSync(directory)) {
      await earlier.makeData(fresh, earlier[size])
      renameSync(fresh, directory)
    }
    return directory
  }
  return {
    executable: join(checkout, 'dist', 'balcao'),
    small: await prepare('small'),
    large: await prepare('large'),
  }
}

/** Both serve during all rounds; the first round of each is not counted, because it compiles the code. */
async function servingBoth(
  now: Side,
  before: Side,
  measure: (product: ProductServing) => Promise<() => Promise<number>>,
) {
  const products = await Promise.all([now, before].map(({ large, executable }) => serveProduct(large, {}, executable)))
  try {
    const [ours, theirs] = (await Promise.all(products.map(measure))) as [() => Promise<number>, () => Promise<number>]
    await ours()
    await theirs()
    return await interleaved(rounds, ours, theirs)
  } finally {
    await Promise.all(products.map((product) => product.stop()))
  }
}

function receivedByBoth(now: Side, before: Side) {
  const receive =
    ({ small, executable }: Side) =>
    () =>
      withEmulator((emulator) => flatOut(emulator, product(emulator, small, executable)))
  return interleaved(rounds, receive(now), receive(before))
}

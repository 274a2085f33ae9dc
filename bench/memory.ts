import { below } from './figures'
import { residentMb, serveProduct } from './product'

const settleMs = 3_000

/** Idle: serving the small database with nobody there. */
export async function idle(data: string) {
  const values: number[] = []
  for (let n = 0; n < 3; n++) {
    const product = await serveProduct(data)
    await Bun.sleep(settleMs)
    values.push(await residentMb(product.pid))
    await product.stop()
  }
  return [below('memory, idle', 130, 'MB', values)]
}

import { startEmulator } from '../emulator/emulator'
import { askers } from './data'
import { below } from './figures'
import { link, towards } from './numbers'
import { login, residentMb, serveProduct } from './product'

const settleMs = 3_000

/** Memory of a server with the small database and without clients. */
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

const numbers = 50

/** Memory of a server with fifty connected numbers. */
export async function linked(data: string) {
  const emulator = await startEmulator()
  const product = await serveProduct(data, await towards(emulator))
  try {
    const token = await login(product.url, askers[0] as string)
    for (let n = 0; n < numbers; n++) await link(product.url, token, emulator, `55119${70_000_000 + n}`)
    await Bun.sleep(settleMs)
    return [below(`memory, ${numbers} connected numbers`, 300, 'MB', [await residentMb(product.pid)])]
  } finally {
    await product.stop()
    await emulator.stop()
  }
}

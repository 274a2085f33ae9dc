import { type Emulator, startEmulator } from '../emulator/emulator'
import type { OwnerPhone } from '../emulator/owner-phone'
import { askers } from './data'
import { below, type Measure, percentile, ratio } from './figures'
import { link, towards } from './numbers'
import { login, serveProduct } from './product'

const burst = 2_000
const people = 20
const others = 12
const rounds = 5
/** Between two messages of one of the other numbers, ms. */
const pace = 100
const calmMs = 3_000

interface Pair {
  phone: OwnerPhone
  customers: ReturnType<Emulator['customer']>[]
}

/**
 * 2,000 messages arrive at once on one number while twelve other numbers get ten messages a second each: how long
 * WhatsApp waits for the confirmation of the others' messages, against the calm before, and how long /healthz takes.
 * The line of the flooded number is frozen while its messages are written, so that they arrive in one piece.
 */
export async function bursts(data: string): Promise<Measure[]> {
  const emulator = await startEmulator()
  const product = await serveProduct(data, await towards(emulator))
  try {
    const token = await login(product.url, askers[0] as string)
    const flooded = await introduce(product.url, token, emulator, 0, people)
    const quiet: Pair[] = []
    for (let n = 1; n <= others; n++) quiet.push(await introduce(product.url, token, emulator, n, 2))
    await round(emulator, product.url, flooded, quiet) // code is warm from here on
    const seen = []
    for (let n = 0; n < rounds; n++) seen.push(await round(emulator, product.url, flooded, quiet))
    return [
      ratio(
        `${burst} messages at once on one number: confirmation p99 of ${others} other numbers ÷ calm, ms`,
        3,
        'less',
        seen.map(({ during, calm }) => [percentile(during, 0.99), percentile(calm, 0.99)]),
      ),
      below(
        'the same: /healthz, longest',
        100,
        'ms',
        seen.map(({ health }) => Math.max(...health)),
      ),
      below(
        'the same: until the whole burst is confirmed',
        5_000,
        'ms',
        seen.map(({ took }) => took),
      ),
    ]
  } finally {
    await product.stop()
    await emulator.stop()
  }
}

/** Links a number; each of its customers has written once, so that no measured message is a first one. */
async function introduce(url: string, token: string, emulator: Emulator, n: number, count: number): Promise<Pair> {
  const number = `55119111${String(10_000 + n)}`
  await link(url, token, emulator, number)
  const phone = emulator.owner(number)
  const customers = Array.from({ length: count }, (_, at) =>
    emulator.customer(`55119${String(20_000_000 + n * 1_000 + at)}`, { addressing: at % 2 === 0 ? 'pn' : 'lid' }),
  )
  for (const customer of customers) await (await customer.send(phone, 'Olá')).waitForStage('delivered')
  return { phone, customers }
}

/** One stretch of calm and one burst, the other numbers at their pace throughout. */
async function round(emulator: Emulator, url: string, flooded: Pair, quiet: Pair[]) {
  const watch = new Watch(url, quiet)
  await Bun.sleep(calmMs)
  const calm = watch.confirmed.splice(0)
  const frozen = await freeze(emulator, flooded)
  watch.reset()
  const from = performance.now()
  emulator.faults.thaw(flooded.phone.number)
  await Promise.all(frozen.map((sent) => sent.waitForStage('delivered', 120_000)))
  const took = performance.now() - from
  await watch.stop()
  return { calm, during: watch.confirmed, health: watch.health, took }
}

async function freeze(emulator: Emulator, { phone, customers }: Pair) {
  emulator.faults.freeze(phone.number)
  const sent = []
  for (let n = 0; n < burst; n++) {
    sent.push(await (customers[n % customers.length] as Pair['customers'][number]).send(phone, `onda ${n}`))
    if (n % 20 === 0) await Bun.sleep(1)
  }
  await Bun.sleep(500)
  return sent
}

/** The other numbers' messages and the health check, each timed, until stopped. */
class Watch {
  confirmed: number[] = []
  health: number[] = []
  private going = true
  private readonly work: Promise<unknown>

  constructor(url: string, quiet: Pair[]) {
    this.work = Promise.all([this.ping(url), ...quiet.map((pair, n) => this.write(pair, (n * pace) / quiet.length))])
  }

  reset() {
    this.confirmed = []
    this.health = []
  }

  async stop() {
    this.going = false
    await this.work
  }

  private async write({ phone, customers }: Pair, after: number) {
    const pending: Promise<void>[] = []
    await Bun.sleep(after)
    for (let n = 0; this.going; n++) {
      const customer = customers[n % customers.length] as Pair['customers'][number]
      pending.push(
        this.time(this.confirmed, async () => (await customer.send(phone, `oi ${n}`)).waitForStage('delivered')),
      )
      await Bun.sleep(pace)
    }
    await Promise.all(pending)
  }

  private async ping(url: string) {
    while (this.going) {
      await this.time(this.health, () => fetch(`${url}/healthz`))
      await Bun.sleep(5)
    }
  }

  /** Counts for the stretch in which it began. */
  private async time(list: number[], work: () => Promise<unknown>) {
    const from = performance.now()
    await work()
    list.push(performance.now() - from)
  }
}

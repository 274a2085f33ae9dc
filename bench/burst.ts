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
/** Pause between two messages of one of the other numbers, ms. */
const pace = 100
const calmMs = 3_000

interface Pair {
  phone: OwnerPhone
  customers: ReturnType<Emulator['customer']>[]
}

/**
 * 2,000 messages arrive at once on one number while twelve other numbers receive ten messages per second each:
 * time until WhatsApp has the confirmation of the others' messages, beside the calm before, and time of /healthz.
 */
export async function bursts(data: string): Promise<Measure[]> {
  const emulator = await startEmulator()
  const product = await serveProduct(data, await towards(emulator))
  try {
    const token = await login(product.url, askers[0] as string)
    const flooded = await introduce(product.url, token, emulator, 0, people)
    const quiet: Pair[] = []
    for (let n = 1; n <= others; n++) quiet.push(await introduce(product.url, token, emulator, n, 2))
    const measures: Measure[] = []
    for (const [name, begin] of Object.entries(beginnings)) {
      const measureRound = () => round(product.url, { emulator, flooded, quiet, begin })
      await measureRound() // compiles the code before it is measured
      const seen = []
      for (let n = 0; n < rounds; n++) seen.push(await measureRound())
      measures.push(...measuresOf(name, seen))
    }
    return measures
  } finally {
    await product.stop()
    await emulator.stop()
  }
}

function measuresOf(name: string, seen: Awaited<ReturnType<typeof round>>[]): Measure[] {
  const pairs = seen.map(({ during, calm }): [number, number] => [percentile(during, 0.99), percentile(calm, 0.99)])
  const longest = seen.map(({ health }) => Math.max(...health))
  const took = seen.map(({ took }) => took)
  return [
    ratio(`${name}: confirmation p99 of ${others} other numbers ÷ calm, ms`, 3, 'less', pairs),
    below('the same: /healthz, longest', 100, 'ms', longest),
    below('the same: until the whole burst is confirmed', 5_000, 'ms', took),
  ]
}

/** Links a number; each of its customers writes once, so that no measured message creates a contact or ticket. */
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

interface Round {
  emulator: Emulator
  flooded: Pair
  quiet: Pair[]
  begin: Beginning
}

/** Three seconds of calm and one burst; the other numbers receive throughout. */
async function round(url: string, { emulator, flooded, quiet, begin }: Round) {
  const watch = new Watch(url, quiet)
  await Bun.sleep(calmMs)
  const calm = watch.confirmed.splice(0)
  const sent = await begin(emulator, flooded)
  watch.reset()
  const from = performance.now()
  await Promise.all(sent.map((one) => one.waitForStage('delivered', 120_000)))
  const took = performance.now() - from
  await watch.stop()
  return { calm, during: watch.confirmed, health: watch.health, took }
}

type Sent = Awaited<ReturnType<Pair['customers'][number]['send']>>
/** Sends a burst; resolves when its first message arrives. */
type Beginning = (emulator: Emulator, flooded: Pair) => Promise<Sent[]>

const beginnings: Record<string, Beginning> = {
  /** The connection is frozen while the messages are written, so that they arrive in one piece. */
  [`${burst} messages at once on one number`]: async (emulator, flooded) => {
    const { number } = flooded.phone
    emulator.faults.freeze(number)
    const sent = await sendBurst(flooded)
    emulator.faults.thaw(number)
    return sent
  },
  /** The messages wait at WhatsApp while the number cannot connect; WhatsApp sends all of them after the login. */
  [`${burst} messages waiting at the login of one number`]: async (emulator, flooded) => {
    const { number } = flooded.phone
    emulator.faults.refuse('cut')
    emulator.faults.drop(number)
    const sent = await sendBurst(flooded)
    emulator.faults.refuse('off')
    while (emulator.stats(number).waiting >= burst) await Bun.sleep(1)
    return sent
  },
}

async function sendBurst({ phone, customers }: Pair): Promise<Sent[]> {
  const sent = []
  for (let n = 0; n < burst; n++) {
    sent.push(await (customers[n % customers.length] as Pair['customers'][number]).send(phone, `onda ${n}`))
    if (n % 20 === 0) await Bun.sleep(1)
  }
  await Bun.sleep(500)
  return sent
}

/** Sends the other numbers' messages and health checks and times each, until stopped. */
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

  /** Counted in the period in which it began. */
  private async time(list: number[], work: () => Promise<unknown>) {
    const from = performance.now()
    await work()
    list.push(performance.now() - from)
  }
}

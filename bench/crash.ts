import { linkNumber } from '../tests/crash/linking'
import { ordeal } from '../tests/crash/ordeal'
import { Plant } from '../tests/crash/plant'
import { seeded } from '../tests/crash/random'
import { connected, linkMany, storm } from '../tests/crash/storm'
import { until } from '../tests/until'
import { below, type Measure, percentile, round } from './figures'
import { residentMb } from './product'

const amount = Number(process.env.CRASH_AMOUNT ?? 10_000)
const kills = Number(process.env.CRASH_BLOWS ?? 200)
const flooded = Number(process.env.CRASH_FLOOD ?? 10_000)
/** Messages after which the heap of the executable has its usual size. */
const warm = 1_000
/** What the process needs at most to give back what it does not use. */
const restMs = 30_000
const numbers = Number(process.env.CRASH_NUMBERS ?? 100)

/** Experiments 1, 2 and 16 of reliability.md at their full size; about five minutes. */
export const crash = async (): Promise<Measure[]> => [...(await killed()), ...(await outage())]

/** R1: killed at random moments while customers and agents write; then every message is looked for on both sides. */
async function killed(): Promise<Measure[]> {
  const chance = seeded('bench kills')
  return withPlant(async (plant) => {
    const linked = await linkNumber(plant, '5511911110001')
    const { all, figures } = await ordeal(plant, linked, chance, {
      rates: { inbound: 90, outbound: 90 },
      people: 20,
      blows: kills,
      most: { inbound: amount, outbound: amount },
      blow: async (plant, { owner }, chance) => {
        if (chance.happens(0.75)) await plant.control.waitForOnline({ owner, online: true, timeout: 60_000 })
        await Bun.sleep(chance.between(0, 1500))
        await plant.end('SIGKILL')
        plant.start()
      },
    })
    const { blows, sent, accepted, askedAgain, wireRepeats, explained, seconds } = figures
    const run = `seed ${chance.seed}: ${blows} kills, ${sent} in, ${accepted} out, ${askedAgain} asked again, ${seconds} s`
    const none = (name: string, ...kinds: (keyof typeof all)[]): Measure => {
      const culprits = kinds.flatMap((kind) => all[kind])
      const rounds = [run, ...culprits.slice(0, 3)].join('; ')
      return { name: `R1 ${name}`, bar: '0', figure: culprits.length, unit: '', met: culprits.length === 0, rounds }
    }
    return [
      none('lost, received or accepted', 'lostIn', 'lostOut', 'wrongText', 'files'),
      none('doubled, rows, tickets or bubbles', 'surplusIn', 'surplusRows', 'surplusOut', 'tickets'),
      none('out of order in a chat', 'disorderedIn', 'disorderedOut'),
      none('unconfirmed, miscounted or left over', 'unconfirmed', 'unread', 'leftovers'),
      { ...below('R1 repeats on the wire, shown once', explained + 1, '', [wireRepeats]), rounds: run },
    ]
  })
}

/**
 * R9, experiment 9: messages that cannot be decrypted, one after the other, until each has been asked for again and has come; and as
 * many readable ones, to know what of it is due to their damage. Both readings after a rest, in which nothing is done.
 */
export async function flood(): Promise<Measure[]> {
  const [damaged, readable] = [await grownBy('damaged'), await grownBy('readable')]
  const measure = below(`R9 memory at rest after ${flooded} undecryptable messages`, 20, 'MB more', [damaged.all])
  const words = ({ all, own }: Grown) => `${round(all)}, ${round(own)} of it the process's own`
  return [{ ...measure, rounds: `${words(damaged)}; after as many readable ones ${words(readable)}` }]
}

/** MB in memory; `own` without the pages of files, such as the executable's code. */
interface Grown {
  all: number
  own: number
}

function grownBy(kind: 'damaged' | 'readable'): Promise<Grown> {
  return withPlant(async (plant) => {
    const { control } = plant
    const { owner } = await linkNumber(plant, '5511911110001')
    const from = '5511920000000'
    await control.addCustomer({ number: from })
    const { id: first } = await control.send({ from, to: owner, content: 'Oi' })
    await control.waitForStage({ phone: from, id: first, stage: 'delivered', timeout: 30_000 })
    const send = async (count: number) => {
      for (let n = 1; n <= count; n++) {
        if (kind === 'damaged') await control.fault('undecryptable', 1)
        const { id } = await control.send({ from, to: owner, content: `estragada ${n}` })
        if (n % 50 === 0 || n === count)
          await control.waitForStage({ phone: from, id, stage: 'delivered', timeout: 60_000 })
      }
      await until('WhatsApp waits for nothing', async () => (await control.stats()).waiting === 0, 120_000)
      await Bun.sleep(restMs)
      return { all: await residentMb(plant.pid), own: await residentMb(plant.pid, 'RssAnon') }
    }
    const before = await send(warm)
    const after = await send(flooded)
    return { all: after.all - before.all, own: after.own - before.own }
  })
}

/** R9, experiment 16: many numbers after an outage of WhatsApp. */
async function outage(): Promise<Measure[]> {
  return withPlant(async (plant) => {
    await linkMany(plant, numbers)
    await until('all connected', async () => (await connected(plant)) === numbers)
    const { handshakes, upSeconds, answers } = await storm(plant, numbers, 60_000)
    return [
      below(`R9 handshakes at once, ${numbers} numbers`, 5.5, '', [handshakes]),
      below('R9 all up after the outage', 60, 's', [upSeconds]),
      below('R9 API p99 meanwhile', 100, 'ms', [percentile(answers, 0.99)]),
    ]
  })
}

async function withPlant<R>(work: (plant: Plant) => Promise<R>): Promise<R> {
  const plant = await Plant.open({ BALCAO_LOG_LEVEL: 'error' })
  try {
    return await work(plant)
  } finally {
    await plant.close()
  }
}

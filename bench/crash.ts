import { runCrashScenario } from '../tests/crash/crash-scenario'
import { Deployment } from '../tests/crash/deployment'
import { linkNumber } from '../tests/crash/linking'
import { countConnected, linkMany, runReconnectStorm } from '../tests/crash/reconnect-storm'
import { createSeededRandom } from '../tests/crash/seeded-random'
import { until } from '../tests/until'
import { below, type Measure, percentile, round } from './figures'
import { residentMb } from './product'

const amount = Number(process.env.CRASH_AMOUNT ?? 10_000)
const kills = Number(process.env.CRASH_BLOWS ?? 200)
const flooded = Number(process.env.CRASH_FLOOD ?? 10_000)
/** Messages after which the heap of the executable has its usual size. */
const warm = 1_000
/** Longest time, in ms, after which the process has returned unused memory to the system. */
const restMs = 30_000
const numbers = Number(process.env.CRASH_NUMBERS ?? 100)

/** Kills of the process and an outage of WhatsApp at their full size; about five minutes. */
export const crash = async (): Promise<Measure[]> => [...(await killed()), ...(await outage())]

/** SIGKILL at random moments while customers and agents write; then both sides must have every message once. */
async function killed(): Promise<Measure[]> {
  const random = createSeededRandom('bench kills')
  return withDeployment(async (deployment) => {
    const linked = await linkNumber(deployment, '5511911110001')
    const { all, figures } = await runCrashScenario(deployment, linked, random, {
      rates: { inbound: 90, outbound: 90 },
      people: 20,
      disturbances: kills,
      limit: { inbound: amount, outbound: amount },
      disturb: async (deployment, { owner }, random) => {
        if (random.happens(0.75)) await deployment.control.waitForOnline({ owner, online: true, timeout: 60_000 })
        await Bun.sleep(random.between(0, 1500))
        await deployment.stop('SIGKILL')
        deployment.start()
      },
    })
    const {
      disturbances: blows,
      sent,
      accepted,
      repeatedRequests: askedAgain,
      wireRepeats,
      maxExplained: explained,
      seconds,
    } = figures
    const run = `seed ${random.seed}: ${blows} kills, ${sent} in, ${accepted} out, ${askedAgain} asked again, ${seconds} s`
    const none = (name: string, ...kinds: (keyof typeof all)[]): Measure => {
      const culprits = kinds.flatMap((kind) => all[kind])
      const rounds = [run, ...culprits.slice(0, 3)].join('; ')
      return { name, bar: '0', figure: culprits.length, unit: '', met: culprits.length === 0, rounds }
    }
    return [
      none('lost, received or accepted', 'lostIn', 'lostOut', 'wrongText', 'files'),
      none('doubled, rows, tickets or bubbles', 'surplusIn', 'surplusRows', 'surplusOut', 'tickets'),
      none('out of order in a chat', 'disorderedIn', 'disorderedOut'),
      none('unconfirmed, miscounted or left over', 'unconfirmed', 'unread', 'leftovers'),
      { ...below('repeats on the wire, shown once', explained + 1, '', [wireRepeats]), rounds: run },
    ]
  })
}

/**
 * Memory after messages that cannot be decrypted, each of which was requested again and received; as a
 * control, memory after as many readable ones. Both are read after a pause without work.
 */
export async function flood(): Promise<Measure[]> {
  const [damaged, readable] = [await grownBy('damaged'), await grownBy('readable')]
  const measure = below(`memory at rest after ${flooded} undecryptable messages`, 20, 'MB more', [damaged.all])
  const words = ({ all, own }: Grown) => `${round(all)}, ${round(own)} of it the process's own`
  return [{ ...measure, rounds: `${words(damaged)}; after as many readable ones ${words(readable)}` }]
}

/** MB in memory; `own` without the pages of files, such as the executable's code. */
interface Grown {
  all: number
  own: number
}

function grownBy(kind: 'damaged' | 'readable'): Promise<Grown> {
  return withDeployment(async (deployment) => {
    const { control } = deployment
    const { owner } = await linkNumber(deployment, '5511911110001')
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
      return { all: await residentMb(deployment.pid), own: await residentMb(deployment.pid, 'RssAnon') }
    }
    const before = await send(warm)
    const after = await send(flooded)
    return { all: after.all - before.all, own: after.own - before.own }
  })
}

/** Many numbers after an outage of WhatsApp. */
async function outage(): Promise<Measure[]> {
  return withDeployment(async (deployment) => {
    await linkMany(deployment, numbers)
    await until('all connected', async () => (await countConnected(deployment)) === numbers)
    const { handshakes, upSeconds, answers } = await runReconnectStorm(deployment, numbers, 60_000)
    return [
      below(`handshakes at once, ${numbers} numbers`, 5.5, '', [handshakes]),
      below('all up after the outage', 60, 's', [upSeconds]),
      below('API p99 during the outage', 100, 'ms', [percentile(answers, 0.99)]),
    ]
  })
}

async function withDeployment<R>(work: (deployment: Deployment) => Promise<R>): Promise<R> {
  const deployment = await Deployment.open({ BALCAO_LOG_LEVEL: 'error' })
  try {
    return await work(deployment)
  } finally {
    await deployment.close()
  }
}

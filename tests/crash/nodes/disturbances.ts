import { expect } from 'bun:test'
import { until } from '../../until'
import type { LinkedNumber } from '../linking'
import type { SeededRandom } from '../seeded-random'
import type { NodeDeployment } from './node-deployment'
import type { NodeProcess } from './node-process'

/** Ways in which a process leaves the others alone. */
export type Disturbance = 'kill' | 'freeze' | 'cut' | 'stop'

/** Time in ms for which a process is away in a run of full size. */
const longMs = 60_000

/** A disturbance that has passed. */
export interface Passed {
  what: Disturbance
  sessions: number
  /** Time in ms until WhatsApp had the last session of the process from another one. */
  ms: number
}

/** A disturbance of a process, and the way back to the full number of them. */
interface Way {
  begin(victim: NodeProcess): Promise<void>
  /** Text of `/readyz` meanwhile: a balancer sends nothing to the process. */
  state: string | null
  end(victim: NodeProcess): Promise<unknown>
}

const untilReady = (victim: NodeProcess) =>
  until('the process again', async () => (await victim.state()) === 'ready', 300_000)

function wayOf(deployment: NodeDeployment, what: Disturbance, random: SeededRandom): Way {
  if (what === 'freeze') {
    const thaw = (victim: NodeProcess) => {
      victim.thaw()
      return untilReady(victim)
    }
    return { begin: async (victim) => victim.freeze(), state: null, end: thaw }
  }
  if (what === 'cut') {
    const heal = (victim: NodeProcess) => {
      victim.line.heal()
      return untilReady(victim)
    }
    const cut = async ({ line }: NodeProcess) => (random.happens(0.5) ? line.cut() : line.stall())
    return { begin: cut, state: 'disconnected', end: heal }
  }
  const end = async (victim: NodeProcess) => {
    deployment.remove(victim)
    const code = await victim.stop(what === 'kill' ? 'SIGKILL' : 'SIGTERM')
    if (what === 'stop') expect(code).toBe(0)
  }
  return { begin: end, state: null, end: () => deployment.addNode() }
}

/** Disturbs the process with the most sessions; resolves when the others have had them and it, or a new one, serves. */
export async function disturb(
  deployment: NodeDeployment,
  what: Disturbance,
  { random, numbers, isLong }: { random: SeededRandom; numbers: LinkedNumber[]; isLong: boolean },
): Promise<Passed> {
  const { victim, ids } = await busiestOf(deployment)
  const way = wayOf(deployment, what, random)
  const start = Date.now()
  await way.begin(victim)
  const owners = numbers.filter(({ whatsappId }) => ids.includes(whatsappId)).map(({ owner }) => owner)
  const end = await untilElsewhere(deployment, owners, start)
  await until(`the state ${way.state}`, async () => (await victim.state()) === way.state, 60_000)
  if (isLong) await Bun.sleep(Math.max(0, start + longMs - Date.now()))
  await way.end(victim)
  return { what, sessions: ids.length, ms: end - start }
}

async function busiestOf(deployment: NodeDeployment): Promise<{ victim: NodeProcess; ids: number[] }> {
  return until('a process with sessions', async () => {
    const all = await Promise.all(
      deployment.nodes.map(async (victim) => ({ victim, ids: await deployment.heldBy(victim) })),
    )
    const most = all.sort((one, other) => other.ids.length - one.ids.length)[0]
    return most && most.ids.length > 0 && most
  })
}

/** Waits until WhatsApp has a login of each number after `start`; returns the time of the last. */
async function untilElsewhere({ control }: NodeDeployment, numbers: string[], start: number): Promise<number> {
  const logins = new Map<string, number>()
  await until(
    'the sessions elsewhere',
    async () => {
      for (const number of numbers.filter((each) => !logins.has(each))) {
        const records = await control.connections({ number })
        const login = records.find(({ state, at }) => state === 'logged-in' && at > start)
        if (login) logins.set(number, login.at)
      }
      return logins.size === numbers.length
    },
    300_000,
  )
  return Math.max(...logins.values())
}

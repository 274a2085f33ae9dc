import { until } from '../../until'
import type { SeededRandom } from '../seeded-random'
import type { NodeDeployment } from './node-deployment'
import type { NodeProcess } from './node-process'

/** Ways in which a process leaves the others alone. */
export type Disturbance = 'kill' | 'freeze' | 'cut' | 'stop'

/** Longest time in ms for which a process stands still in a run of full size, and its line is cut. */
const maxAwayMs = 60_000

/** A disturbance that has passed. */
export interface Passed {
  what: Disturbance
  sessions: number
  /** Time in ms until WhatsApp had the last session of the process from another one. */
  ms: number
}

/** Leaves a process with sessions, the one with the most, in one of the ways; returns when the others have them. */
export async function disturb(
  deployment: NodeDeployment,
  what: Disturbance,
  { random, isLong }: { random: SeededRandom; isLong: boolean },
): Promise<Passed> {
  const { victim, ids } = await busiestOf(deployment)
  const start = Date.now()
  const away = () => untilElsewhere(deployment, ids, start)
  const passed = (end: number): Passed => ({ what, sessions: ids.length, ms: end - start })
  const linger = () => (isLong ? Bun.sleep(Math.max(0, start + maxAwayMs - Date.now())) : Bun.sleep(500))
  if (what === 'kill' || what === 'stop') {
    deployment.remove(victim)
    const code = await victim.stop(what === 'kill' ? 'SIGKILL' : 'SIGTERM')
    if (what === 'stop' && code !== 0) throw new Error(`a stopped process ended with ${code}`)
    const end = await away()
    await deployment.addNode()
    return passed(end)
  }
  if (what === 'freeze') victim.freeze()
  else if (random.happens(0.5)) victim.line.cut()
  else victim.line.stall()
  const end = await away()
  await linger()
  if (what === 'freeze') victim.thaw()
  else victim.line.heal()
  await until('the process again', async () => (await victim.state()) === 'ready')
  return passed(end)
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

/** Waits until WhatsApp has a login after `start` of each number that is still online; returns the time of the last. */
async function untilElsewhere({ database, control }: NodeDeployment, ids: number[], start: number): Promise<number> {
  const rows = await database`select id, number from connections where id in ${database(ids)}`
  const numbers: string[] = rows.map(({ number }: { number: string }) => number)
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

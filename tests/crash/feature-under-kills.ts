import type { Database } from 'bun:sqlite'
import { sizeOf } from '../size'
import { until } from '../until'
import { openDatabaseReadonly } from './audit'
import type { Deployment } from './deployment'
import type { LinkedNumber } from './linking'
import type { SeededRandom } from './seeded-random'

/** Deployment, numbers and generator that all features share. */
export interface Killed {
  deployment: Deployment
  /** Number of the agents, whose connection is cut as well. */
  agents: LinkedNumber
  /** Number of the robots and flows, which also sends a campaign. */
  robots: LinkedNumber
  random: SeededRandom
  /** Number of kills in the middle of a feature's work. */
  kills: number
}

/** A feature that is in use while its deployment is killed, with its own check that nothing is lost or doubled. */
export interface FeatureUnderKills {
  readonly name: string
  /** Begins the share of the work that kill `n` interrupts, counted from 0. */
  begin?(n: number): unknown
  /** Begins a burst of work, of which a kill within some milliseconds finds a part at each of its steps. */
  rush?(): void
  /** Resolves in the middle of the work: a message has just arrived, a row has just been stored. */
  midway(): Promise<unknown>
  /** Resolves when customers, agents and programs have done their part; nothing is killed any more. */
  finish?: () => Promise<unknown>
  /** Number of pieces of work that are not done. */
  countOpen?(sqlite: Database): number
  /** Number of contacts and tickets that it leaves. */
  readonly contacts: number
  countTickets(): number
  /** Expects each piece of work once, in the database of the stopped executable and on the phones. */
  expectEachOnce(): unknown
}

/** Number of kills in the middle of a feature's work. */
export const killsMidway = sizeOf({ everyday: 7, full: 20 })
/** Maximum wait until a feature is in the middle of its work, in ms: a blind test would go on without it. */
const maxWaitMs = 60_000

/**
 * Kills the executable while all features are in use, each time in the middle of the work of one of them, in turn. Every
 * third kill is followed by one during the start; before every third one the connection of the agents is cut. Then waits
 * until all work is done and stops the executable in order.
 */
export async function killInUse(killed: Killed, features: FeatureUnderKills[]) {
  const { deployment, agents, random, kills } = killed
  for (let n = 0; n < kills; n++) {
    await waitUntilUp(deployment, agents)
    if (n % 3 === 1) await cutConnection(deployment, agents)
    await workUntilMidway(n, features)
    for (const feature of features) feature.rush?.()
    await Bun.sleep(random.between(0, 40))
    await restart(deployment)
    if (n % 3 !== 2) continue
    await Bun.sleep(random.between(0, 900))
    await restart(deployment)
  }
  await finishAll(features)
  await waitUntilDone(deployment, features)
  if (!deployment.isRunning) throw new Error('the executable ended by itself')
  await deployment.stop('SIGTERM')
}

/** Begins the features' share of work and waits until the one whose turn it is is in the middle of its own. */
async function workUntilMidway(n: number, features: FeatureUnderKills[]) {
  const feature = features[n % features.length] as FeatureUnderKills
  // It begins last, so that its work is not done before the kill.
  for (const other of features) if (other !== feature) await other.begin?.(n)
  await feature.begin?.(n)
  const isMidway = await Promise.race([feature.midway().then(() => true), Bun.sleep(maxWaitMs)])
  if (!isMidway) throw new Error(`kill ${n}: ${feature.name} was not at work`)
}

/** Prints which feature did not finish, and why; its check then names what is lost. */
async function finishAll(features: FeatureUnderKills[]) {
  await Promise.all(
    features.map(async ({ name, finish }) => {
      await finish?.().catch((error) => process.stderr.write(`${name} did not finish: ${error}\n`))
    }),
  )
}

async function restart(deployment: Deployment) {
  await deployment.stop('SIGKILL')
  deployment.start()
}

/** Waits until the executable answers and its numbers are online. */
async function waitUntilUp(deployment: Deployment, { owner }: LinkedNumber) {
  await deployment.control.waitForOnline({ owner, online: true })
  await until('the server answers', () =>
    fetch(`${deployment.url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
}

/** Cuts the connection to WhatsApp and waits for the next one. */
export async function cutConnection({ control }: Deployment, { owner }: LinkedNumber) {
  const countOnline = async () =>
    (await control.connections({ number: owner })).filter(({ state }) => state === 'online').length
  const before = await countOnline()
  await control.fault('drop', owner)
  await until('a new connection', async () => (await countOnline()) > before)
}

/** Waits until no work is left, or until nothing has changed for `stillMs`: the checks report what is left as lost. */
async function waitUntilDone(deployment: Deployment, features: FeatureUnderKills[], stillMs = 150_000) {
  for (let open = countOpen(deployment, features); open > 0; ) {
    const before = open
    const hasChanged = () => {
      open = countOpen(deployment, features)
      return open !== before
    }
    if (!(await until('progress', hasChanged, stillMs).catch(() => false))) return
  }
  await until(
    'WhatsApp waits for nothing',
    async () => (await deployment.control.stats()).waiting === 0,
    stillMs,
  ).catch(() => {})
}

/** Number of jobs, of messages that are not confirmed or stored, and of pieces of work of the features. */
function countOpen(deployment: Deployment, features: FeatureUnderKills[]): number {
  const sqlite = openDatabaseReadonly(deployment)
  try {
    const { waiting } = sqlite
      .query(
        `select (select count(*) from jobs where failedAt is null) + (select count(*) from wa_inbox where storedAt is null)
          + (select count(*) from messages where fromMe = 1 and ack between 0 and 1) as waiting`,
      )
      .get() as { waiting: number }
    return waiting + features.reduce((sum, feature) => sum + (feature.countOpen?.(sqlite) ?? 0), 0)
  } finally {
    sqlite.close()
  }
}

/** Something that happens again and again, such as an answer that arrives; `next` resolves at the next time. */
export class Beat {
  private waiting = Promise.withResolvers<void>()

  next = (): Promise<void> => this.waiting.promise

  happens() {
    this.waiting.resolve()
    this.waiting = Promise.withResolvers()
  }
}

import { audit, type Findings, waitUntilIdle } from './audit'
import type { Deployment } from './deployment'
import type { LinkedNumber } from './linking'
import type { SeededRandom } from './seeded-random'
import { type Amount, type Rates, Traffic } from './traffic'

export interface CrashScenario {
  rates: Rates
  people?: number
  /** What happens again and again meanwhile. */
  disturb(deployment: Deployment, linked: LinkedNumber, random: SeededRandom): Promise<void>
  /** So many blows, and further ones until so much was sent. */
  disturbances: number
  limit?: Amount
}
export interface Figures {
  disturbances: number
  sent: number
  accepted: number
  /** Requests asked again with their key. */
  repeatedRequests: number
  /** Extra copies of our messages on the wire, per receiving phone; each is shown once. */
  wireRepeats: number
  /** At most this many can be explained: one message under way per conversation and blow, at each of its phones. */
  maxExplained: number
  seconds: number
}

/** Traffic both ways under blows; then everything is let come to rest, the executable ended in order, and audited. */
export async function runCrashScenario(
  deployment: Deployment,
  linked: LinkedNumber,
  random: SeededRandom,
  given: CrashScenario,
) {
  const started = performance.now()
  const traffic = new Traffic(deployment, linked, random)
  await traffic.openChats(given.people)
  const { inbound, outbound } = given.limit ?? { inbound: 0, outbound: 0 }
  const enough = () => traffic.count('sent') >= inbound && traffic.count('accepted') >= outbound
  const poured = traffic.run(given.rates, given.limit)
  let blows = 0
  for (; blows < given.disturbances || !enough(); blows++) await given.disturb(deployment, linked, random)
  if (!given.limit) traffic.stop()
  await poured
  await waitUntilIdle(deployment, traffic)
  if (!deployment.isRunning) throw new Error('the executable ended by itself')
  await deployment.stop('SIGTERM')
  const found = await audit(deployment, linked, traffic)
  const phones = traffic.chats.reduce((sum, chat) => sum + chat.phones.length + 1, 0)
  const figures: Figures = {
    disturbances: blows,
    sent: traffic.count('sent'),
    accepted: traffic.count('accepted'),
    repeatedRequests: traffic.repeatedRequests,
    wireRepeats: await countWireRepeats(deployment),
    maxExplained: blows * phones,
    seconds: Math.round((performance.now() - started) / 1000),
  }
  process.stderr.write(`${JSON.stringify(figures)}\n`)
  return { all: found, found: firstOfEachKind(found), figures }
}

/** The first few of each kind that is not empty: `{}` when all is well. */
const firstOfEachKind = (found: Findings) =>
  Object.fromEntries(
    Object.entries(found).flatMap(([kind, list]) => (list.length > 0 ? [[kind, list.slice(0, 8)]] : [])),
  )

async function countWireRepeats(deployment: Deployment): Promise<number> {
  const { wireRepeats } = await deployment.control.stats()
  const counts = Object.values(wireRepeats).flatMap((byId) => Object.values(byId))
  return counts.reduce((sum, count) => sum + count, 0)
}

import { audit, waitUntilIdle } from './audit'
import type { Deployment } from './deployment'
import type { LinkedNumber } from './linking'
import type { SeededRandom } from './seeded-random'
import { type Amount, type Rates, Traffic } from './traffic'

interface CrashScenario {
  rates: Rates
  people?: number
  /** Called repeatedly during the traffic: kills the executable, cuts the connection … */
  disturb(deployment: Deployment, linked: LinkedNumber, random: SeededRandom): Promise<void>
  /** Minimum number of calls of `disturb`; it is called on until `limit` is reached. */
  disturbances: number
  limit?: Amount
}
interface Figures {
  disturbances: number
  sent: number
  accepted: number
  /** Requests repeated with their idempotency key. */
  repeatedRequests: number
  /** Repeated deliveries of messages on the wire, summed over receiving phones; each message is shown once. */
  wireRepeats: number
  /** Maximum of explicable repeats: one message in transit per conversation and disturbance, at each of its phones. */
  maxExplained: number
  seconds: number
}

/** Runs traffic in both directions under disturbances, waits until idle, stops the executable and audits the result. */
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
  const running = traffic.run(given.rates, given.limit)
  let disturbed = 0
  for (; disturbed < given.disturbances || !enough(); disturbed++) await given.disturb(deployment, linked, random)
  traffic.stop()
  await running
  await waitUntilIdle(deployment, traffic)
  if (!deployment.isRunning) throw new Error('the executable ended by itself')
  await deployment.stop('SIGTERM')
  const found = await audit(deployment, linked, traffic)
  const phones = traffic.chats.reduce((sum, chat) => sum + chat.phones.length + 1, 0)
  const figures: Figures = {
    disturbances: disturbed,
    sent: traffic.count('sent'),
    accepted: traffic.count('accepted'),
    repeatedRequests: traffic.repeatedRequests,
    wireRepeats: await countWireRepeats(deployment),
    maxExplained: disturbed * phones,
    seconds: Math.round((performance.now() - started) / 1000),
  }
  process.stderr.write(`${JSON.stringify(figures)}\n`)
  return { all: found, figures }
}

/** Number of repeated deliveries on the wire to these phones, by default to all. */
export async function countWireRepeats({ control }: Deployment, phones?: string[]): Promise<number> {
  const { wireRepeats } = await control.stats()
  const byPhone = phones ? phones.map((phone) => wireRepeats[phone] ?? {}) : Object.values(wireRepeats)
  const counts = byPhone.flatMap((byId) => Object.values(byId))
  return counts.reduce((sum, count) => sum + count, 0)
}

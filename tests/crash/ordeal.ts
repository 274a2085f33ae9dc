import { audit, drain, type Findings } from './audit'
import type { Linked } from './linking'
import type { Plant } from './plant'
import type { Chance } from './random'
import { type Amount, type Rates, Traffic } from './traffic'

export interface Ordeal {
  rates: Rates
  people?: number
  /** What happens again and again meanwhile. */
  blow(plant: Plant, linked: Linked, chance: Chance): Promise<void>
  /** So many blows, and further ones until so much was sent. */
  blows: number
  most?: Amount
}
export interface Figures {
  blows: number
  sent: number
  accepted: number
  /** Requests asked again with their key. */
  askedAgain: number
  /** Extra copies of our messages on the wire, per receiving phone; each is shown once. */
  wireRepeats: number
  /** At most this many can be explained: one message under way per conversation and blow, at each of its phones. */
  explained: number
  seconds: number
}

/** Traffic both ways under blows; then everything is let come to rest, the executable ended in order, and audited. */
export async function ordeal(plant: Plant, linked: Linked, chance: Chance, given: Ordeal) {
  const started = performance.now()
  const traffic = new Traffic(plant, linked, chance)
  await traffic.begin(given.people)
  const { inbound, outbound } = given.most ?? { inbound: 0, outbound: 0 }
  const enough = () => traffic.count('sent') >= inbound && traffic.count('accepted') >= outbound
  const poured = traffic.pour(given.rates, given.most)
  let blows = 0
  for (; blows < given.blows || !enough(); blows++) await given.blow(plant, linked, chance)
  if (!given.most) traffic.stop()
  await poured
  await drain(plant, traffic)
  if (!plant.alive) throw new Error('the executable ended by itself')
  await plant.end('SIGTERM')
  const found = await audit(plant, linked, traffic)
  const phones = traffic.chats.reduce((sum, chat) => sum + chat.phones.length + 1, 0)
  const figures: Figures = {
    blows,
    sent: traffic.count('sent'),
    accepted: traffic.count('accepted'),
    askedAgain: traffic.repeated,
    wireRepeats: await repeatsOf(plant),
    explained: blows * phones,
    seconds: Math.round((performance.now() - started) / 1000),
  }
  process.stderr.write(`${JSON.stringify(figures)}\n`)
  return { all: found, found: told(found), figures }
}

/** The first few of each kind that is not empty: `{}` when all is well. */
const told = (found: Findings) =>
  Object.fromEntries(
    Object.entries(found).flatMap(([kind, list]) => (list.length > 0 ? [[kind, list.slice(0, 8)]] : [])),
  )

async function repeatsOf(plant: Plant): Promise<number> {
  const { wireRepeats } = await plant.control.stats()
  const counts = Object.values(wireRepeats).flatMap((byId) => Object.values(byId))
  return counts.reduce((sum, count) => sum + count, 0)
}

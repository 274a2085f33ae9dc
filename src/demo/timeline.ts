import { type QueueName, scripts } from './conversation-scripts'
import { people } from './people'
import { Random } from './random'
import { randomWords, readScript, type Turn } from './read-script'

/** One past conversation, placed in time. */
export interface Conversation {
  /** Index in `people`. */
  person: number
  queue: QueueName
  status: 'pending' | 'open' | 'closed'
  /** Index in `staff` of who had it; null while it waits. */
  agent: number | null
  turns: (Turn & { at: Date })[]
}

const seed = 20_260_101
const counts = { closed: 80, open: 13, pending: 8 }
/** Shares of the past work: mostly the agent, some the supervisor, little the admin. */
const agentPool = [2, 2, 2, 2, 2, 2, 1, 1, 1, 0]
/** Who has the open ones; whoever signs in finds some of their own. */
const openTicketAgents = [2, 0, 2, 1, 0]
const minute = 60_000
const day = 24 * 60 * minute

/** About a hundred conversations up to `now`, oldest first, the same ones every time. */
export function createTimeline(now: Date, staffNames: readonly string[]): Conversation[] {
  const random = new Random(seed)
  const live = { pending: counts.pending, open: counts.open }
  const all = [
    ...Array.from({ length: counts.closed }, (_, index) => createClosed(random, now, staffNames, index)),
    ...Array.from({ length: live.open }, (_, index) => createOpen(random, now, staffNames, index)),
    ...Array.from({ length: live.pending }, (_, index) => createPending(random, now, staffNames, live.open + index)),
  ]
  return all.sort((a, b) => startTime(a) - startTime(b))
}

const startTime = ({ turns }: Conversation) => turns[0]?.at.getTime() ?? 0

/** Over the past six weeks, in the shop's hours (UTC-3), never within the last day. */
function createClosed(random: Random, now: Date, staffNames: readonly string[], index: number): Conversation {
  const opening = new Date(now.getTime() - day * (1.2 + 41 * random.next()))
  opening.setUTCHours(random.between(12, 20), random.between(0, 59), random.between(0, 59), 0)
  const { script, agent, person, turns } = fillScript(random, staffNames, random.between(0, people.length - 1), index)
  return { person, queue: script.queue, status: 'closed', agent, turns: assignTimes(random, turns, opening.getTime()) }
}

/** Of the last hours; every second one has the customer's word last. */
function createOpen(random: Random, now: Date, staffNames: readonly string[], person: number): Conversation {
  const agent = openTicketAgents[person % openTicketAgents.length] ?? 0
  const { script, turns } = fillScript(random, staffNames, person, person * 3 + 1, agent)
  const kept = turns.slice(0, countShownTurns(turns, person % 2 === 0))
  const end = now.getTime() - minute * (4 + person * 17 + random.between(0, 9))
  return { person, queue: script.queue, status: 'open', agent, turns: assignTimesUntil(random, kept, end) }
}

/** Only what the customer wrote, waiting for the first answer. */
function createPending(random: Random, now: Date, staffNames: readonly string[], person: number): Conversation {
  const { script, turns } = fillScript(random, staffNames, person, person * 5)
  const kept = turns.slice(
    0,
    turns.findIndex(({ fromMe }) => fromMe),
  )
  const end = now.getTime() - minute * (1 + (person - counts.open) * 11 + random.between(0, 5))
  return { person, queue: script.queue, status: 'pending', agent: null, turns: assignTimesUntil(random, kept, end) }
}

function fillScript(
  random: Random,
  staffNames: readonly string[],
  person: number,
  index: number,
  agent = random.pick(agentPool),
) {
  const script = scripts[index % scripts.length] as (typeof scripts)[number]
  const first = (name = '') => name.split(' ')[0] ?? ''
  const words = randomWords(random, { nome: first(people[person]?.name), agente: first(staffNames[agent]) })
  return { script, agent, person, turns: readScript(script.lines, words) }
}

/** Where to stop an open conversation so that the wanted side has the last word. */
function countShownTurns(turns: Turn[], customersWord: boolean): number {
  const ends = turns
    .map((turn, index) => ({ turn, end: index + 1 }))
    .filter(({ turn, end }) => end >= 3 && !turn.reaction && turn.fromMe !== customersWord)
  return ends[Math.floor(ends.length / 2)]?.end ?? turns.length
}

const randomPause = (random: Random) => Math.round(minute * (0.3 + 6 * random.next() ** 2))

function assignTimes(random: Random, turns: Turn[], start: number) {
  let at = start
  return turns.map((turn) => {
    at += randomPause(random)
    return { ...turn, at: new Date(at) }
  })
}

function assignTimesUntil(random: Random, turns: Turn[], end: number) {
  const placed = assignTimes(random, turns, 0)
  const shift = end - (placed.at(-1)?.at.getTime() ?? 0)
  return placed.map((turn) => ({ ...turn, at: new Date(turn.at.getTime() + shift) }))
}

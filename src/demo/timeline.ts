import { type QueueName, scripts } from './conversation-scripts'
import { people } from './people'
import { Random } from './random'
import { randomWords, readScript, type Turn } from './read-script'

/** A past conversation with the time of each turn. */
export interface Conversation {
  /** Index in `people`. */
  person: number
  queue: QueueName
  status: 'pending' | 'open' | 'closed'
  /** Index in `staff` of the assigned agent; null for a pending conversation. */
  agent: number | null
  turns: (Turn & { at: Date })[]
  /** Message of a campaign that the customer answers. */
  campaign?: { text: string; at: Date }
}

const seed = 20_260_101
const counts = { closed: 80, open: 13, pending: 8 }
/** Indexes in `staff` from which closed conversations draw: 6 of 10 the agent, 3 the supervisor, 1 the admin. */
const agentPool = [2, 2, 2, 2, 2, 2, 1, 1, 1, 0]
/** Indexes in `staff` of the agents of open conversations, in turn; each user has at least two. */
const openTicketAgents = [2, 0, 2, 1, 0]
const minute = 60_000
const day = 24 * 60 * minute

/** Returns 101 conversations before `now`, oldest first; the same ones for the same `now`. */
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

/** A closed conversation of the last six weeks, begun between 9:00 and 17:59 (UTC-3) on an earlier day. */
function createClosed(random: Random, now: Date, staffNames: readonly string[], index: number): Conversation {
  const opening = new Date(now.getTime() - day * (1.2 + 41 * random.next()))
  opening.setUTCHours(random.between(12, 20), random.between(0, 59), random.between(0, 59), 0)
  const { script, agent, person, turns } = fillScript(random, staffNames, random.between(0, people.length - 1), index)
  return { person, queue: script.queue, status: 'closed', agent, turns: assignTimes(random, turns, opening.getTime()) }
}

/** An open conversation of the last hours. The customer writes last in every second one, the agent in the others. */
function createOpen(random: Random, now: Date, staffNames: readonly string[], person: number): Conversation {
  const agent = openTicketAgents[person % openTicketAgents.length] ?? 0
  const { script, turns } = fillScript(random, staffNames, person, person * 3 + 1, agent)
  const kept = turns.slice(0, countShownTurns(turns, person % 2 === 0))
  const end = now.getTime() - minute * (4 + person * 17 + random.between(0, 9))
  return { person, queue: script.queue, status: 'open', agent, turns: assignTimesUntil(random, kept, end) }
}

/** A pending conversation: the customer's messages before the first answer. */
function createPending(random: Random, now: Date, staffNames: readonly string[], person: number): Conversation {
  const { script, turns } = fillScript(random, staffNames, person, person * 5)
  const keptTurns = turns.slice(
    0,
    turns.findIndex(({ fromMe }) => fromMe),
  )
  const end = now.getTime() - minute * (1 + (person - counts.open) * 11 + random.between(0, 5))
  return {
    person,
    queue: script.queue,
    status: 'pending',
    agent: null,
    turns: assignTimesUntil(random, keptTurns, end),
  }
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

/** Returns after how many turns to cut an open conversation, so that the wanted side wrote the last message. */
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

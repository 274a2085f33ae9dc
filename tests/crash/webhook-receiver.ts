import type { Database } from 'bun:sqlite'
import { expect } from 'bun:test'
import { Receiver } from '../receiver'
import { openDatabaseReadonly } from './audit'
import { Beat, type FeatureUnderKills, type Killed } from './feature-under-kills'

interface Row {
  eventId: string
  event: string
  lane: string
  state: string
}
interface Event {
  event: 'message.created' | 'ticket.created' | 'ticket.updated'
  message?: { id: number }
  ticket: { id: number }
}
interface Step {
  id: string
  is: 'arrived' | 'answered'
}

/** Maximum time in ms that the receiver takes for an answer. */
const maxAnswerMs = 40

/** Receiver of webhooks with a record of the order of its requests; `arrival` beats at each of them. */
export function startWebhookReceiver(random: Killed['random']) {
  const steps: Step[] = []
  const arrival = new Beat()
  const receiver = new Receiver(async ({ body: { id } }) => {
    steps.push({ id, is: 'arrived' })
    arrival.happens()
    await Bun.sleep(random.between(0, maxAnswerMs))
    steps.push({ id, is: 'answered' })
    return new Response()
  })
  return { receiver, steps, arrival }
}

/** Subscription of a program to all messages and tickets of the company. Open it before the first message. */
export async function openWebhook(
  { deployment }: Killed,
  { receiver, steps, arrival }: ReturnType<typeof startWebhookReceiver>,
): Promise<FeatureUnderKills> {
  const events = ['message.created', 'ticket.*']
  await deployment.send('POST', '/webhooks', { name: 'Painel', url: receiver.url, events })
  return {
    name: 'webhooks',
    contacts: 0,
    countTickets: () => 0,
    midway: arrival.next,
    countOpen: (sqlite: Database) =>
      (sqlite.query("select count(*) as n from deliveries where state = 'waiting'").get() as { n: number }).n,
    expectEachOnce() {
      const { deliveries, messages, tickets } = readDatabase(deployment)
      expect(deliveries.filter(({ state }) => state !== 'delivered')).toEqual([])
      const byId = Map.groupBy(receiver.received, ({ body }) => body.id)
      for (const repeats of byId.values()) expect(new Set(repeats.map(({ text }) => text)).size).toBe(1)
      expect(deliveries.filter(({ eventId }) => !byId.has(eventId))).toEqual([])
      const events = [...byId.values()].map(([first]) => first!.body as unknown as Event)
      const idsOf = (name: Event['event']) =>
        events.flatMap(({ event, message, ticket }) => (event === name ? [(message ?? ticket).id] : []))
      const inOrder = (ids: number[]) => ids.sort((one, other) => one - other)
      expect(inOrder(idsOf('message.created'))).toEqual(messages)
      expect(inOrder(idsOf('ticket.created'))).toEqual(tickets)
      const firstTimes = firstTimesOf(steps)
      for (const rows of Map.groupBy(deliveries, ({ lane }) => lane).values())
        expect(tooEarly(firstTimes, rows)).toEqual([])
    },
  }
}

function readDatabase(deployment: Killed['deployment']) {
  const sqlite = openDatabaseReadonly(deployment)
  // The log of a receiver keeps its last 5,000 requests.
  const deliveries = sqlite
    .query("select eventId, event, lane, state from deliveries where source = 'webhook' order by id")
    .all() as Row[]
  const idsOf = (table: string) => sqlite.query(`select id from ${table} order by id`).values().flat() as number[]
  const [messages, tickets] = [idsOf('messages'), idsOf('tickets')]
  sqlite.close()
  return { deliveries, messages, tickets }
}

/** Number of the first step of each event and kind. */
function firstTimesOf(steps: Step[]): Map<string, number> {
  const first = new Map<string, number>()
  for (const [at, { id, is }] of steps.entries()) if (!first.has(`${id} ${is}`)) first.set(`${id} ${is}`, at)
  return first
}

/** Events of one lane that arrived before the event in front of them was answered. */
function tooEarly(firstTimes: Map<string, number>, rows: Row[]): string[] {
  const at = (id: string | undefined, is: Step['is']) => firstTimes.get(`${id} ${is}`) ?? -1
  const early = rows.filter(({ eventId }, n) => n > 0 && at(eventId, 'arrived') < at(rows[n - 1]?.eventId, 'answered'))
  return early.map(({ event, eventId }) => `${event} ${eventId}`)
}

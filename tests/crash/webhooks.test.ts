import { afterEach, expect, test } from 'bun:test'
import { Receiver } from '../receiver'
import { until } from '../until'
import { openDatabaseReadonly } from './audit'
import { Deployment } from './deployment'
import { linkNumber } from './linking'
import { createSeededRandom } from './seeded-random'

const kills = Number(process.env.CRASH_BLOWS ?? 6)
const customers = 12
const messagesPerCustomer = 20

let deployment: Deployment | undefined
let receiver: Receiver | undefined
afterEach(async () => {
  await deployment?.close()
  await receiver?.close()
})

interface Row {
  id: number
  eventId: string
  event: string
  lane: string
  state: string
  messageId: number | null
}

function readDatabase(made: Deployment) {
  const sqlite = openDatabaseReadonly(made)
  const deliveries = sqlite.query('select id, eventId, event, lane, state, messageId from deliveries order by id').all()
  const messages = sqlite.query('select id from messages order by id').all()
  sqlite.close()
  return { deliveries: deliveries as Row[], messages: (messages as { id: number }[]).map(({ id }) => id) }
}

test('a receiver gets each event at least once, unchanged when repeated, in order per ticket, from an executable killed repeatedly', async () => {
  const random = createSeededRandom('webhooks')
  const steps: Step[] = []
  const open = new Receiver(async ({ body: { id } }) => {
    steps.push({ id, is: 'arrived' })
    await Bun.sleep(random.between(0, 400))
    steps.push({ id, is: 'answered' })
    return new Response()
  })
  receiver = open
  deployment = await Deployment.open({ BALCAO_INTERNAL_HOSTS: new URL(open.url).host })
  const made = deployment
  const { owner } = await linkNumber(made, '5511911110005')
  await made.send('POST', '/webhooks', { name: 'Painel', url: open.url, events: ['message.created', 'ticket.*'] })
  const talking = Promise.all(
    Array.from({ length: customers }, async (_, n) => {
      const { number } = await made.control.addCustomer({ number: `55119400${10_000 + n}`, name: `Cliente ${n}` })
      for (let at = 0; at < messagesPerCustomer; at++) {
        await Bun.sleep(random.between(0, 300))
        await made.control.send({ from: number, to: owner, content: `mensagem ${at}` })
      }
    }),
  )
  for (let blow = 0; blow < kills; blow++) {
    await made.control.waitForOnline({ owner, online: true })
    await Bun.sleep(random.between(0, 900))
    await made.stop('SIGKILL')
    made.start()
  }
  await talking
  await until('all messages are stored and all events delivered', () => {
    const { deliveries, messages } = readDatabase(made)
    const isStored = messages.length === customers * messagesPerCustomer
    return isStored && deliveries.every(({ state }) => state === 'delivered')
  })
  const { deliveries, messages } = readDatabase(made)
  const ofMessages = deliveries.filter(({ event }) => event === 'message.created')
  expect(ofMessages.map(({ messageId }) => messageId).sort((a, b) => a! - b!)).toEqual(messages)
  expect(deliveries.filter(({ event }) => event === 'ticket.created')).toHaveLength(customers)
  const byId = Map.groupBy(open.received, ({ body }) => body.id)
  expect([...byId.keys()].sort()).toEqual(deliveries.map(({ eventId }) => eventId).sort())
  for (const repeats of byId.values()) expect(new Set(repeats.map(({ text }) => text)).size).toBe(1)
  for (const rows of Map.groupBy(deliveries, ({ lane }) => lane).values()) expect(tooEarly(steps, rows)).toEqual([])
}, 600_000)

interface Step {
  id: string
  is: 'arrived' | 'answered'
}

/** Events of one lane that arrived before the event in front of them was answered. */
function tooEarly(steps: Step[], rows: Row[]): string[] {
  const first = (id: string | undefined, is: Step['is']) => steps.findIndex((step) => step.id === id && step.is === is)
  const late = rows.filter(
    ({ eventId }, at) => at > 0 && first(eventId, 'arrived') < first(rows[at - 1]?.eventId, 'answered'),
  )
  return late.map(({ event, eventId }) => `${event} ${eventId}`)
}

import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openAgentsAndCustomers } from './agents-and-customers'
import { Deployment } from './deployment'
import { type FeatureUnderKills, killInUse, killsMidway } from './feature-under-kills'
import { openFlowConversations, startOrderService } from './flow-conversations'
import { linkNumber } from './linking'
import { openListImports } from './list-imports'
import { openCampaigns } from './paced-campaigns'
import { openRobotConversations, startOrderProgram } from './robot-conversations'
import { openScheduledMessages } from './scheduled-messages'
import { createSeededRandom } from './seeded-random'
import { openWebhook, startWebhookReceiver } from './webhook-receiver'

/** All features in one data directory under the same kills, each with its own check. */

const names = ['campaigns', 'agents', 'robots', 'flows', 'schedules', 'imports', 'webhooks'] as const
let deployment: Deployment
const features: FeatureUnderKills[] = []

const random = createSeededRandom('kills')
const program = startOrderProgram()
const service = startOrderService()
const webhooks = startWebhookReceiver(random)

beforeAll(async () => {
  const hosts = [new URL(program.url).host, `127.0.0.1:${service.port}`, new URL(webhooks.receiver.url).host]
  deployment = await Deployment.open({ BALCAO_INTERNAL_HOSTS: hosts.join() })
  const common = await linkNumber(deployment, '5511911110003') // the first number is the default one
  const [agents, robots] = [
    await linkNumber(deployment, '5511911110001'),
    await linkNumber(deployment, '5511911110004'),
  ]
  const killed = { deployment, agents, robots, random, kills: killsMidway }
  const campaigns = await openCampaigns(killed, [common, robots]) // restarts the executable
  const webhook = await openWebhook(killed, webhooks)
  const countOthers = () => {
    const others = features.filter(({ name }) => name !== 'agents')
    const sumOf = (count: (feature: FeatureUnderKills) => number) => others.reduce((sum, each) => sum + count(each), 0)
    return { tickets: sumOf((feature) => feature.countTickets()), contacts: sumOf(({ contacts }) => contacts) }
  }
  features.push(
    campaigns,
    await openAgentsAndCustomers(killed, countOthers),
    await openRobotConversations(killed, program),
    await openFlowConversations(killed, `127.0.0.1:${service.port}`),
    await openScheduledMessages(killed),
    openListImports(killed),
    webhook,
  )
  await killInUse(killed, features)
}, 900_000)
afterAll(async () => {
  await deployment.close()
  await Promise.all([program.close(), service.stop(true), webhooks.receiver.close()])
})

test.each<[feature: (typeof names)[number], does: string]>([
  ['agents', 'loses nothing, doubles nothing and keeps the order of agents’ and customers’ messages'],
  ['campaigns', 'sends each message of a campaign and its follow-up to each person once'],
  ['robots', 'sends each answer of the robot once and ends each conversation where it should'],
  ['flows', 'sends each message of a flow once, takes each step once, and ends each run'],
  ['schedules', 'delivers each scheduled message once'],
  ['imports', 'adds and refuses each row of a list once'],
  ['webhooks', 'sends each event at least once, unchanged when repeated, in order per ticket'],
])('%s: an executable killed repeatedly %s', async (name) => {
  const feature = features.find((each) => each.name === name)
  expect(feature).toBeDefined()
  await feature?.expectEachOnce()
})

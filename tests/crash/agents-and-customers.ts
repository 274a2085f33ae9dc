import { expect } from 'bun:test'
import { audit, withoutEmpty } from './audit'
import { countWireRepeats } from './crash-scenario'
import { Beat, type FeatureUnderKills, type Killed } from './feature-under-kills'
import { type Chat, Traffic } from './traffic'

const rates = { inbound: 60, outbound: 50 }
/** Maximum number of messages between two kills, so that a slow machine has no more work than a fast one. */
const perKill = { inbound: 100, outbound: 80 }
/** Chats that write at once right before a kill, and the messages of each, with one reply. */
const rushed = { chats: 6, messages: 4 }

/** Customers who write and agents who answer, without a pause, in chats and a group. */
export async function openAgentsAndCustomers(
  killed: Killed,
  countOthers: () => { tickets: number; contacts: number },
): Promise<FeatureUnderKills & { traffic: Traffic }> {
  const { deployment, agents, random } = killed
  const traffic = new Traffic(deployment, agents, random)
  const acceptance = new Beat()
  traffic.onAccepted = () => acceptance.happens()
  await traffic.openChats()
  const steady = [...traffic.chats]
  await traffic.openChats(rushed.chats, 0, 5_511_922_000_000)
  const rushing = traffic.chats.slice(steady.length).map((chat) => ({ chat, ended: Promise.resolve() }))
  const writeAtOnce = async (chat: Chat) => {
    for (let n = 0; n < rushed.messages; n++) await traffic.sendAsCustomer(chat)
    await traffic.sendAsAgent(chat)
  }
  const most = { inbound: 0, outbound: 0 }
  let running: Promise<unknown> | undefined
  return {
    name: 'agents',
    traffic,
    contacts: traffic.chats.length,
    countTickets: () => traffic.chats.length,
    begin() {
      most.inbound = traffic.count('sent') + perKill.inbound
      most.outbound = traffic.count('accepted') + perKill.outbound
      running ??= traffic.run(rates, most, steady)
    },
    rush() {
      for (const each of rushing) each.ended = each.ended.then(() => writeAtOnce(each.chat))
    },
    midway: acceptance.next,
    async finish() {
      traffic.stop()
      await Promise.all([running, ...rushing.map(({ ended }) => ended)])
    },
    async expectEachOnce() {
      expect(withoutEmpty(await audit(deployment, agents, traffic, countOthers()))).toEqual({})
      const phones = traffic.chats.flatMap((chat) => [...chat.phones, agents.owner])
      // Each kill and cut interrupts one message of a chat on its way to each of its phones.
      const disturbances = deployment.kills + killed.kills
      expect(await countWireRepeats(deployment, phones)).toBeLessThanOrEqual(disturbances * phones.length)
    },
  }
}

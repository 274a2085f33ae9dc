import { setSystemTime } from 'bun:test'
import type { CampaignInput } from '../src/features/campaigns/campaign/model'
import { createCampaign } from '../src/features/campaigns/campaign/service'
import { receiveBatch } from '../src/features/inbox/messages/receive/receive'
import { campaignDefaults } from '../src/shared/campaign/settings'
import { personIdentity, textMessage } from './inbound-events'
import { createInstallation } from './installation'

export const hour = 3_600_000
const start = Date.parse('2026-11-23T12:00:00.000Z')

/** Settings under which only the interval of one second holds a message back. */
const fast = {
  ...campaignDefaults,
  ...{ messageInterval: 0, longerIntervalAfter: 0, hourlyCap: 0, dailyCap: 0, warmUp: false },
  ...{ windowStart: '00:00', windowEnd: '00:00', windowDays: [0, 1, 2, 3, 4, 5, 6] },
}

/**
 * Company with a campaign to people of a list, and a clock that moves only by `advance`. The texts that a person got are
 * in `textsOf`; `write` sends a text of a person.
 */
export async function createStepCompany(numbers: string[], steps: CampaignInput['steps'] = []) {
  setSystemTime(start)
  const installation = await createInstallation()
  const { acme, jobs, whatsapp, systemScope, scopeOf } = installation
  const { id: whatsappId, companyId } = await installation.insertConnection()
  whatsapp.openConnections.add(whatsappId)
  const contactListId = await acme.transaction(async (tx) => {
    for (const [key, value] of Object.entries(fast))
      await tx.insert('campaign_settings', { key, value: JSON.stringify(value) }).execute()
    const list = { name: 'Clientes', searchText: 'clientes' }
    const { id } = await tx.insert('contact_lists', list).returning('id').executeTakeFirstOrThrow()
    for (const number of numbers) {
      const person = { name: `Maria ${number.slice(-2)}`, searchText: 'maria', number, email: `${number}@x.test` }
      const address = { validity: 'valid', waJid: `${number}@s.whatsapp.net`, checkedAt: null } as const
      await tx.insert('contact_list_items', { contactListId: id, ...person, ...address }).execute()
    }
    return id
  })
  let now = start
  /** Moves the clock, and runs what is due, one message per second and number. */
  const advance = async (ms: number) => {
    now += ms
    for (let second = 0; second < numbers.length + 3; second++) {
      setSystemTime(now)
      await jobs.settle()
      now += 2000
    }
  }
  const begin = async (change: Partial<CampaignInput> = {}) => {
    const input = {
      name: 'Natal',
      message1: 'Oi {nome}',
      basis: 'customers' as const,
      whatsappId,
      contactListId,
      steps,
    }
    const scheduledAt = new Date(now + 60_000).toISOString()
    const { id } = await createCampaign(scopeOf('ana'), { ...input, scheduledAt, ...change })
    await advance(61_000)
    return id
  }
  const textsOf = (number: string) =>
    whatsapp.sent
      .filter(({ jid }) => jid === `${number}@s.whatsapp.net`)
      .map(({ content }) => (content.type === 'text' ? content.body : content.type))
  const write = async (number: string, body: string) => {
    const message = textMessage({ body, chat: personIdentity(number), at: new Date(now).toISOString() })
    await receiveBatch(systemScope(), { companyId, whatsappId }, [message])
    await advance(0)
  }
  const rowsOf = (campaignId: number) =>
    acme
      .select('campaign_recipients')
      .select(['step', 'number', 'state', 'reason', 'dueAt', 'sentAt', 'text'])
      .where('campaignId', '=', campaignId)
      .orderBy('id')
      .execute()
  const statusOf = async (id: number) =>
    (await acme.select('campaigns').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
  const clock = () => now
  return {
    ...installation,
    whatsappId,
    companyId,
    contactListId,
    advance,
    begin,
    textsOf,
    write,
    rowsOf,
    statusOf,
    clock,
  }
}

import { setSystemTime } from 'bun:test'
import type { CampaignInput } from '../src/features/campaigns/campaign/model'
import { createCampaign } from '../src/features/campaigns/campaign/service'
import { changeCampaignSettings } from '../src/features/campaigns/settings/service'
import { receiveBatch } from '../src/features/inbox/messages/receive/receive'
import { personIdentity, textMessage } from './inbound-events'
import { createInstallation } from './installation'

/**
 * A Monday at 12:00 in São Paulo, within the usual window. It lies in the future, because triggers take the time of a
 * refusal from the real clock, and an hour after it the number may send again.
 */
export const start = Date.parse('2093-11-23T15:00:00.000Z')

/** Company with an old number, a contact list of verified people, and a clock that moves only by `runAfter`. */
export async function createCampaignCompany({ people = 3 } = {}) {
  setSystemTime(start)
  const installation = await createInstallation()
  const { acme, scopeOf, systemScope, whatsapp, jobs } = installation
  const { id: whatsappId, companyId } = await installation.insertConnection()
  whatsapp.openConnections.add(whatsappId)
  const contactListId = await acme.transaction(async (tx) => {
    await tx.insert('cold_lanes', { ...emptyLane, whatsappId, numberSince: '2020-01-01' }).execute()
    const list = tx.insert('contact_lists', { name: 'Clientes', searchText: 'clientes' }).returning('id')
    const { id } = await list.executeTakeFirstOrThrow()
    for (let n = 0; n < people; n++) await tx.insert('contact_list_items', item(id, n)).execute()
    return id
  })
  const create = (change: Partial<CampaignInput> = {}) =>
    createCampaign(scopeOf('ana'), {
      ...{ name: 'Natal', message1: 'Oi {nome}', basis: 'customers', whatsappId, contactListId },
      ...{ scheduledAt: new Date(Date.now() + 1000).toISOString() },
      ...change,
    })
  /** Moves the clock to `ms` after the start and runs due jobs. */
  const runAfter = async (ms: number) => {
    setSystemTime(start + ms)
    await jobs.settle()
  }
  /** Moves the clock in steps of a second, so that every due job runs at its time. */
  const runFor = async (fromMs: number, toMs: number, stepMs = 1000) => {
    for (let ms = fromMs; ms <= toMs; ms += stepMs) await runAfter(ms)
  }
  const recipients = () => acme.select('campaign_recipients').selectAll().orderBy('id').execute()
  const receive = (from: string, body: string) =>
    receiveBatch(systemScope(), { companyId, whatsappId }, [textMessage({ chat: personIdentity(from), body })])
  const settings = (change: Parameters<typeof changeCampaignSettings>[1]) =>
    changeCampaignSettings(scopeOf('ana'), change)
  const used = { ref: { companyId, whatsappId }, whatsappId, contactListId }
  return { ...installation, ...used, create, runAfter, runFor, recipients, receive, settings }
}

const emptyLane = { nextSendAt: null, backOffUntil: null, pausedUntil: null }
export const numberOf = (n: number) => `55119${String(80_000_000 + n)}`

const item = (contactListId: number, n: number) => ({
  ...{ contactListId, name: `Pessoa ${n}`, searchText: `pessoa ${n}`, number: numberOf(n), validity: 'valid' as const },
  ...{ waJid: `${numberOf(n)}@s.whatsapp.net`, checkedAt: null },
})

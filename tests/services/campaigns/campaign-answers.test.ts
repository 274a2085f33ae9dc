import { expect, test } from 'bun:test'
import { recordCampaignAnswer } from '../../../src/features/campaigns/answers/record-answer'
import { listRecipients } from '../../../src/features/campaigns/recipients/recipients'
import { createBotCompany } from '../../bot-company'
import { insertCampaign, insertRecipient, minutesAgo } from '../../campaign-rows'

const day = 24 * 60

/** Company with a customer who has received a message of a campaign. */
async function createCampaignCompany() {
  const company = await createBotCompany({ connection: { greetingMessage: 'Olá!' } })
  const { acme, whatsappId, number } = company
  const campaignId = await insertCampaign(acme, { whatsappId })
  const recipientId = await insertRecipient(acme, { campaignId, number })
  const recipient = (id: number) =>
    acme.select('campaign_recipients').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const setTimes = (
    id: number,
    times: Partial<Record<'dueAt' | 'deliveredAt' | 'readAt' | 'answeredAt' | 'optedOutAt', string>>,
  ) => acme.transaction((tx) => tx.update('campaign_recipients').set(times).where('id', '=', id).execute())
  return { ...company, campaignId, recipientId, recipient, setTimes }
}

test('a message counts as the answer to a campaign for 30 days', async () => {
  const { write, recipient, recipientId, setTimes, systemScope, whatsappId, number, ticketOf } =
    await createCampaignCompany()
  await setTimes(recipientId, { dueAt: minutesAgo(30 * day + 5) })
  await write('Oi')
  expect(await recipient(recipientId)).toMatchObject({ answeredAt: null, ticketId: null })
  await setTimes(recipientId, { dueAt: minutesAgo(30 * day - 5) })
  const facts = { number, whatsappId, ticketId: (await ticketOf()).id, at: new Date().toISOString() }
  await systemScope().transaction((scope) => recordCampaignAnswer(scope, facts))
  expect(await recipient(recipientId)).toMatchObject({ answeredAt: facts.at, ticketId: facts.ticketId })
})

test('an answer ends the later messages of campaigns to the person, and not a first message', async () => {
  const { write, recipient, acme, whatsappId, number } = await createCampaignCompany()
  const next = await insertCampaign(acme, { name: 'Ano novo', whatsappId })
  const first = await insertRecipient(acme, { campaignId: next, number, state: 'pending' })
  const later = await insertRecipient(acme, { campaignId: next, number, state: 'pending', step: 1 })
  await write('Quero!')
  expect(await recipient(first)).toMatchObject({ state: 'pending', reason: null })
  expect(await recipient(later)).toMatchObject({ state: 'suppressed', reason: 'answered' })
})

test('recipients are filtered by what happened to their message', async () => {
  const { acme, campaignId, recipientId, setTimes, scopeOf } = await createCampaignCompany()
  const at = minutesAgo(1)
  const add = (n: number) => insertRecipient(acme, { campaignId, number: `551198000000${n}` })
  const [delivered, read, answered, optedOut] = [await add(1), await add(2), await add(3), await add(4)]
  await setTimes(delivered, { deliveredAt: at })
  await setTimes(read, { deliveredAt: at, readAt: at })
  await setTimes(answered, { answeredAt: at })
  await setTimes(optedOut, { optedOutAt: at })
  const ids = async (only: 'delivered' | 'read' | 'answered' | 'unanswered' | 'optedOut') => {
    const { recipients, count } = await listRecipients(scopeOf('ana'), campaignId, { only })
    expect(count).toBe(recipients.length)
    return recipients.map(({ id }) => id)
  }
  expect(await ids('delivered')).toEqual([delivered, read])
  expect(await ids('read')).toEqual([read])
  expect(await ids('answered')).toEqual([answered])
  expect(await ids('optedOut')).toEqual([optedOut])
  expect(await ids('unanswered')).toEqual([recipientId, delivered, read, optedOut])
})

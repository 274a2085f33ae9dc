import { afterAll, expect, setSystemTime, test } from 'bun:test'
import { estimateCampaign } from '../../src/features/campaigns/estimate'
import { storeAddresses } from '../../src/features/number-checks/addresses'
import { createCampaignCompany } from '../campaign-company'

afterAll(() => setSystemTime())

test('a campaign to a tag reaches each contact with a verified address once', async () => {
  const company = await createCampaignCompany({ people: 0 })
  const { acme, create, runFor, whatsapp, whatsappId, receive, insertContact, insertTicket } = company
  const { systemScope, scopeOf } = company
  const [wrote, answered, typed] = ['5511980000001', '5511980000002', '5511980000003']
  await receive(wrote, 'Oi')
  for (const number of [answered, typed]) {
    const { id: contactId } = await insertContact('acme', { number })
    await insertTicket({ contactId, whatsappId, status: 'closed' })
    await insertTicket({ contactId, whatsappId, status: 'closed' })
  }
  await systemScope().transaction((scope) =>
    storeAddresses(scope, [
      { number: answered, jid: `${answered}@s.whatsapp.net` },
      { number: typed, jid: null },
    ]),
  )
  const tagId = await acme.transaction(async (tx) => {
    const tag = { name: 'Fiel', searchText: 'fiel', color: '#0a7f50', kanban: 0, orderTag: 1, userId: null } as const
    const { id } = await tx.insert('tags', tag).returning('id').executeTakeFirstOrThrow()
    for (const ticket of await tx.select('tickets').select('id').execute())
      await tx.insert('ticket_tags', { ticketId: ticket.id, tagId: id }).execute()
    return id
  })
  expect(await estimateCampaign(scopeOf('ana'), { tagId })).toMatchObject({ recipients: 2, unverified: 1 })
  await create({ contactListId: undefined, tagId })
  await runFor(1000, 60_000)
  expect(whatsapp.sent.map(({ jid }) => jid.slice(0, 13)).sort()).toEqual([wrote, answered])
})

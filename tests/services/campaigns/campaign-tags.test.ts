import { expect, test } from 'bun:test'
import { getCampaign } from '../../../src/features/campaigns/campaign/read'
import { estimateCampaign } from '../../../src/features/campaigns/recipients/estimate'
import { cancelCampaign } from '../../../src/features/campaigns/sending/status'
import { storeAddresses } from '../../../src/features/contacts/lists/checks/addresses'
import { createTag, deleteTag } from '../../../src/features/contacts/tags/service'
import { createFileList, deleteFileList } from '../../../src/features/inbox/file-lists/service'
import { createCampaignCompany } from '../../campaign-company'

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

test('a tag and a file list of a scheduled campaign are not deleted; after its stop they are', async () => {
  const { create, scopeOf } = await createCampaignCompany({ people: 1 })
  const ana = scopeOf('ana')
  const inUse = (code: string, other: string) => ({ code, detail: { [other]: [], campaigns: ['Natal'] } })
  const [audience, end] = [await createTag(ana, { name: 'Fiel' }), await createTag(ana, { name: 'Comprou' })]
  const list = await createFileList(ana, { name: 'Catálogo', message: 'Veja', options: [] })
  const steps = [{ afterHours: 24, message: 'Viu?', endTagId: end.id }]
  const { id } = await create({ contactListId: undefined, tagId: audience.id, fileListId: list.id, steps })
  for (const tag of [audience, end])
    await expect(deleteTag(ana, tag.id)).rejects.toMatchObject(inUse('ERR_TAG_IN_USE', 'flows'))
  await expect(deleteFileList(ana, list.id)).rejects.toMatchObject(inUse('ERR_FILE_LIST_IN_USE', 'queues'))
  expect(await getCampaign(ana, id)).toMatchObject({ tagId: audience.id, fileListId: list.id })
  await cancelCampaign(ana, id)
  for (const tag of [audience, end]) expect(await deleteTag(ana, tag.id)).toEqual({ id: tag.id })
  expect(await deleteFileList(ana, list.id)).toEqual({ id: list.id })
})

import { expect, test } from 'bun:test'
import type { Scope } from '../../../src/core/scope'
import { deleteContactList, deleteListItems } from '../../../src/features/contacts/lists/delete'
import { createItem, deleteItem, updateItem } from '../../../src/features/contacts/lists/items'
import { getContactList, listContactLists } from '../../../src/features/contacts/lists/read'
import { getItem, listItems } from '../../../src/features/contacts/lists/read-items'
import { createContactList, updateContactList } from '../../../src/features/contacts/lists/service'
import { limits } from '../../../src/shared/limits'
import { createInstallation } from '../../installation'

const start = async () => {
  const installation = await createInstallation()
  const ana = installation.scopeOf('ana')
  return { ...installation, ana, list: await createContactList(ana, { name: ' Clientes  ' }) }
}
const names = async (scope: Scope, contactListId: number, searchParam?: string) =>
  (await listItems(scope, { contactListId, searchParam })).contacts.map(({ name }) => name)

test('a list counts its people, also after changes', async () => {
  const { ana, list } = await start()
  expect(list).toMatchObject({ name: 'Clientes', contactsCount: 0, validCount: 0, invalidCount: 0 })
  const maria = await createItem(ana, { contactListId: list.id, name: 'Maria', number: '11 98765-4321' })
  const jose = await createItem(ana, { contactListId: list.id, name: 'José', number: '+1 212 555 0100' })
  const write = (id: number, validity: 'valid' | 'invalid') =>
    ana.transaction(({ db }) => db.update('contact_list_items').set({ validity }).where('id', '=', id).execute())
  await write(maria.id, 'valid')
  await write(jose.id, 'invalid')
  expect(await getContactList(ana, list.id)).toMatchObject({ contactsCount: 2, validCount: 1, invalidCount: 1 })
  await write(jose.id, 'valid')
  await deleteItem(ana, maria.id)
  expect(await getContactList(ana, list.id)).toMatchObject({ contactsCount: 1, validCount: 1, invalidCount: 0 })
})

test('a number is stored with country and ninth digit, once per list', async () => {
  const { ana, list } = await start()
  const person = { contactListId: list.id, name: 'Maria', number: '(31) 8765-4321' }
  expect(await createItem(ana, person)).toMatchObject({ number: '5531987654321', isWhatsappValid: null, email: '' })
  const again = createItem(ana, { ...person, name: 'Outra', number: '+5531987654321' })
  await expect(again).rejects.toMatchObject({ code: 'ERR_CONTACT_LIST_ITEM_EXISTS', detail: { name: 'Maria' } })
  await expect(createItem(ana, { ...person, number: '12 34 abc 5' })).rejects.toThrow('ERR_WAPP_INVALID_CONTACT')
  const other = await createContactList(ana, { name: 'Outra' })
  expect(await createItem(ana, { ...person, contactListId: other.id })).toMatchObject({ number: '5531987654321' })
})

test('a list with as many people as a list may have takes no further one', async () => {
  const { ana, list } = await start()
  const setCount = (contactsCount: number) =>
    ana.transaction(({ db }) => db.update('contact_lists').set({ contactsCount }).where('id', '=', list.id).execute())
  const add = (number: string) => createItem(ana, { contactListId: list.id, name: 'Maria', number })
  await setCount(limits.listItems - 1)
  await add('11987654321')
  const max = limits.listItems
  await expect(add('11987654322')).rejects.toMatchObject({ code: 'ERR_CONTACT_LIST_FULL', detail: { max } })
  expect(await names(ana, list.id)).toHaveLength(1)
})

test('a person with another number is checked again', async () => {
  const { ana, list } = await start()
  const { id } = await createItem(ana, { contactListId: list.id, name: 'Maria', number: '11987654321' })
  const checked = { validity: 'valid', waJid: '551187654321@s.whatsapp.net', checkedAt: 'x' } as const
  await ana.transaction(({ db }) => db.update('contact_list_items').set(checked).where('id', '=', id).execute())
  expect(await updateItem(ana, id, { name: 'Maria Silva' })).toMatchObject({ isWhatsappValid: true })
  expect(await storedCheck(ana, id)).toEqual(checked)
  expect(await updateItem(ana, id, { number: '11987654322' })).toMatchObject({ isWhatsappValid: null })
  expect(await storedCheck(ana, id)).toEqual({ validity: 'unknown', waJid: null, checkedAt: null })
})

/** Result of the check of a person's number, as stored. */
const storedCheck = ({ db }: Scope, id: number) =>
  db.select('contact_list_items').select(['validity', 'waJid', 'checkedAt']).where('id', '=', id).executeTakeFirst()

test('people are found by name without accents and by part of the number, and marked when they want no campaigns', async () => {
  const { ana, list } = await start()
  const contactListId = list.id
  await createItem(ana, { contactListId, name: 'José', number: '11987654321' })
  await createItem(ana, { contactListId, name: 'Ana', number: '11987654000' })
  expect(await names(ana, contactListId)).toEqual(['Ana', 'José'])
  expect(await names(ana, contactListId, 'JOSE')).toEqual(['José'])
  expect(await names(ana, contactListId, '98765-4000')).toEqual(['Ana'])
  const optOut = { number: '5511987654321', source: 'word', whatsappId: null, campaignId: null, userId: null } as const
  await ana.transaction(({ db }) => db.insert('opt_outs', { ...optOut, at: new Date().toISOString() }).execute())
  const { contacts } = await listItems(ana, { contactListId })
  expect(contacts.map(({ optedOut }) => optedOut)).toEqual([false, true])
})

test('people are filtered by validity, together with a search', async () => {
  const { ana, list } = await start()
  const contactListId = list.id
  for (const [at, name] of ['Ana', 'Bia', 'Caio'].entries())
    await createItem(ana, { contactListId, name, number: `1198765432${at}` })
  const invalid = { validity: 'invalid' } as const
  await ana.transaction(({ db }) =>
    db.update('contact_list_items').set(invalid).where('name', 'in', ['Bia', 'Caio']).execute(),
  )
  const shown = async (query: object) =>
    (await listItems(ana, { contactListId, ...query })).contacts.map(({ name }) => name)
  expect(await shown(invalid)).toEqual(['Bia', 'Caio'])
  expect(await shown({ ...invalid, searchParam: 'cai' })).toEqual(['Caio'])
  expect(await shown({ validity: 'unknown' })).toEqual(['Ana'])
})

test('pages of people continue after the last name', async () => {
  const { ana, list } = await start()
  for (let at = 0; at < 31; at++)
    await createItem(ana, { contactListId: list.id, name: 'Maria', number: `119${80_000_000 + at}` })
  const first = await listItems(ana, { contactListId: list.id })
  const second = await listItems(ana, { contactListId: list.id, cursor: first.next as string })
  expect([first.contacts.length, second.contacts.length, second.hasMore]).toEqual([30, 1, false])
})

test('a list of a scheduled campaign is not deleted; other campaigns lose it, and its people are deleted', async () => {
  const { ana, list } = await start()
  const { id } = await createItem(ana, { contactListId: list.id, name: 'Maria', number: '11987654321' })
  const campaign = (name: string, status: 'PROGRAMADA' | 'FINALIZADA') => ({
    ...{ name, searchText: name, status, contactListId: list.id, reason: null, basis: null, whatsappId: null },
    ...{ tagId: null, fileListId: null, mediaId: null, userId: null },
    ...{ scheduledAt: null, startedAt: null, completedAt: null },
  })
  const rows = [campaign('Natal', 'PROGRAMADA'), campaign('Páscoa', 'FINALIZADA')]
  await ana.transaction(({ db }) => db.insert('campaigns', rows).execute())
  const refused = deleteContactList(ana, list.id)
  await expect(refused).rejects.toMatchObject({ code: 'ERR_CONTACT_LIST_IN_USE', detail: { campaigns: ['Natal'] } })
  await ana.transaction(({ db }) =>
    db.update('campaigns').set({ status: 'CANCELADA' }).where('name', '=', 'Natal').execute(),
  )
  await deleteContactList(ana, list.id)
  expect((await listContactLists(ana, {})).records).toEqual([])
  await expect(getItem(ana, id)).rejects.toThrow('ERR_NO_CONTACT_LIST_ITEM_FOUND')
  await deleteListItems.run(ana, { contactListId: list.id }, { number: 1, last: false })
  for (const table of ['contact_lists', 'contact_list_items'] as const)
    expect(await ana.db.select(table).select('id').execute()).toEqual([])
  const lists = await ana.db.select('campaigns').select('contactListId').execute()
  expect(lists.map(({ contactListId }) => contactListId)).toEqual([null, null])
})

test('a list of another company is neither read nor changed', async () => {
  const { list, scopeOf } = await start()
  const rui = scopeOf('rui')
  await expect(getContactList(rui, list.id)).rejects.toThrow('ERR_NO_CONTACT_LIST_FOUND')
  await expect(updateContactList(rui, list.id, { name: 'Minha' })).rejects.toThrow('ERR_NO_CONTACT_LIST_FOUND')
  const person = { contactListId: list.id, name: 'Maria', number: '11987654321' }
  await expect(createItem(rui, person)).rejects.toThrow('ERR_NO_CONTACT_LIST_FOUND')
})

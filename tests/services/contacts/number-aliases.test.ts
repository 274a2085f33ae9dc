import { beforeEach, describe, expect, test } from 'bun:test'
import { addressOf } from '../../../src/features/api/send-api/address'
import { listTargets } from '../../../src/features/campaigns/recipients/people'
import { findContactByNumber, upsertContact } from '../../../src/features/contacts/contacts/identify'
import { sameNumbers } from '../../../src/features/contacts/contacts/number-aliases'
import { createContact, getContact, updateContact } from '../../../src/features/contacts/contacts/service'
import { uploadContacts } from '../../../src/features/contacts/contacts/spreadsheet/upload'
import { storeAddresses } from '../../../src/features/contacts/lists/checks/addresses'
import { createItem } from '../../../src/features/contacts/lists/items'
import { createContactList } from '../../../src/features/contacts/lists/service'
import { isOptedOut } from '../../../src/features/contacts/opt-outs/among'
import { addOptOut } from '../../../src/features/contacts/opt-outs/service'
import { eraseContact } from '../../../src/features/contacts/privacy/erase'
import { listMerges } from '../../../src/features/inbox/contact-merges/merge-by-person'
import { undoMerge } from '../../../src/features/inbox/contact-merges/undo-merge'
import { createInstallation } from '../../installation'

/** A number as people have it, and the one under which WhatsApp knows the account. */
const [asked, told] = ['447700900111', '447700900555']
const jid = `${told}@s.whatsapp.net`
const chat = { number: told, lid: null, jid, isGroup: false }

let installation: Awaited<ReturnType<typeof createInstallation>>
let ana: ReturnType<typeof installation.scopeOf>
beforeEach(async () => {
  installation = await createInstallation()
  ana = installation.scopeOf('ana')
})

/** Opens a connection on which WhatsApp answers `asked` with `told`. */
async function connect() {
  const { id: whatsappId } = await installation.insertConnection()
  installation.whatsapp.openConnections.add(whatsappId)
  installation.whatsapp.otherDigits.set(asked, told)
  return { companyId: ana.companyId, whatsappId }
}
const receive = () => ana.transaction((scope) => upsertContact(scope, chat, 'Rui'))
const contacts = async () =>
  (await ana.db.select('contacts').select('number').where('isGroup', '=', 0).execute()).map(({ number }) => number)
const store = (answer: { number: string; jid: string }) => ana.transaction((scope) => storeAddresses(scope, [answer]))

test('a typed number that WhatsApp answers with other digits is one contact with the import and the message', async () => {
  await connect()
  const made = await createContact(ana, { name: 'Rui', number: `+${asked}` })
  expect(made).toMatchObject({ number: told, otherNumbers: [asked] })
  await uploadContacts(ana, [{ name: 'Rui', number: `+${asked}` }])
  expect((await receive()).id).toBe(made.id)
  await expect(createContact(ana, { name: 'Rui', number: `+${told}` })).rejects.toThrow('ERR_DUPLICATED_CONTACT')
  await expect(createContact(ana, { name: 'Rui', number: `+${asked}` })).rejects.toThrow('ERR_DUPLICATED_CONTACT')
  expect(await contacts()).toEqual([told])
})

test('a program that sends to either number reaches the one account', async () => {
  const connection = await connect()
  expect(await addressOf(ana, connection, `+${asked}`)).toEqual({ number: told, jid })
  const { id } = await receive()
  expect(await addressOf(ana, connection, `+${asked}`)).toMatchObject({ jid })
  expect((await findContactByNumber(ana, asked))?.id).toBe(id)
})

test('the answer of a check merges the contacts of both numbers, and the imported number leads to the message', async () => {
  await uploadContacts(ana, [{ name: 'Rui', number: `+${asked}` }])
  await receive()
  expect((await contacts()).sort()).toEqual([asked, told])
  await store({ number: asked, jid })
  expect(await contacts()).toEqual([told])
  expect((await findContactByNumber(ana, asked))?.number).toBe(told)
})

test('a merge of two numbers by the answer of WhatsApp can be undone, and is not repeated', async () => {
  await uploadContacts(ana, [{ name: 'Rui', number: `+${asked}` }])
  const { id } = await receive()
  await store({ number: asked, jid })
  const [merge] = (await listMerges(ana, id)).merges
  expect(merge).toMatchObject({ name: 'Rui', number: asked })
  await undoMerge(ana, merge?.id as number)
  await store({ number: asked, jid })
  await receive()
  expect((await contacts()).sort()).toEqual([asked, told])
})

describe.each([
  ['Mexico', '525512345678', '5215512345678'],
  ['Argentina', '5491123450000', '541123450000'],
  ['Brazil', '5511988880051', '551188880051'],
])('two contacts with both forms of a number of %s', (_, present, former) => {
  const address = `${former}@s.whatsapp.net`
  const named = { number: former, lid: null, jid: address, isGroup: false }
  const receiveFormer = () => ana.transaction((scope) => upsertContact(scope, named, 'Rui'))
  beforeEach(async () => {
    for (const number of [present, former]) await installation.insertContact('acme', { name: number, number })
  })

  test('become one by a message', async () => {
    const { id } = await receiveFormer()
    expect(await contacts()).toEqual([present])
    expect(await getContact(ana, id)).toMatchObject({ number: present, otherNumbers: [former] })
    expect((await findContactByNumber(ana, former))?.id).toBe(id)
  })

  test('become one by the answer of a check', async () => {
    await store({ number: present, jid: address })
    expect(await contacts()).toEqual([present])
  })

  test('stay two once a person has undone the merge', async () => {
    const { id } = await receiveFormer()
    const [merge] = (await listMerges(ana, id)).merges
    await undoMerge(ana, merge?.id as number)
    await receiveFormer()
    await store({ number: present, jid: address })
    expect((await contacts()).sort()).toEqual([present, former].sort())
  })
})

test('a contact with only the former form is found by the present one, and no second one is made', async () => {
  const { id } = await installation.insertContact('acme', { name: 'Rui', number: '5215512345678' })
  const number = '525512345678'
  const named = { number, lid: null, jid: `${number}@s.whatsapp.net`, isGroup: false }
  expect((await ana.transaction((scope) => upsertContact(scope, named, 'Rui'))).id).toBe(id)
  await expect(createContact(ana, { name: 'Rui', number: `+${number}` })).rejects.toThrow('ERR_DUPLICATED_CONTACT')
})

test('an answer stored before any contact exists counts for the first message and for an import', async () => {
  await store({ number: asked, jid })
  const { id } = await receive()
  await uploadContacts(ana, [{ name: 'Rui', number: `+${asked}` }])
  expect((await findContactByNumber(ana, asked))?.id).toBe(id)
  expect(await contacts()).toEqual([told])
})

test('an opt-out of one number holds for the other, entered before or after the answer', async () => {
  await addOptOut(ana, { number: `+${told}` })
  await store({ number: asked, jid })
  expect(await isOptedOut(ana, asked)).toBe(true)
  const [asked2, told2] = ['447700900112', '447700900556']
  await store({ number: asked2, jid: `${told2}@s.whatsapp.net` })
  await addOptOut(ana, { number: `+${asked2}` })
  expect(await isOptedOut(ana, told2)).toBe(true)
})

test('a later answer with the digits asked, or with others, ends the earlier one', async () => {
  await store({ number: asked, jid })
  const { id } = await receive()
  await store({ number: asked, jid: `${asked}@s.whatsapp.net` })
  expect(await findContactByNumber(ana, asked)).toBeUndefined()
  expect(await sameNumbers(ana, [asked])).toEqual([asked])
  await store({ number: asked, jid: '447700900999@s.whatsapp.net' })
  expect(await findContactByNumber(ana, asked)).toBeUndefined()
  expect(await getContact(ana, id)).toMatchObject({ number: told, otherNumbers: [] })
})

test('a contact that gets another number loses the other numbers of the former account', async () => {
  await store({ number: asked, jid })
  const { id } = await receive()
  await updateContact(ana, id, { number: '+447700900333' })
  expect(await findContactByNumber(ana, asked)).toBeUndefined()
})

test('a campaign takes two numbers of one account in its list as one person', async () => {
  const { id: contactListId } = await createContactList(ana, { name: 'Lista' })
  for (const number of [asked, told]) await createItem(ana, { contactListId, name: 'Rui', number: `+${number}` })
  await ana.transaction(({ db }) =>
    db
      .update('contact_list_items')
      .set({ validity: 'valid', waJid: jid })
      .where('contactListId', '=', contactListId)
      .execute(),
  )
  const targets = await listTargets(ana, { contactListId, tagId: null }, 0, 10)
  expect(targets.map(({ number }) => number)).toEqual([told, told])
})

test('another company knows nothing of the answer, and an erasure removes it', async () => {
  await store({ number: asked, jid })
  const { id } = await receive()
  expect(await sameNumbers(installation.scopeOf('rui'), [asked])).toEqual([asked])
  await eraseContact(ana, id, { confirmation: told })
  expect(await sameNumbers(ana, [asked])).toEqual([asked])
})

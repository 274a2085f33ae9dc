import { beforeEach, expect, test } from 'bun:test'
import { addressOf } from '../../../src/features/api/send-api/address'
import { createContact } from '../../../src/features/contacts/contacts/service'
import { csvLinesOf } from '../../../src/features/contacts/contacts/spreadsheet/export'
import { createItem, updateItem } from '../../../src/features/contacts/lists/items'
import { createContactList } from '../../../src/features/contacts/lists/service'
import { readNumber } from '../../../src/shared/phone/read-number'
import { createInstallation } from '../../installation'

/** A Brazilian company with customers abroad, whose digits come back as they were read. */
let ana: ReturnType<Awaited<ReturnType<typeof createInstallation>>['scopeOf']>
beforeEach(async () => {
  ana = (await createInstallation()).scopeOf('ana')
})
const connection = () => ({ companyId: ana.companyId, whatsappId: 1 })

test('digits of a contact abroad reach it, though the country of the company has no such number', async () => {
  await createContact(ana, { name: 'Joe', number: '+1 415 555 0123' })
  expect(await addressOf(ana, connection(), '14155550123')).toMatchObject({ number: '14155550123' })
})

test('digits of a contact abroad that are also a national number are ambiguous, and never reach a third person', async () => {
  await createContact(ana, { name: 'Juan', number: '+51 987654321' })
  await expect(addressOf(ana, connection(), '51987654321')).rejects.toMatchObject({ detail: { reason: 'ambiguous' } })
  expect(await addressOf(ana, connection(), '(51) 98765-4321')).toMatchObject({ number: '5551987654321' })
  expect(await addressOf(ana, connection(), '+51987654321')).toMatchObject({ number: '51987654321' })
})

test('a person of a list keeps a number that is sent back as it was read', async () => {
  const { id: contactListId } = await createContactList(ana, { name: 'Lista' })
  const { id, number } = await createItem(ana, { contactListId, name: 'Juan', number: '+51 987654321' })
  expect(await updateItem(ana, id, { name: 'Juan Paz', number })).toMatchObject({ name: 'Juan Paz', number })
})

test('an exported number is read as the same number when the file comes back', async () => {
  const numbers = ['5511988880051', '51987654321', '14155550123', '525512345678']
  for (const number of numbers) await createContact(ana, { name: `Pessoa ${number}`, number: `+${number}` })
  const rows = (await Array.fromAsync(csvLinesOf(ana))).join('').trim().split('\r\n').slice(1)
  const back = rows.map((row) => readNumber(row.split(';')[1] ?? '', 'BR'))
  expect(back.map((read) => ('number' in read ? read.number : read.refused)).sort()).toEqual([...numbers].sort())
  expect(rows.some((row) => row.includes(';5511988880051;'))).toBe(true)
})

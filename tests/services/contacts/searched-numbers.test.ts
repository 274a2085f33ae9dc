import { expect, test } from 'bun:test'
import { listContacts } from '../../../src/features/contacts/contacts/search'
import { uploadContacts } from '../../../src/features/contacts/contacts/spreadsheet/upload'
import { searchedText } from '../../../src/features/contacts/contacts/typed-number'
import { importOptOuts } from '../../../src/features/contacts/opt-outs/service'
import { createInstallation } from '../../installation'

test.each([
  '11988880051',
  '(011) 98888-0051',
  '0xx11 98888-0051',
  '+55 (11) 98888-0051',
  '11 8888-0051',
  'https://wa.me/5511988880051',
  '\u202a+55 11 98888\u20110051\u202c',
  '8888005',
])('a search for %j finds the contact of the number', async (searchParam) => {
  const ana = (await createInstallation()).scopeOf('ana')
  await uploadContacts(ana, [{ name: 'Rui', number: '11 98888-0051' }])
  const { contacts } = await listContacts(ana, { searchParam })
  expect(contacts.map(({ name }) => name)).toEqual(['Rui'])
})

test('searchedText leaves words and unfinished numbers as they are', async () => {
  const ana = (await createInstallation()).scopeOf('ana')
  for (const text of ['Maria', '9888', '11 98888-00', 'pedido 5511988880051 atrasado de ontem'])
    expect(await searchedText(ana, text)).toBe(text)
})

test('an import of opt-outs names the reason of each text that is no number', async () => {
  const ana = (await createInstallation()).scopeOf('ana')
  const numbers = ['11 98888-0051', '3333-4444', '5,51199E+12']
  expect(await importOptOuts(ana, { numbers })).toMatchObject({
    ...{ added: 1, refusedCount: 2, refused: ['3333-4444', '5,51199E+12'] },
    reasons: [
      { text: '3333-4444', reason: 'noAreaCode' },
      { text: '5,51199E+12', reason: 'scientific' },
    ],
  })
})

import { expect, test } from 'bun:test'
import { upsertContact } from '../../../src/features/contacts/contacts/identify'
import { storeNumberAnswer } from '../../../src/features/contacts/contacts/number-answers'
import { listContacts, suggestContacts } from '../../../src/features/contacts/contacts/search'
import { uploadContacts } from '../../../src/features/contacts/contacts/spreadsheet/upload'
import { searchedText } from '../../../src/features/contacts/contacts/typed-number'
import { importOptOuts } from '../../../src/features/contacts/opt-outs/service'
import { findContactIds } from '../../../src/features/inbox/search/contacts'
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

const another = { jid: '447700900555@s.whatsapp.net', number: '447700900555' }

test.each([
  ['5511988880051', '551188880'],
  ['5511988880051', '1188880051'],
  ['525512345678', '521551234'],
  ['5491123450000', '5411234500'],
  ['2290197123456', '22997123'],
  [another.number, '447700900111'],
  [another.number, '7700900111'],
])(
  'the contact of %s is found by %s: the former form, or another number of its account',
  async (number, searchParam) => {
    const ana = (await createInstallation()).scopeOf('ana')
    await ana.transaction(async (scope) => {
      await upsertContact(scope, { number, lid: null, jid: `${number}@s.whatsapp.net`, isGroup: false }, 'Rui')
      await storeNumberAnswer(scope, '447700900111', another.jid)
    })
    const names = async (query: { dateStart?: string }) =>
      (await listContacts(ana, { searchParam, ...query })).contacts.map(({ name }) => name)
    expect(await names({})).toEqual(['Rui'])
    // Limited to days, the search uses the index.
    expect(await names({ dateStart: '2020-01-01' })).toEqual(['Rui'])
    expect((await suggestContacts(ana, searchParam)).contacts.map(({ name }) => name)).toEqual(['Rui'])
    expect(await findContactIds(ana, [searchParam], 10)).toHaveLength(1)
  },
)

test('a contact is no longer found by another number that its account lost', async () => {
  const ana = (await createInstallation()).scopeOf('ana')
  const store = (jid: string) => ana.transaction((scope) => storeNumberAnswer(scope, '447700900111', jid))
  await ana.transaction((scope) => upsertContact(scope, { ...another, lid: null, isGroup: false }, 'Rui'))
  await store(another.jid)
  await store('447700900111@s.whatsapp.net')
  const search = { searchParam: '447700900111' }
  expect((await listContacts(ana, search)).contacts).toEqual([])
  expect((await listContacts(ana, { ...search, dateStart: '2020-01-01' })).contacts).toEqual([])
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

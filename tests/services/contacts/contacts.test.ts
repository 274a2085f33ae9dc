import { describe, expect, test } from 'bun:test'
import { importAddressBook, storeAddressBook } from '../../../src/features/contacts/contacts/address-book'
import { renameGroup, upsertContact } from '../../../src/features/contacts/contacts/identify'
import { getContactRow } from '../../../src/features/contacts/contacts/read'
import { listContacts, suggestContacts } from '../../../src/features/contacts/contacts/search'
import {
  createContact,
  deleteContact,
  getContact,
  updateContact,
} from '../../../src/features/contacts/contacts/service'
import { csvLinesOf } from '../../../src/features/contacts/contacts/spreadsheet/export'
import { uploadContacts } from '../../../src/features/contacts/contacts/spreadsheet/upload'
import { countBelongings, listTicketsOfContact } from '../../../src/features/inbox/contact-tickets/belongings'
import { listFilesOf } from '../../../src/features/inbox/messages/read/contact-files'
import { csvCell } from '../../../src/shared/csv'
import { createInstallation } from '../../installation'

type World = Awaited<ReturnType<typeof createInstallation>>

async function createContacts() {
  const installation = await createInstallation()
  await uploadContacts(installation.scopeOf('ana'), [
    { name: 'João da Conceição', number: '11 91234-5678', email: 'joao@padaria.test' },
    { name: 'Érica Müller', number: '+49 151 23456789' },
    { name: 'Maria João "Jô"', number: '21987654321' },
    { name: 'Zé', number: '31988887777', email: 'ze@x.test' },
  ])
  await uploadContacts(installation.scopeOf('rui'), [{ name: 'João de Outra Empresa', number: '11 95555-4444' }])
  return installation
}
const names = async (made: World, query: Parameters<typeof listContacts>[1]) =>
  (await listContacts(made.scopeOf('bob'), query)).contacts.map(({ name }) => name)

async function listAll(made: World, searchParam: string | undefined) {
  const all: Awaited<ReturnType<typeof listContacts>>['contacts'] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await listContacts(made.scopeOf('bob'), { searchParam, cursor })
    all.push(...page.contacts)
    cursor = page.next
  }
  return all
}

describe('finding contacts', () => {
  const cases: [search: string, found: string[]][] = [
    ['joao', ['João da Conceição', 'Maria João "Jô"']],
    ['JOÃO', ['João da Conceição', 'Maria João "Jô"']],
    ['concei', ['João da Conceição']],
    ['conceicao joao', ['João da Conceição']],
    ['muller', ['Érica Müller']],
    ['erica mü', ['Érica Müller']],
    ['jo', ['João da Conceição']],
    ['zé', ['Zé']],
    ['1234', ['Érica Müller', 'João da Conceição']],
    ['+55 (11) 91234-56', ['João da Conceição']],
    ['padaria.test', ['João da Conceição']],
    ['"jo"', ['Maria João "Jô"']],
    ['nobody', []],
    ['" OR number : "', []],
    ['outra empresa', []],
  ]
  test.each(cases)('%s', async (searchParam, found) => {
    const made = await createContacts()
    expect(await names(made, { searchParam })).toEqual(found)
    expect((await listContacts(made.scopeOf('bob'), { searchParam })).count).toBe(found.length)
  })

  test('pages by cursor and by number return the same contacts, and search follows every change', async () => {
    const installation = await createInstallation()
    const rows = Array.from({ length: 70 }, (_, n) => ({ name: `Pessoa ${n}`, number: `55119${80_000_000 + n}` }))
    await uploadContacts(installation.scopeOf('ana'), rows)
    for (const searchParam of [undefined, 'pessoa']) {
      const first = await listContacts(installation.scopeOf('bob'), { searchParam })
      expect(first).toMatchObject({ hasMore: true, count: 70 })
      const second = await listContacts(installation.scopeOf('bob'), { searchParam, cursor: first.next as string })
      expect((await listContacts(installation.scopeOf('bob'), { searchParam, pageNumber: 2 })).contacts).toEqual(
        second.contacts,
      )
      const third = await listContacts(installation.scopeOf('bob'), { searchParam, cursor: second.next as string })
      expect(third).toMatchObject({ hasMore: false, next: null })
      const all = [first, second, third].flatMap(({ contacts }) => contacts.map(({ id }) => id))
      expect(new Set(all).size).toBe(70)
    }
    const [one] = (await listContacts(installation.scopeOf('bob'), {})).contacts
    await updateContact(installation.scopeOf('ana'), one?.id as number, { name: 'Renomeada' })
    expect(await names(installation, { searchParam: 'renomeada' })).toEqual(['Renomeada'])
    await deleteContact(installation.scopeOf('ana'), one?.id as number)
    expect(await names(installation, { searchParam: 'renomeada' })).toEqual([])
    expect((await suggestContacts(installation.scopeOf('bob'), 'pessoa')).contacts).toHaveLength(50)
  })

  test('pages of thousands of contacts are complete for frequent and rare words, early and late in the order of names', async () => {
    const installation = await createInstallation()
    await installation.store.write(({ kysely }) => {
      const rows = Array.from({ length: 2_300 }, (_, n) => {
        const name = n < 2_200 ? `cliente ${n % 7}` : `zulmira ${n % 3}`
        const number = n % 2 ? `55119${80_000_000 + n}` : null
        const email = n % 50 === 0 ? 'LOJA@praça.test' : ''
        return {
          companyId: installation.scopeOf('ana').companyId,
          name,
          searchText: name,
          number,
          email,
          waJid: `${n}@lid`,
        }
      })
      const chunks = Array.from({ length: 12 }, (_, n) => rows.slice(n * 200, n * 200 + 200))
      return Promise.all(chunks.map((some) => kysely.insertInto('contacts').values(some).execute()))
    })
    const all = await listAll(installation, undefined)
    for (const [searchParam, test] of [
      ['cliente', ({ name }) => name.startsWith('cliente')],
      ['zulmira', ({ name }) => name.startsWith('zulmira')],
      ['LOJA@', ({ email }) => email !== ''],
      ['+55 11 98', ({ number }) => number !== null],
      ['loja zul', ({ name, email }) => email !== '' && name.startsWith('zulmira')],
      ['nobody', () => false],
    ] as [string, (one: (typeof all)[number]) => boolean][]) {
      const expected = all.filter(test).map(({ id }) => id)
      expect((await listAll(installation, searchParam)).map(({ id }) => id)).toEqual(expected)
      const { count, contacts } = await listContacts(installation.scopeOf('bob'), { searchParam, pageNumber: 3 })
      expect([count, contacts.map(({ id }) => id)]).toEqual([expected.length, expected.slice(60, 90)])
    }
  })

  test("by day of creation use days in the company's time zone", async () => {
    const made = await createContacts()
    const night = '2026-03-02T02:30:00.000Z' // 1 March in São Paulo
    await made.store.write(({ kysely }) =>
      kysely.updateTable('contacts').set({ createdAt: night }).where('name', '=', 'Zé').execute(),
    )
    expect(await names(made, { date: '2026-03-01' })).toEqual(['Zé'])
    expect(await names(made, { date: '2026-03-02' })).toEqual([])
    expect(await names(made, { dateStart: '2026-02-01', dateEnd: '2026-03-01' })).toEqual(['Zé'])
    expect(await names(made, { dateEnd: '2026-03-01', searchParam: 'joao' })).toEqual([])
    await expect(names(made, { date: '2026-02-31' })).rejects.toThrow('ERR_VALIDATION')
  })
})

describe('rows of a spreadsheet', () => {
  const rows: [what: string, row: object, outcome: object | string][] = [
    ['whole', { name: ' Ana  Lima ', number: '(11) 98888-7777', email: 'ana@x.test' }, { name: 'Ana Lima' }],
    ['a number that the program keeps as one', { name: 'Ana', number: 11988887777 }, { number: '5511988887777' }],
    ['without the ninth digit', { name: 'Ana', number: '551188887777' }, { number: '5511988887777' }],
    ['behind a trunk zero', { name: 'Ana', number: '011988887777' }, { number: '5511988887777' }],
    ['from abroad', { name: 'Ana', number: '+1 415 555 2671' }, { number: '14155552671' }],
    ['without a name', { number: '11988887777' }, { name: '5511988887777' }],
    ['an empty e-mail', { name: 'Ana', number: '11988887777', email: '' }, { name: 'Ana' }],
    ['no number', { name: 'Ana' }, 'noNumber'],
    ['a number too short', { name: 'Ana', number: '1234' }, 'tooShort'],
    ['words for a number', { name: 'Ana', number: 'a combinar' }, 'noNumber'],
    ['a name too short', { name: 'A', number: '11988887777' }, 'name'],
    ['a name too long', { name: 'A'.repeat(51), number: '11988887777' }, 'name'],
    ['an e-mail that is none', { name: 'Ana', number: '11988887777', email: 'ana arroba x' }, 'email'],
  ]
  test.each(rows)('%s', async (_, row, outcome) => {
    const installation = await createInstallation()
    const { newContacts, errorBag } = await uploadContacts(installation.scopeOf('bob'), [row])
    if (typeof outcome === 'string') {
      expect(newContacts).toEqual([])
      expect(errorBag).toMatchObject([{ row: 1, error: outcome }])
      expect(installation.published).toEqual([])
    } else {
      expect(errorBag).toEqual([])
      expect(newContacts).toMatchObject([outcome])
      expect(await getContact(installation.scopeOf('bob'), newContacts[0]?.id as number)).toMatchObject(outcome)
      expect(installation.published).toMatchObject([{ entity: 'contact', payload: { action: 'reload' } }])
    }
  })

  test('a repeated number gives one contact, existing contacts only get empty fields filled, and a repeat changes nothing', async () => {
    const installation = await createInstallation()
    const { id } = await installation.insertContact('acme', { name: 'Nome da equipe', number: '5511988880001' })
    const file = [
      { name: 'Outro nome', number: '11988880001', email: 'novo@x.test' },
      { number: '11988880002' },
      { row: 9, name: 'Bia', number: '+55 11 98888-0002', email: 'bia@x.test' },
      { row: 12, name: 'Ninguém', number: 'x' },
    ]
    const first = await uploadContacts(installation.scopeOf('bob'), file)
    expect(first).toMatchObject({ newContacts: [{ name: 'Bia' }], filled: 1, errorBag: [{ row: 12, number: 'x' }] })
    expect(await getContact(installation.scopeOf('bob'), id)).toMatchObject({
      name: 'Nome da equipe',
      email: 'novo@x.test',
    })
    installation.published.length = 0
    expect(await uploadContacts(installation.scopeOf('bob'), file)).toMatchObject({ newContacts: [], filled: 0 })
    expect(installation.published).toEqual([])
  })

  test('5,000 are imported and 5,001 are refused', async () => {
    const installation = await createInstallation()
    const row = { name: 'Ana', number: '11988887777' }
    const tooMany = Array.from({ length: 5001 }, () => row)
    await expect(uploadContacts(installation.scopeOf('bob'), tooMany)).rejects.toMatchObject({
      code: 'ERR_SPREADSHEET_ROWS',
    })
    expect(await uploadContacts(installation.scopeOf('bob'), tooMany.slice(1))).toMatchObject({
      newContacts: [{ name: 'Ana' }],
    })
  })
})

describe('contatos.csv', () => {
  test.each([
    ['Ana', 'Ana'],
    ['=1+1', "'=1+1"],
    ['+55', "'+55"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t =1"],
    ['＝1+1', "'＝1+1"],
    ['﹦1+1', "'﹦1+1"],
    ['Ana,=HYPERLINK(1)', 'Ana, =HYPERLINK(1)'],
    ['bom\n@SUM(A1)', '"bom\n @SUM(A1)"'],
    ['R$ 10, -5 %', 'R$ 10, -5 %'],
    ['a;b', '"a;b"'],
    ['diz "oi"', '"diz ""oi"""'],
    ['=HYPERLINK("x";"y")', '"\'=HYPERLINK(""x"";""y"")"'],
  ])('%s', (text, cell) => expect(csvCell(text)).toBe(cell))

  test('has all contacts of the company without groups and without LIDs', async () => {
    const made = await createContacts()
    const row = { lid: '999000111', number: null, waJid: '999000111@lid', searchText: 'oculto', pictureAt: null }
    await made.acme.transaction(async (tx) => {
      await tx.insert('contacts', { ...row, name: 'Oculto' }).execute()
      const group = { ...row, lid: null, number: '12036300', isGroup: 1 } as const
      await tx.insert('contacts', { ...group, name: 'Grupo' }).execute()
    })
    const text = (await Array.fromAsync(csvLinesOf(made.scopeOf('bob')))).join('')
    expect(text.split('\r\n')).toEqual([
      '\ufeffname;number;email',
      'Érica Müller;4915123456789;',
      'João da Conceição;5511912345678;joao@padaria.test',
      '"Maria João ""Jô""";5521987654321;',
      'Oculto;;',
      'Zé;5531988887777;ze@x.test',
      '',
    ])
  })
})

describe('a new number', () => {
  test('is refused to an agent who may not change the open ticket, and nothing changes', async () => {
    const { scopeOf, insertTicket, insertContact, acme } = await createInstallation()
    const contact = await insertContact('acme')
    await insertTicket({ contactId: contact.id, status: 'open', userId: 1, queueId: 2 })
    const before = await acme.select('contacts').selectAll().execute()
    await expect(updateContact(scopeOf('bob'), contact.id, { number: '11977776666' })).rejects.toMatchObject({
      code: 'ERR_NO_PERMISSION',
    })
    expect(await acme.select('contacts').selectAll().execute()).toEqual(before)
    await updateContact(scopeOf('bob'), contact.id, { name: 'Outro nome' })
  })

  test('stands in the log and in the history of each live ticket', async () => {
    const { scopeOf, insertTicket, insertContact, acme } = await createInstallation()
    const contact = await insertContact('acme', { number: '5511988887777' })
    const { id } = await insertTicket({ contactId: contact.id, status: 'open', userId: 3, queueId: 1 })
    await updateContact(scopeOf('bob'), contact.id, { number: '11977776666' })
    expect(await acme.select('ticket_events').select(['ticketId', 'kind', 'actorId']).execute()).toEqual([
      { ticketId: id, kind: 'renumbered', actorId: 3 },
    ])
    expect(await acme.select('audit_log').select(['action', 'entity', 'before', 'after']).execute()).toEqual([
      { action: 'update', entity: 'contact', before: '{"number":"…7777"}', after: '{"number":"…6666"}' },
    ])
  })
})

describe('one contact', () => {
  test('an update of extra information changes lines by id, adds new ones and removes missing ones', async () => {
    const installation = await createInstallation()
    const input = { name: 'Ana', number: '11988887777', extraInfo: [{ name: 'CPF', value: '1' }] }
    const contact = await createContact(installation.scopeOf('bob'), input)
    const [cpf] = contact.extraInfo
    expect(cpf).toMatchObject({ name: 'CPF', value: '1' })
    const changed = await updateContact(installation.scopeOf('bob'), contact.id, {
      extraInfo: [
        { id: cpf?.id, name: 'CPF', value: '2' },
        { name: 'Cidade', value: 'Recife' },
      ],
    })
    expect(changed.extraInfo).toMatchObject([{ id: cpf?.id, value: '2' }, { name: 'Cidade' }])
    const left = await updateContact(installation.scopeOf('bob'), contact.id, { extraInfo: [] })
    expect(left.extraInfo).toEqual([])
    expect(installation.published.at(-1)).toMatchObject({ payload: { action: 'update', contact: { extraInfo: [] } } })
  })

  test('a number that exists is refused with the contact that has it', async () => {
    const installation = await createInstallation()
    const { id } = await installation.insertContact('acme', { name: 'Ana', number: '5511988887777' })
    const twin = createContact(installation.scopeOf('bob'), { name: 'Outra', number: '(11) 98888-7777' })
    await expect(twin).rejects.toMatchObject({
      code: 'ERR_DUPLICATED_CONTACT',
      detail: { contact: { id, name: 'Ana' } },
    })
  })

  test('a number that WhatsApp does not know, or says nothing about, is neither created nor given to a contact', async () => {
    const { insertContact, insertConnection, scopeOf, whatsapp, acme } = await createInstallation()
    const bob = scopeOf('bob')
    const { id } = await insertContact('acme', { number: '5511988887777' })
    whatsapp.openConnections.add((await insertConnection()).id)
    whatsapp.unknownNumbers.add('5511977776666')
    const stored = () => acme.select('contacts').select(['id', 'number']).execute()
    const refused = { code: 'ERR_WAPP_INVALID_CONTACT' }
    await expect(createContact(bob, { name: 'Rosa', number: '(11) 97777-6666' })).rejects.toMatchObject(refused)
    await expect(updateContact(bob, id, { number: '11 97777-6666' })).rejects.toMatchObject(refused)
    whatsapp.networkError = new Error('no answer')
    const unanswered = { code: 'ERR_WAPP_CHECK_CONTACT' }
    await expect(createContact(bob, { name: 'Rosa', number: '11966665555' })).rejects.toMatchObject(unanswered)
    await expect(updateContact(bob, id, { number: '11966665555' })).rejects.toMatchObject(unanswered)
    expect(await stored()).toEqual([{ id, number: '5511988887777' }])
  })

  test('deletion removes tickets and messages and publishes it to their viewers', async () => {
    const installation = await createInstallation()
    const { id, contactId } = await installation.insertTicket({ status: 'open', userId: 3, queueId: 1 })
    expect(await countBelongings(installation.scopeOf('ana'), contactId)).toEqual({ tickets: 1, messages: 0 })
    await deleteContact(installation.scopeOf('ana'), contactId)
    expect(installation.published).toMatchObject([
      { entity: 'ticket', payload: { action: 'delete', ticketId: id } },
      { entity: 'contact', payload: { action: 'delete', contactId } },
    ])
  })

  test('earlier tickets and files are limited to tickets the user may read', async () => {
    const installation = await createInstallation()
    const mine = await installation.insertTicket({ status: 'closed', userId: 3, queueId: 1 })
    const { contactId, whatsappId } = mine
    const theirs = await installation.insertTicket({
      status: 'closed',
      queueId: 2,
      contactId,
      whatsappId: whatsappId as number,
    })
    for (const { id } of [mine, theirs]) await file(installation, id, contactId)
    const of = async (name: 'bob' | 'ana') =>
      (await listTicketsOfContact(installation.scopeOf(name), contactId, {})).tickets.map(({ id }) => id)
    expect(await of('bob')).toEqual([mine.id])
    expect(await of('ana')).toEqual([theirs.id, mine.id])
    const files = async (name: 'bob' | 'ana') =>
      (await listFilesOf(installation.scopeOf(name), contactId, {})).messages.map(({ ticketId }) => ticketId)
    expect(await files('bob')).toEqual([mine.id])
    expect(await files('ana')).toEqual([theirs.id, mine.id])
  })
})

test('an address book is stored, and its import skips groups and keeps existing names', async () => {
  const installation = await createInstallation()
  const { id: whatsappId } = await installation.insertConnection()
  await installation.insertContact('acme', { name: 'Nome da equipe', number: '5511988880001' })
  const entry = (number: string, name: string) => ({ number, name, jid: `${number}@s.whatsapp.net` })
  await storeAddressBook(installation.systemScope(), whatsappId, [
    entry('551188880001', 'Agenda'),
    entry('5511988880002', 'Bia'),
  ])
  await storeAddressBook(installation.systemScope(), whatsappId, [entry('5511988880002', 'Bia Torres')])
  expect(await importAddressBook(installation.scopeOf('bob'))).toEqual({ known: 2, imported: 1, filled: 0 })
  expect(await names(installation, {})).toEqual(['Bia Torres', 'Nome da equipe'])
  expect(await importAddressBook(installation.scopeOf('bob'))).toEqual({ known: 2, imported: 0, filled: 0 })
  expect(await importAddressBook(installation.scopeOf('rui'))).toEqual({ known: 0, imported: 0, filled: 0 })
})

async function file({ acme }: World, ticketId: number, contactId: number) {
  const id = `${ticketId}`.padStart(32, 'a')
  await acme.transaction(async (tx) => {
    const media = { id, originalName: 'a.png', mime: 'image/png', size: 1, sha256: '', path: id }
    await tx.insert('media', media).execute()
    const kind = { body: '', mediaType: 'image', mediaId: id, mediaStatus: 'ready' } as const
    const said = { ticketId, contactId, whatsappId: null, waId: id, fromMe: 0, origin: 'customer' } as const
    const rest = { userId: null, detail: null, ack: 1, error: null, quotedWaId: null, proto: null } as const
    await tx.insert('messages', { ...kind, ...said, ...rest }).execute()
  })
}

test('a push name or group subject from WhatsApp is cut at 100 characters', async () => {
  const { systemScope } = await createInstallation()
  const identity = { number: '5511987654321', lid: null, jid: '5511987654321@s.whatsapp.net', isGroup: false }
  const { person, group } = await systemScope().transaction(async (scope) => {
    const person = await upsertContact(scope, identity, 'N'.repeat(5000))
    const group = await upsertContact(scope, { number: null, lid: null, jid: '1203@g.us', isGroup: true }, '')
    await renameGroup(scope, group.id, `${'G'.repeat(99)}😀`)
    return { person, group }
  })
  expect(person.name).toBe('N'.repeat(100))
  expect((await getContactRow(systemScope(), group.id)).name).toBe('G'.repeat(99))
})

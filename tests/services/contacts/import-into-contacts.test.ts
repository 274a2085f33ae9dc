import { expect, test } from 'bun:test'
import { listContacts } from '../../../src/features/contacts/contacts/search'
import { csvLinesOf } from '../../../src/features/contacts/contacts/spreadsheet/export'
import { getImport } from '../../../src/features/contacts/imports/read'
import { runImport } from '../../../src/features/contacts/imports/run'
import { importFile } from '../../../src/features/contacts/imports/start'
import { createInstallation } from '../../installation'

async function start() {
  const ana = (await createInstallation()).scopeOf('ana')
  const importAll = async (text: string) => {
    const { id } = await importFile(ana, null, { file: new File([text], 'a.csv') })
    await runImport.run(ana, { importId: id }, { number: 1, last: false })
    return getImport(ana, id)
  }
  const people = async () =>
    (await listContacts(ana, {})).contacts.map(({ name, number, email, extraInfo }) => ({
      ...{ name, number, email },
      fields: extraInfo.map((field) => `${field.name}: ${field.value}`),
    }))
  return { ana, importAll, people }
}

test('a second import of a contact adds what it lacks and changes nothing that it has', async () => {
  const { importAll, people } = await start()
  const first = await importAll('nome;fone;plano\nAna;11987654321;Ouro\nRui;12;\nAna;11 98765-4321;Prata')
  expect(first).toMatchObject({ contactListId: null, state: 'done', added: 1, invalid: 1, repeated: 1, filled: 0 })
  const second = await importAll('nome;fone;email;plano;cidade\nOutra;11987654321;a@x.com;Prata;Santos')
  expect(second).toMatchObject({ added: 0, filled: 1, known: 0 })
  expect(await importAll('nome;fone\nAna;11987654321')).toMatchObject({ added: 0, filled: 0, known: 1 })
  const fields = ['plano: Ouro', 'cidade: Santos']
  expect(await people()).toEqual([{ name: 'Ana', number: '5511987654321', email: 'a@x.com', fields }])
})

test('an export contains every field, and exported, imported and exported again it is the same to the byte', async () => {
  const [one, other] = [await start(), await start()]
  const odd = [
    '',
    'x',
    '=1+1',
    "'5 estrelas",
    '-',
    'n/a',
    'null',
    'dois\r\nlados',
    ' a;b,c,d,e ',
    '"aspas"',
    '12/05/1990',
    '0012',
  ]
  const names = [
    'Telefone',
    'E-mail',
    'Nome',
    'Último nome',
    'CPF',
    'linha',
    'A  B',
    'Plano',
    'Plano',
    'DDD',
    '#x',
    'Plano 2',
  ]
  await one.ana.transaction(async ({ db }) => {
    const people = ['Ana', '.', 'Zé; "o bom"', "'9 irmãos", '+Rui, o outro, de lá', 'Bia\tLima']
    for (const [at, name] of people.entries()) {
      const number = `55119876543${20 + at}`
      const row = { name, number, email: at ? '' : 'ana@loja.photography', searchText: name.toLowerCase() }
      const { id: contactId } = await db
        .insert('contacts', { ...row, lid: null, pictureAt: null, waJid: `${number}@s.whatsapp.net` })
        .returning('id')
        .executeTakeFirstOrThrow()
      for (const [n, field] of names.entries()) {
        const value = odd[(n + at * 5) % odd.length] as string
        if ((n + at) % 4 > 0) await db.insert('contact_extra', { contactId, name: field, value }).execute()
      }
    }
  })
  const exportOf = async ({ ana }: typeof one) => (await Array.fromAsync(csvLinesOf(ana))).join('')
  const file = await exportOf(one)
  expect(file.split('\r\n')[0]).toBe(
    '\ufeffname;number;email;#x;A B;CPF;DDD;E-mail;Nome;Plano;Plano 2;Plano 2 2;Telefone;linha;Último nome',
  )
  expect(await other.importAll(file)).toMatchObject({ state: 'done', added: 6, invalid: 0, leftOut: 0 })
  expect(await exportOf(other)).toBe(file)
})

test('fields of more names than a file has columns share the last column', async () => {
  const { ana } = await start()
  await ana.transaction(async ({ db }) => {
    for (let at = 0; at < 10; at++) {
      const number = `55119876543${20 + at}`
      const row = { name: `N${at}`, number, searchText: `n${at}`, lid: null, pictureAt: null, waJid: number }
      const { id: contactId } = await db.insert('contacts', row).returning('id').executeTakeFirstOrThrow()
      for (let n = 0; n < 30; n++)
        await db.insert('contact_extra', { contactId, name: `c${at * 30 + n}`, value: `v${at * 30 + n}` }).execute()
    }
  })
  const file = (await Array.fromAsync(csvLinesOf(ana))).join('')
  expect(file.split('\r\n')[0]?.split(';')).toHaveLength(256)
  for (let n = 0; n < 300; n++) expect(file).toMatch(new RegExp(`\\bv${n}\\b`))
})

test('the contacts that one company exports are the same in the company that imports them', async () => {
  const [one, other] = [await start(), await start()]
  const names = ['=Ana', 'Zé, o "bom"; da feira', "'Nhô", 'B', `Nome ${'comprido '.repeat(9).trim()}`]
  const numbers = ['5511987654321', '5521987654321', '351912345678', '12025550123', '5551987654321']
  const rows = names.map((name, at) => ({ name, number: numbers[at] as string, email: at === 0 ? 'a@x.com' : '' }))
  const none = { lid: null, pictureAt: null }
  await one.ana.transaction(async ({ db }) => {
    for (const row of rows)
      await db
        .insert('contacts', {
          ...row,
          ...none,
          searchText: row.name.toLowerCase(),
          waJid: `${row.number}@s.whatsapp.net`,
        })
        .execute()
  })
  const file = (await Array.fromAsync(csvLinesOf(one.ana))).join('')
  expect(await other.importAll(file)).toMatchObject({ state: 'done', added: names.length, invalid: 0, leftOut: 0 })
  const byNumber = (people: { number: string | null }[]) =>
    people.toSorted((a, b) => `${a.number}`.localeCompare(`${b.number}`))
  expect(byNumber(await other.people())).toEqual(byNumber(await one.people()))
})

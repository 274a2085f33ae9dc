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

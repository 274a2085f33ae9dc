import { expect, spyOn, test } from 'bun:test'
import type { Scope } from '../../../src/core/scope'
import { downloadRefusedRows } from '../../../src/features/contacts/imports/errors-csv'
import { createListFrom } from '../../../src/features/contacts/imports/from-source'
import type { LayoutInput } from '../../../src/features/contacts/imports/model'
import { batchSize } from '../../../src/features/contacts/imports/open-import'
import { getImport, listImports } from '../../../src/features/contacts/imports/read'
import { runImport } from '../../../src/features/contacts/imports/run'
import { downloadSample } from '../../../src/features/contacts/imports/sample'
import { cancelImport, chooseLayout, importFile } from '../../../src/features/contacts/imports/start'
import { createItem } from '../../../src/features/contacts/lists/items'
import { getContactList } from '../../../src/features/contacts/lists/read'
import { listItems } from '../../../src/features/contacts/lists/read-items'
import { createContactList } from '../../../src/features/contacts/lists/service'
import { limits } from '../../../src/shared/limits'
import { createInstallation } from '../../installation'
import { oldWorkbook } from '../../old-workbook'
import { sheetXml, workbook } from '../../workbook'
import { zipOf } from '../../zip'

type Content = string | Uint8Array<ArrayBuffer>

async function start() {
  const installation = await createInstallation()
  const ana = installation.scopeOf('ana')
  const list = await createContactList(ana, { name: 'Clientes' })
  const upload = (content: Content, name = 'lista.csv') => importFile(ana, list.id, { file: new File([content], name) })
  const run = (importId: number) => runImport.run(ana, { importId }, { number: 1, last: false })
  /** Imports a file to its end. */
  const importAll = async (content: Content) => {
    const { id } = await upload(content)
    await run(id)
    return getImport(ana, id)
  }
  const people = async () =>
    (await listItems(ana, { contactListId: list.id })).contacts.map(({ name, number, email }) => [name, number, email])
  return { ...installation, ana, list, upload, run, importAll, people }
}

const heading = 'nome;numero;email'

test('an .xlsx, an .xls and a .csv file with the same rows give the same people', async () => {
  const rows = [
    ['Nome', 'Número', 'E-mail'],
    ['José Lima', '(11) 98765-4321', 'jose@exemplo.com'],
    ['Ana', '5521912345678', ''],
  ]
  const csv = Buffer.from(rows.map((cells) => cells.join(',')).join('\r\n'), 'latin1')
  const xls = oldWorkbook([...rows.slice(0, 2), ['Ana', 5_521_912_345_678, '']])
  for (const file of [workbook(sheetXml(rows)), xls, new Uint8Array(csv)]) {
    const { importAll, people } = await start()
    expect(await importAll(file)).toMatchObject({ state: 'done', total: 2, handled: 2, added: 2, invalid: 0 })
    expect(await people()).toEqual([
      ['Ana', '5521912345678', ''],
      ['José Lima', '5511987654321', 'jose@exemplo.com'],
    ])
  }
})

test('the end of an import publishes the figures of its list, from which the page offers the check of numbers', async () => {
  const { importAll, published } = await start()
  await importAll([heading, 'Ana;11 98765-4321;', 'Bia;21912345678;'].join('\n'))
  const lists = published.filter(({ entity }) => entity === 'contactList').map(({ payload }) => payload)
  expect(lists.at(-1)).toMatchObject({ action: 'update', contactList: { contactsCount: 2 } })
})

test('refused rows are counted and downloaded with their row numbers and harmless formulas', async () => {
  const { ana, list, importAll } = await start()
  await createItem(ana, { contactListId: list.id, name: 'Velha', number: '11987654321' })
  const lines = [heading, 'Ana;11 98765-4321;', 'Rui;123;', '=1+1;21912345678;x', 'Bia;21912345678;']
  const made = await importAll(lines.join('\n'))
  expect(made).toMatchObject({ state: 'done', total: 4, added: 1, known: 1, repeated: 1, invalid: 1, leftOut: 1 })
  const csv = await (await downloadRefusedRows(ana, made.id, 'list')).text()
  expect(csv.split('\r\n')).toEqual([
    'linha;nome;numero;motivo',
    '2;Ana;5511987654321;Número que já está na lista, com o nome: Velha',
    '3;Rui;123;Faltam dígitos no número',
    "4;'=1+1;5521912345678;Pessoa importada sem a célula email: x (E-mail inválido)",
    '5;Bia;5521912345678;Número repetido neste arquivo, na linha: 4',
    '',
  ])
})

test('a file with other columns waits for a choice and proposes one', async () => {
  const { ana, upload, run, people } = await start()
  const lines = ['Código;Quem;Onde;Ligar para', '7;Bia;bia@exemplo.com;11987654321']
  const made = await upload(lines.join('\n'))
  const layout: LayoutInput = { sheet: 0, heading: 1, columns: ['field', 'name', 'email', 'number'] }
  const fields = [{ name: 'Código', value: '7' }]
  const person = { row: 2, name: 'Bia', number: '5511987654321', email: 'bia@exemplo.com', fields, fault: null }
  expect(made).toMatchObject({ state: 'mapping', preview: { layout, rows: [person], sampled: 1, refused: 0 } })
  expect(await chooseLayout(ana, made.id, layout, 'list')).toMatchObject({ state: 'running', preview: null })
  await run(made.id)
  expect(await people()).toEqual([['Bia', '5511987654321', 'bia@exemplo.com']])
  await expect(chooseLayout(ana, made.id, layout, 'list')).rejects.toThrow('ERR_CONTACT_IMPORT_STATE')
})

const manyRows = (count: number) =>
  [heading, ...Array.from({ length: count }, (_, at) => `Pessoa ${at};119${80_000_000 + at};`)].join('\n')

test('an interrupted import continues after the last stored batch', async () => {
  const { ana, list, upload, run, store } = await start()
  const { id } = await upload(manyRows(1000))
  const write = store.write.bind(store)
  let writes = 0
  Object.assign(store, { write: (...given: Parameters<typeof write>) => (++writes === 3 ? fail() : write(...given)) })
  const fail = () => Promise.reject(new Error('interrupted'))
  await expect(run(id)).rejects.toThrow('interrupted')
  expect(await getImport(ana, id)).toMatchObject({ state: 'running', handled: 2 * batchSize })
  Object.assign(store, { write })
  await run(id)
  expect(await getImport(ana, id)).toMatchObject({ state: 'done', handled: 1000, added: 1000, known: 0, repeated: 0 })
  expect(await getContactList(ana, list.id)).toMatchObject({ contactsCount: 1000 })
})

test('an import pauses after each batch, so that it leaves the thread to others', async () => {
  const { ana, upload, run } = await start()
  const { id } = await upload(manyRows(2 * batchSize + 1))
  const pauses = spyOn(Bun, 'sleep')
  try {
    await run(id)
    expect(pauses).toHaveBeenCalledTimes(3)
    for (const [ms] of pauses.mock.calls) expect(ms).toBeWithin(0, 11)
  } finally {
    pauses.mockRestore()
  }
  expect(await getImport(ana, id)).toMatchObject({ state: 'done', added: 2 * batchSize + 1 })
})

test('a cancelled import keeps its rows and adds no more', async () => {
  const { ana, upload, run, people } = await start()
  const { id } = await upload(manyRows(3))
  expect(await cancelImport(ana, id, 'list')).toMatchObject({ state: 'cancelled' })
  await run(id)
  expect(await people()).toEqual([])
  await expect(cancelImport(ana, id, 'list')).rejects.toThrow('ERR_CONTACT_IMPORT_STATE')
})

test('a list has one import at a time and keeps the last three', async () => {
  const { ana, list, upload, run, importAll } = await start()
  const first = await upload(manyRows(1))
  await expect(upload(manyRows(1))).rejects.toThrow('ERR_CONTACT_IMPORT_RUNNING')
  await run(first.id)
  const ids = []
  for (let at = 0; at < 4; at++) ids.push((await importAll(manyRows(2))).id)
  expect((await listImports(ana, list.id)).map(({ id }) => id)).toEqual(ids.slice(1).reverse())
  expect(await ana.db.select('contact_imports').select('id').execute()).toHaveLength(3)
  const errors = await ana.db.select('contact_import_errors').select('importId').distinct().execute()
  expect(errors.map(({ importId }) => importId)).toEqual(ids.slice(1))
})

test('added people who want no campaigns are counted and stay in the register', async () => {
  const { ana, importAll } = await start()
  const number = '5511980000000'
  const optOut = { number, source: 'word', whatsappId: null, campaignId: null, userId: null } as const
  await ana.transaction(({ db }) => db.insert('opt_outs', { ...optOut, at: new Date().toISOString() }).execute())
  expect(await importAll(manyRows(2))).toMatchObject({ added: 2, optedOut: 1 })
  expect(await ana.db.select('opt_outs').select('number').execute()).toEqual([{ number }])
})

test('the sample is read as an import with two people', async () => {
  const { importAll } = await start()
  const sample = new Uint8Array(await downloadSample().arrayBuffer())
  expect(await importAll(sample)).toMatchObject({ state: 'done', added: 2, invalid: 0 })
})

const macros = zipOf([
  { name: 'xl/workbook.xml', content: '<workbook/>' },
  { name: 'xl/vbaProject.bin', content: 'x' },
])
const bomb = () => workbook(sheetXml([['nome', 'numero']], limits.listFileUnpacked + 1))
const refusals: [string, () => Content, string][] = [
  ['an empty file', () => '', 'ERR_SPREADSHEET_EMPTY'],
  ['a file without text', () => ' ;\n;\n', 'ERR_SPREADSHEET_EMPTY'],
  ['a workbook with known headings alone', () => workbook(sheetXml([['Nome', 'Número']])), 'ERR_SPREADSHEET_EMPTY'],
  ['an old workbook with known headings alone', () => oldWorkbook([['nome', 'telefone']]), 'ERR_SPREADSHEET_EMPTY'],
  ['a text with known headings alone', () => heading, 'ERR_SPREADSHEET_EMPTY'],
  ['a text with unknown headings alone', () => 'Quem;Onde ligar\n', 'ERR_SPREADSHEET_EMPTY'],
  ['a picture', () => new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]), 'ERR_LIST_FILE_TYPE'],
  ['a PDF as text', () => Buffer.from('%PDF-1.4\nnome;numero\nAna;5511988887777\n'), 'ERR_LIST_FILE_TYPE'],
  ['a page without a table', () => Buffer.from('\n<html><p>Ana'), 'ERR_LIST_FILE_TYPE'],
  ['a page with an empty table', () => Buffer.from('<table><tr><td></table>'), 'ERR_SPREADSHEET_EMPTY'],
  ['a zip archive', () => zipOf([{ name: 'a.txt', content: 'x' }]), 'ERR_LIST_FILE_TYPE'],
  ['a workbook with macros', () => macros, 'ERR_SPREADSHEET_MACROS'],
  ['an old workbook with macros', () => oldWorkbook([['nome']], ['_VBA_PROJECT_CUR']), 'ERR_SPREADSHEET_MACROS'],
  ['a workbook with a password', () => oldWorkbook([['nome']], ['EncryptedPackage']), 'ERR_SPREADSHEET_LOCKED'],
  ['a damaged old workbook', () => oldWorkbook([['nome']]).slice(0, 700), 'ERR_SPREADSHEET_BROKEN'],
  ['a workbook that unpacks to more than 160 MB', bomb, 'ERR_LIST_FILE_TOO_LARGE'],
]

test.each(refusals)(
  '%s is refused, and its file is removed',
  async (_, content, code) => {
    const { ana, upload, ports } = await start()
    await expect(upload(content(), 'lista.xlsx')).rejects.toThrow(code)
    expect(await ana.db.select('media').select('id').execute()).toEqual([])
    const files = await Array.fromAsync(new Bun.Glob('**/*').scan({ cwd: ports.media.directory, onlyFiles: true }))
    expect(files).toEqual([])
  },
  300_000,
)

test('a file with more rows than a list may have fails with the reason', async () => {
  const { ana, list, importAll } = await start()
  const failed = await importAll(`nome;numero\n${'A;1\n'.repeat(2_000_000)}`)
  expect(failed).toMatchObject({ state: 'failed', reason: 'ERR_LIST_ROWS', added: 0 })
  expect(await getContactList(ana, list.id)).toMatchObject({ contactsCount: 0 })
}, 300_000)

test('a list is made of the contacts of a tag, of a filter, and of recipients without an answer', async () => {
  const { ana, run, insertContact, insertTicket } = await start()
  const contact = await insertContact()
  const other = await insertContact()
  const [ticket, second] = [
    await insertTicket({ contactId: contact.id }),
    await insertTicket({ contactId: contact.id }),
  ]
  const tag = { name: 'vip', searchText: 'vip', color: '#d03836', kanban: 0, userId: null } as const
  const tagId = await ana.transaction(async ({ db }) => {
    const { id } = await db.insert('tags', tag).returning('id').executeTakeFirstOrThrow()
    for (const { id: ticketId } of [ticket, second]) await db.insert('ticket_tags', { ticketId, tagId: id }).execute()
    return id
  })
  const numbersOf = async (input: Omit<Parameters<typeof createListFrom>[1], 'name'>) => {
    const list = await createListFrom(ana, { name: 'Nova', ...input })
    const [made] = await listImports(ana, list.id)
    await run(made?.id as number)
    expect(await getImport(ana, made?.id as number)).toMatchObject({ state: 'done', known: 0 })
    return (await listItems(ana, { contactListId: list.id })).contacts.map(({ number }) => number).sort()
  }
  expect(await numbersOf({ tagId })).toEqual([String(contact.number)])
  expect(await numbersOf({ contacts: { searchParam: String(other.number) } })).toEqual([String(other.number)])
  expect(await numbersOf({ contacts: {} })).toEqual(expect.arrayContaining([contact.number, other.number]))
  const campaignId = await insertCampaign(ana)
  expect(await numbersOf({ campaignId, recipients: 'unanswered' })).toEqual(['5511900000001'])
  expect(await numbersOf({ campaignId, recipients: 'answered' })).toEqual(['5511900000002'])
  expect(await numbersOf({ campaignId })).toHaveLength(3)
  await expect(createListFrom(ana, { name: 'Nova', tagId, campaignId })).rejects.toThrow('ERR_VALIDATION')
  await expect(createListFrom(ana, { name: 'Nova', tagId: tagId + 99 })).rejects.toThrow('ERR_NO_TAG_FOUND')
})

/** Campaign with three recipients: one without an answer, one with, and one whose message failed. */
const insertCampaign = (outer: Scope) =>
  outer.transaction(async ({ db }) => {
    const none = { reason: null, basis: null, whatsappId: null, contactListId: null, tagId: null, fileListId: null }
    const times = { mediaId: null, userId: null, scheduledAt: null, startedAt: null, completedAt: null }
    const row = { name: 'Natal', searchText: 'natal', status: 'FINALIZADA', ...none, ...times } as const
    const { id: campaignId } = await db.insert('campaigns', row).returning('id').executeTakeFirstOrThrow()
    for (const at of [1, 2, 3]) {
      const number = `551190000000${at}`
      const state = at === 3 ? ('failed' as const) : ('sent' as const)
      const answeredAt = at === 2 ? '2026-01-02T00:00:00.000Z' : null
      const facts = { reason: null, sentAt: null, deliveredAt: null, readAt: null, optedOutAt: null, ticketId: null }
      const text = { name: 'Maria', jid: `${number}@s.whatsapp.net`, variant: 1, text: 'Oi', dueAt: '2026-01-01' }
      await db.insert('campaign_recipients', { campaignId, number, state, answeredAt, ...facts, ...text }).execute()
    }
    return campaignId
  })

import { expect, test } from 'bun:test'
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTables } from '../../../src/core/storage/postgres/row-security'
import { shapesOf } from '../../../src/core/storage/row-shape'
import { TenantDb } from '../../../src/core/storage/tenant'
import { searchEverything } from '../../../src/features/inbox/search/everything/service'
import { indexNewMessages } from '../../../src/features/inbox/search/index-messages'
import { deleteTicket } from '../../../src/features/inbox/tickets/create'
import { writeCompanyArchive } from '../../../src/features/provider/data-transfer/company/company-export'
import { importCompany } from '../../../src/features/provider/data-transfer/company/company-import'
import { exportedTables, tablesNotExported } from '../../../src/features/provider/data-transfer/company/exported-tables'
import { jsonColumns } from '../../../src/features/provider/data-transfer/company/row-model'
import { usualHours } from '../../../src/shared/hours'
import { limits } from '../../../src/shared/limits'
import {
  type ArchiveContent,
  assembleCompanyArchive,
  type FileRow,
  freeEmails,
  mapRows,
  readCompanyArchive,
  rowsOf,
  setRows,
} from '../../company-archives'
import { createInstallationWithTargets } from '../../http/access/installation'
import { createInstallation, people } from '../../installation'
import { usesPostgres } from '../../postgres-server'
import { brokenReferences, companyTables, storedRows } from '../../stored-rows'

/** Tables that only a database server has: indexes of search, which SQLite keeps otherwise, and leases of sessions. */
const ofServers = usesPostgres ? [...openTables, 'leases'] : []

const directory = mkdtempSync(join(tmpdir(), 'balcao-company-'))
const here = await createInstallationWithTargets()

test('every table with a companyId is exported or listed with a reason; no secret is exported', async () => {
  expect(await companyTables(here.store)).toEqual(
    [...Object.keys(exportedTables), ...Object.keys(tablesNotExported), ...ofServers].sort(),
  )
  const columns = (await shapesOf(here.store.read, exportedTables)).flatMap(({ table, columns }) =>
    columns.map(({ name, type }) => ({ table, name, type })),
  )
  const secret = columns.filter(({ name }) => /password|secret|token|hash|key$|sealed|certificate|totp/i.test(name))
  expect(secret.map(({ table, name }) => `${table}.${name}`)).toEqual([
    'settings.key',
    'prompts.maxTokens',
    'erasures.hash',
  ])
  expect(columns.filter(({ type }) => type === 'BLOB').map(({ table, name }) => `${table}.${name}`)).toEqual([
    'messages.proto',
  ])
})

test('every integer column with the id of another row is listed as a reference', async () => {
  const pointing = /(Id|By)$/
  const loose = (await shapesOf(here.store.read, exportedTables)).flatMap(
    ({ table, columns, references, media = [] }) =>
      columns
        .filter(
          ({ name, type }) =>
            pointing.test(name) && type === 'INTEGER' && !(name in references) && !media.includes(name),
        )
        .map(({ name }) => `${table}.${name}`),
  )
  expect(loose).toEqual(['erasures.contactId']) // id of a deleted contact
})

test('each table is exported after the tables that its rows reference', async () => {
  const names = Object.keys(exportedTables)
  const early = (await shapesOf(here.store.read, exportedTables)).flatMap(({ table, references, idLists = {} }) =>
    [...Object.entries(references), ...Object.entries(idLists)]
      .filter(([, target]) => names.indexOf(target) > names.indexOf(table))
      .map(([name]) => `${table}.${name}`),
  )
  expect(early).toEqual([])
})

test('each exported JSON column has a schema', () => {
  const named = Object.entries(exportedTables).flatMap(([table, { json = [] }]) =>
    json.map((name) => `${table}.${name}`),
  )
  const known = Object.entries(jsonColumns).flatMap(([table, inside]) =>
    Object.keys(inside).map((name) => `${table}.${name}`),
  )
  expect(known.sort()).toEqual(named.sort())
})

test('an exported company imported into another installation exports the same rows and files again', async () => {
  const file = join(directory, 'acme.tar')
  const { name, ...facts } = await setCompanyFields()
  const mentions = JSON.stringify([people.bob.id, people.rui.id, 77]) // 5 belongs to another company, 77 to no one
  await here.acme.transaction((tx) => tx.update('ticket_notes').set({ mentions }).execute())
  await writeCompanyArchive(here.scopeOf('ana'), file)
  const installation = await createInstallation()
  for (let n = 0; n < 3; n++) await installation.insertTicket() // makes the imported ids differ
  await freeEmails(installation)
  const asked = { planId: 1, name: 'Acme de novo', me: installation.viewerOf('root'), address: '10.0.0.1' }
  const made = await importCompany(installation.platform, Bun.file(file).stream(), asked)
  const again = join(directory, 'again.tar')
  const scope = installation.platform.scope(made.id, { system: 'test' })
  await writeCompanyArchive(scope, again)
  const [first, second] = [await readCompanyArchive(file), await readCompanyArchive(again)]
  const last = second.texts['data/audit_log.jsonl']!.trim().split('\n').at(-1)
  expect(JSON.parse(last!)).toMatchObject({ action: 'import', entity: 'company', actorName: 'Root' })
  second.texts['data/audit_log.jsonl'] = second.texts['data/audit_log.jsonl']!.replace(`${last}\n`, '')
  expect(second.texts).toEqual(first.texts)
  expect([first.manifest.company, second.manifest.company]).toEqual([
    { name, ...facts },
    { name: 'Acme de novo', ...facts },
  ])
  expect(rowsOf(first.texts, 'ticket_notes').map((note) => note.mentions)).toEqual(['[3]', '[3]'])
  expect(Object.keys(first.texts).filter((name) => name.startsWith('media/')).length).toBeGreaterThan(1)

  const messages = await TenantDb.of(installation.store, made.id)
    .select('messages')
    .select(['mediaId', 'body'])
    .execute()
  expect(messages.length).toBeGreaterThan(1)
  expect(await brokenReferences(installation.store)).toEqual([])
  // Schedules have their jobs, and search finds the messages.
  const later = await TenantDb.of(installation.store, made.id).select('schedules').select('id').execute()
  const jobs = await TenantDb.of(installation.store, made.id).select('jobs').select(['name', 'payload']).execute()
  expect(jobs.map(({ name, payload }) => [name, JSON.parse(payload).scheduleId])).toEqual(
    later.map(({ id }) => ['schedule.send', id]),
  )
  await indexNewMessages(installation.platform, 0)
  const person = installation.platform.scope(made.id, installation.viewerOf('root'))
  const { messages: hits } = await searchEverything(person, { q: 'segredo' })
  expect(hits.length).toBeGreaterThan(1)
})

test('an archive with the schema 0022-ids is imported with the values of renamed columns', async () => {
  const file = join(directory, 'acme-former.tar')
  await writeCompanyArchive(here.scopeOf('ana'), file)
  const archive = await readCompanyArchive(file)
  const at = '2026-03-01T12:00:00.000Z'
  setRows(archive.texts, 'ticket_events', [{ id: 1, ticketId: 1, at, kind: 'accepted', announced: 1 }])
  const newTexts = { ...archive.texts }
  for (const table of ['contacts', 'tags', 'quick_messages', 'schedules'])
    mapRows(archive.texts, table, ({ searchText, ...row }) => ({ ...row, folded: searchText }))
  mapRows(archive.texts, 'ticket_events', ({ announced, ...row }) => ({ ...row, told: announced }))
  archive.manifest.schema = '0022-ids'
  const installation = await createInstallation()
  await freeEmails(installation)
  const made = await importCompany(
    installation.platform,
    Bun.file(await assembleCompanyArchive(directory, archive)).stream(),
    { planId: 1, name: 'Acme antiga', me: installation.viewerOf('root'), address: '10.0.0.1' },
  )
  const again = join(directory, 'acme-current.tar')
  await writeCompanyArchive(installation.platform.scope(made.id, { system: 'test' }), again)
  const { texts } = await readCompanyArchive(again)
  for (const table of ['contacts', 'tags', 'quick_messages', 'schedules', 'ticket_events']) {
    expect([table, rowsOf(texts, table).length > 0]).toEqual([table, true])
    expect(rowsOf(texts, table)).toEqual(rowsOf(newTexts, table).map((row) => expect.objectContaining(row)))
  }
})

test('an imported company gets no id that a deleted row had', async () => {
  const file = join(directory, 'acme-ids.tar')
  await writeCompanyArchive(here.scopeOf('ana'), file)
  const installation = await createInstallation()
  const { id } = await installation.insertTicket()
  await deleteTicket(installation.scopeOf('ana'), id)
  const asked = { planId: 1, name: 'Acme depois', me: installation.viewerOf('root'), address: '10.0.0.1' }
  await freeEmails(installation)
  const made = await importCompany(installation.platform, Bun.file(file).stream(), asked)
  const tickets = await TenantDb.of(installation.store, made.id).select('tickets').select('id').execute()
  expect(Math.min(...tickets.map((ticket) => ticket.id))).toBeGreaterThan(id)
})

/** Changes every field of acme to a value that is not its default, with the longest name; returns them. */
async function setCompanyFields() {
  const schedules = usualHours.schedules.map((day) => ({ ...day, startTime: '09:00', endTime: '09:30' }))
  const holidays = [
    { ...usualHours.schedules[0], weekdayEn: undefined, date: '2026-12-25', name: 'Natal', yearly: true },
  ]
  const facts = {
    ...{ name: 'Acme'.repeat(25), email: 'outro@acme.test', phone: '1133334444' },
    ...{ timeZone: 'America/Manaus', language: 'es' as const },
    ...{ schedules: JSON.stringify(schedules), holidays: JSON.stringify(holidays) },
  }
  await here.store.write(({ kysely }) =>
    kysely.updateTable('companies').set(facts).where('id', '=', here.acme.companyId).execute(),
  )
  return facts
}

test('an import without a new name keeps the longest allowed name, and a blank name is refused', async () => {
  const there = await createInstallationWithoutUsers()
  const asked = { planId: 1, me: there.viewerOf('root'), address: '' }
  const made = await importCompany(there.platform, Bun.file(join(directory, 'acme.tar')).stream(), asked)
  expect(made.name).toHaveLength(limits.companyName.max)
  const again = await importCompany(there.platform, null, { ...asked, name: ' ' }).catch((error) => error)
  expect(again).toMatchObject({ code: 'ERR_VALIDATION', detail: { fields: ['name'] } })
})

test('the imported support user gets a new address and stays a support user', async () => {
  const email = 'support-6-1@support.invalid'
  const hand = {
    companyId: here.acme.companyId,
    name: 'Root (suporte)',
    email,
    passwordHash: '',
    profile: 'admin',
  } as const
  await here.store.write(({ kysely }) =>
    kysely
      .insertInto('users')
      .values({ ...hand, support: 1, whatsappId: null, language: null })
      .execute(),
  )
  const path = join(directory, 'helped.tar')
  await writeCompanyArchive(here.scopeOf('ana'), path)
  const there = await createInstallationWithoutUsers()
  await there.store.write(({ kysely }) =>
    kysely
      .insertInto('users')
      .values({ ...hand, companyId: there.rival.companyId, support: 1, whatsappId: null, language: null })
      .execute(),
  )
  const asked = { planId: 1, name: 'Nova', me: there.viewerOf('root'), address: '' }
  const { id } = await importCompany(there.platform, Bun.file(path).stream(), asked)
  const people = await TenantDb.of(there.store, id).select('users').select(['email', 'support']).execute()
  expect(people.filter(({ support }) => support === 1)).toEqual([
    { email: expect.stringMatching(/^support-[0-9a-f-]{36}@support\.invalid$/), support: 1 },
  ])
})

test('an import into the same installation answers ERR_EMAIL_TAKEN, and once e-mails are free gets own uuids and paths', async () => {
  const file = join(directory, 'twice.tar')
  await writeCompanyArchive(here.scopeOf('ana'), file)
  const asked = { planId: 1, name: 'Outra', me: here.viewerOf('root'), address: '' }
  const bring = () => importCompany(here.platform, Bun.file(file).stream(), asked)
  await expect(bring()).rejects.toMatchObject({ code: 'ERR_EMAIL_TAKEN' })
  await freeEmails(here)
  const { id } = await bring()
  const count = async (column: string, table: string) =>
    here.store.read.first(`select count(distinct ${column}) as n from ${table} where "companyId" in (1, ${id})`, [])
  expect(await count('uuid', 'tickets')).toEqual({ n: 4 })
  expect(await count('path', 'media')).toEqual({ n: 4 })
})

/** Path of the exported archive with a change applied. */
async function writeForgedArchive(change: (file: ArchiveContent) => void, validHashes = true) {
  const file = await readCompanyArchive(join(directory, 'acme.tar'))
  change(file)
  return assembleCompanyArchive(directory, file, validHashes)
}

const forgeries: [what: string, reason: RegExp, Parameters<typeof writeForgedArchive>][] = [
  ['a wrong hash', /does not match its hash/, [() => {}, false]],
  ['a newer format', /newer format/, [({ manifest }) => Object.assign(manifest, { format: 2 })]],
  ['a newer schema', /newer version/, [({ manifest }) => Object.assign(manifest, { schema: '9999-x' })]],
  ['another kind', /not a company/, [({ manifest }) => Object.assign(manifest, { kind: 'contact' })]],
  ['a path outside the folder', /unexpected member/, [({ texts }) => Object.assign(texts, { 'media/../../x': '' })]],
  ['a table of secrets', /unknown member/, [({ texts }) => Object.assign(texts, { 'data/tokens.jsonl': '{}\n' })]],
  ['a super user', /unknown column "super"/, [({ texts }) => mapRows(texts, 'users', (row) => ({ ...row, super: 1 }))]],
  [
    'an unknown profile',
    /not an allowed value/,
    [({ texts }) => mapRows(texts, 'users', (row) => ({ ...row, profile: 'root' }))],
  ],
  [
    'a ticket of a missing contact',
    /contactId: it refers to a row that is not in the file/,
    [({ texts }) => mapRows(texts, 'tickets', (row) => ({ ...row, contactId: 999 }))],
  ],
  ['a repeated e-mail', /violates a constraint/, [each('users', { email: 'ana@acme.test' })]],
  ['a reference to a missing queue', /transferQueueId: it refers/, [each('connections', { transferQueueId: 3 })]],
  ['a mention of a missing user', /mentions: it refers/, [each('ticket_notes', { mentions: '[1,99]' })]],
  ['repeated ids', /does not follow/, [({ texts }) => mapRows(texts, 'contacts', (row) => ({ ...row, id: 1 }))]],
  [
    'an id that is too large',
    /not a row id/,
    [({ texts }) => mapRows(texts, 'tags', (row) => ({ ...row, id: 2 ** 52 }))],
  ],
  [
    'text in a number column',
    /wrong type/,
    [({ texts }) => mapRows(texts, 'tags', (row) => ({ ...row, kanban: 'yes' }))],
  ],
  [
    'a line that is not JSON',
    /not a JSON object/,
    [({ texts }) => Object.assign(texts, { 'data/tags.jsonl': 'oops\n' })],
  ],
  ['a cut line', /cut short/, [({ texts }) => Object.assign(texts, { 'data/tags.jsonl': '{"id"' })]],
  ['an unknown language', /^the company, language/, [ofCompany({ language: 'xx' })]],
  ['no language', /^the company, language/, [ofCompany({ language: undefined })]],
  ['an unknown time zone', /^the company, timeZone/, [ofCompany({ timeZone: 'Foo/Bar' })]],
  ['an invalid company e-mail', /^the company, email/, [ofCompany({ email: 'acme' })]],
  ['a blank name', /^the company, name/, [ofCompany({ name: '      ' })]],
  ['invalid company hours', /^the company, schedules: .* opening hours/, [ofCompany({ schedules: '[]' })]],
  [
    'an invalid time',
    /^schedules, line 1, sendAt: it is not a valid time/,
    [each('schedules', { sendAt: 'yesterday' })],
  ],
  ['an impossible day', /not a valid time/, [each('messages', { createdAt: '2026-02-30T00:00:00.000Z' })]],
  ['a time in another format', /not a valid time/, [each('tickets', { lastMessageAt: '2026-02-03T00:00:00Z' })]],
  ['hours in another format', /^queues, line 1, schedules/, [each('queues', { schedules: '{}' })]],
  ['holidays in another format', /^queues, line 1, holidays/, [each('queues', { holidays: '5' })]],
  ['invalid connection hours', /^connections, line 1, schedules/, [each('connections', { schedules: '[]' })]],
  ['an unknown setting', /setting is unknown/, [setting({ key: 'open', value: 'enabled' })]],
  [
    'a setting of the whole installation',
    /invalid for this setting/,
    [setting({ key: 'userCreation', value: 'enabled' })],
  ],
  ['an invalid setting value', /invalid for this setting/, [setting({ key: 'reopenWindowMinutes', value: '-1' })]],
  ['no admin', /there is no admin/, [each('users', { profile: 'user' })]],
  ['a support user as the only admin', /there is no admin/, [each('users', { support: 1 })]],
  ['an invalid e-mail', /^users, line 1, email/, [each('users', { email: 'ana' })]],
  ['an e-mail with capitals', /^users, line 1, email/, [each('users', { email: 'Ana@acme.test' })]],
  ['users without a name', /^users, line 1, name/, [each('users', { name: '' })]],
  [
    'message details in another format',
    /^messages, line 1, detail, waveform/,
    [each('messages', { detail: '{"waveform":1}' })],
  ],
  ['a MIME type with a line break', /^media, line 1, mime/, [each('media', { mime: 'a/b\r\nc: d' })]],
  [
    'a file without a row',
    /has no row in media/,
    [({ texts }) => Object.assign(texts, { [`media/${'0'.repeat(32)}`]: 'x' })],
  ],
  ['a missing file', /file is missing/, [({ texts }) => dropMedia(texts)]],
]

function ofCompany(facts: FileRow) {
  return ({ manifest }: ArchiveContent) =>
    Object.assign(manifest, { company: { ...(manifest.company as FileRow), ...facts } })
}
function each(table: string, values: FileRow) {
  return ({ texts }: ArchiveContent) => mapRows(texts, table, (row) => ({ ...row, ...values }))
}
function setting(row: FileRow) {
  return ({ texts }: ArchiveContent) =>
    setRows(texts, 'settings', [{ id: 1, updatedAt: '2026-01-01T00:00:00.000Z', ...row }])
}
function dropMedia(texts: Record<string, string>) {
  for (const name of Object.keys(texts)) if (name.startsWith('media/')) delete texts[name]
}

test.each(forgeries)('a forged archive with %s is refused and changes nothing', async (_, reason, how) => {
  const there = await createInstallationWithoutUsers()
  const before = await everything(there)
  const path = await writeForgedArchive(...how)
  const asked = { planId: 1, name: 'Nova', me: there.viewerOf('root'), address: '' }
  const refusal = await importCompany(there.platform, Bun.file(path).stream(), asked).catch((error) => error)
  expect([refusal.code, refusal.detail?.reason]).toEqual(['ERR_IMPORT_FILE', expect.stringMatching(reason)])
  expect(await everything(there)).toEqual(before)
  expect(
    readdirSync(there.ports.media.directory, { recursive: true }).filter((name) => /[0-9a-f]{32}/.test(String(name))),
  ).toEqual([])
})

/** Installation without acme's users, so that their e-mails are free for the import. */
async function createInstallationWithoutUsers() {
  const installation = await createInstallation()
  await installation.store.write(({ kysely }) =>
    kysely.deleteFrom('users').where('companyId', '=', installation.acme.companyId).execute(),
  )
  return installation
}

/** Every row of every table of a company. */
async function everything({ store }: Awaited<ReturnType<typeof createInstallation>>) {
  const rows = await storedRows(store)
  return ['companies', ...Object.keys(exportedTables), 'jobs'].map((table) => rows[table])
}

test('a file that is not an archive is refused', async () => {
  const asked = { planId: 1, name: 'Nova', me: here.viewerOf('root'), address: '' }
  for (const text of ['', 'x', 'x'.repeat(2000)])
    await expect(importCompany(here.platform, new Blob([text]).stream(), asked)).rejects.toMatchObject({
      code: 'ERR_IMPORT_FILE',
    })
})

import { expect, test } from 'bun:test'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { shapesOf } from '../../../src/core/storage/row-shape'
import type { CompanyId } from '../../../src/core/storage/schema'
import { dayIn } from '../../../src/core/time'
import { storeDaysBefore } from '../../../src/features/inbox/dashboard/days'
import { timeZoneOf } from '../../../src/features/platform/company/time-zone'
import { writeCompanyArchive } from '../../../src/features/provider/data-transfer/company/company-export'
import { importCompany } from '../../../src/features/provider/data-transfer/company/company-import'
import { exportedTables } from '../../../src/features/provider/data-transfer/company/exported-tables'
import { usualHours } from '../../../src/shared/hours'
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
import type { Ids } from '../../http/access/actors'
import { createInstallationWithTargets } from '../../http/access/installation'
import { missingIds } from '../../http/access/missing-ids'
import { rows } from '../../http/access/table'
import { createInstallation } from '../../installation'
import { sizeOf } from '../../size'
import { storedRows } from '../../stored-rows'

/**
 * Imports a valid archive with one field replaced, or a row or table removed or doubled: either the import is refused
 * and changes nothing, or the imported company works. `FC_RUNS` sets the number of runs.
 */

const directory = mkdtempSync(join(tmpdir(), 'balcao-import-'))
const here = await createInstallationWithTargets()
const installation = await createInstallation()

const at = '2026-03-01T12:00:00.000Z'
/** Rows for the tables that `createInstallationWithTargets` leaves empty. */
const extraRows: Record<string, FileRow[]> = {
  settings: [
    { id: 1, key: 'reopenWindowMinutes', value: '60', updatedAt: at },
    { id: 2, key: 'scheduleType', value: 'company', updatedAt: at },
  ],
  connection_queues: [{ whatsappId: 1, queueId: 1 }],
  contact_extra: [{ id: 1, contactId: 1, name: 'CPF', value: '1' }],
  address_book: [{ id: 1, whatsappId: 1, jid: '5511999@s.whatsapp.net', number: '5511999', name: 'Ela' }],
  ticket_tags: [{ ticketId: 1, tagId: 1 }],
  ticket_events: [
    { id: 1, ticketId: 1, at, kind: 'transferred', actorId: 1, fromUserId: 1, toQueueId: 1, announced: 0 },
  ],
  attendances: [
    {
      ...{ id: 1, ticketId: 1, userId: 1, queueId: 1, reason: 'agent', rate: 3, createdAt: at },
      ...{ queuedAt: at, startedAt: at, firstResponseAt: at, finishedAt: at, ratingSentAt: at, ratedAt: at },
    },
  ],
  rating_requests: [
    {
      ...{ id: 1, ticketId: 1, attendanceId: 1, whatsappId: 1, contactId: 1, userId: 1, messageId: 1 },
      ...{ sentAt: at, expiresAt: at, state: 'answered' },
    },
  ],
  note_mentions: [{ noteId: 1, userId: 1, seenAt: null }],
  ticket_pins: [{ userId: 1, ticketId: 1 }],
  drafts: [{ userId: 1, ticketId: 1, body: 'quase', at }],
  message_edits: [{ id: 1, messageId: 1, body: 'antes', at }],
  reactions: [{ id: 1, messageId: 1, sender: 'me', emoji: '👍', at }],
  chat_messages: [
    {
      ...{ id: 1, chatId: 1, senderId: 1, senderName: 'Ana', message: 'oi', mentions: '[1]', clientId: null },
      ...{ createdAt: at, mediaId: null, quotedId: null },
      detail: '{"mediaType":"application","fileName":"a.pdf","mime":"application/pdf","size":3}',
    },
  ],
  message_stars: [{ userId: 1, messageId: 1, at }],
  saved_reports: [
    { id: 1, userId: 1, name: 'Semana', shared: 1, report: '{"days":7,"by":"tag","sort":"late","order":"asc"}' },
  ],
  direct_chats: [{ userId: 1, otherUserId: 2, chatId: 1 }],
  chat_reactions: [{ chatMessageId: 1, userId: 1, emoji: '👍', at }],
  erasures: [
    {
      ...{ id: 1, at, actorId: 1, actorName: 'Ana', address: '', reason: '', contactId: 9, subject: 'x', hash: 'y' },
      counts:
        '{"tickets":1,"messages":1,"inGroups":0,"notes":0,"drafts":0,"schedules":0,"addresses":0,"files":0,"bytes":0}',
    },
  ],
}

const validArchive = await (async () => {
  const path = join(directory, 'acme.tar')
  await writeCompanyArchive(here.scopeOf('ana'), path)
  const file = await readCompanyArchive(path)
  for (const [table, lines] of Object.entries(extraRows)) setRows(file.texts, table, lines)
  const schedules = JSON.stringify(usualHours.schedules)
  mapRows(file.texts, 'queues', (row) => ({ ...row, schedules, holidays: '[]' }))
  mapRows(file.texts, 'messages', (row) => ({ ...row, detail: '{"seconds":3,"waveform":[1,2]}' }))
  return file
})()

const tables = Object.keys(exportedTables)
const company = validArchive.manifest.company as FileRow
/** Every column of every table, and the fields of the company in the manifest. */
const fields = [
  ...Object.keys(company).map((name) => ['company', name] as const),
  ...tables.flatMap((table) =>
    Object.keys(rowsOf(validArchive.texts, table)[0] ?? {}).map((name) => [table, name] as const),
  ),
]
const anyValue = fc.oneof(
  fc.constantFrom(
    undefined,
    null,
    '',
    ' ',
    'x',
    'xx',
    'yesterday',
    'Foo/Bar',
    'a@b',
    'Ana@x.test',
    'a\nb: c',
    '\ud800',
  ),
  fc.constantFrom('{}', '[]', '5', 'null', '[null]', '[{}]', '{"a":1}', '[1,"x"]', '{"thumbnail":5,"contacts":[{}]}'),
  fc.constantFrom(-1, 0, 1, 2, 9, 1.5, 2 ** 52, -(2 ** 52), 1e300, true, 'x'.repeat(5000)),
  fc.constantFrom('2026-02-30T00:00:00.000Z', '0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z', '2026-03-01'),
  fc.jsonValue(),
)

type Change = [table: string, how: string, value?: unknown]
const field = fc
  .tuple(fc.constantFrom(...fields), anyValue)
  .map(([[table, name], value]): Change => [table, name, value])
const lines = fc.tuple(fc.constantFrom(...tables), fc.constantFrom('- row', '+ row', '- table')) as fc.Arbitrary<Change>

let imports = 0

test('the valid archive has rows in every table', () => {
  expect(tables.filter((table) => rowsOf(validArchive.texts, table).length === 0)).toEqual([])
})

test('every column that holds times is checked as a time column', async () => {
  const columnsByTable = new Map(
    (await shapesOf(installation.store.read, exportedTables)).map(({ table, timeColumns }) => [table, timeColumns]),
  )
  const unchecked = tables.flatMap((table) =>
    rowsOf(validArchive.texts, table).flatMap((row) =>
      Object.keys(row)
        .filter((name) => /^\d{4}-\d\d-\d\dT/.test(String(row[name])) && !columnsByTable.get(table)?.includes(name))
        .map((name) => `${table}.${name}`),
    ),
  )
  expect(unchecked).toEqual([])
})

test('an archive with one change is refused with a reason and no effect, or imports a company that works', async () => {
  const property = fc.asyncProperty(fc.oneof({ weight: 5, arbitrary: field }, lines), async (how) => {
    await freeEmails(installation)
    const before = await storedRows(installation.store)
    const imported = await importArchive(withChange(how))
    if ('id' in imported) return expectCompanyWorks(imported.id as CompanyId)
    expect(imported).toMatchObject({ code: 'ERR_IMPORT_FILE', detail: { reason: expect.any(String) } })
    expect(await storedRows(installation.store)).toEqual(before)
  })
  await fc.assert(property, { numRuns: sizeOf({ everyday: 10, full: 40 }) })
})

function withChange([table, how, value]: Change): ArchiveContent {
  const file = { texts: { ...validArchive.texts }, manifest: validArchive.manifest }
  const [first = {}, ...rest] = rowsOf(validArchive.texts, table)
  if (table === 'company') file.manifest = { ...validArchive.manifest, company: { ...company, [how]: value } }
  else if (how === '- table') delete file.texts[`data/${table}.jsonl`]
  else if (how === '- row') setRows(file.texts, table, rest)
  else if (how === '+ row') setRows(file.texts, table, [first, first, ...rest])
  else setRows(file.texts, table, [{ ...first, [how]: value }, ...rest])
  return file
}

async function importArchive(file: ArchiveContent) {
  const path = await assembleCompanyArchive(directory, file)
  const asked = { planId: 1, name: `Vez ${++imports}`, me: installation.viewerOf('root'), address: '' }
  return importCompany(installation.platform, Bun.file(path).stream(), asked).catch((error) => {
    if (error.code) return error
    throw error
  })
}

/** Expects 200 with the documented body for each path its admin may read, and the daily figures to be stored. */
async function expectCompanyWorks(companyId: CompanyId) {
  const scope = installation.platform.scope(companyId, { system: 'test' })
  const admins = scope.db.select('users').select('id').where('profile', '=', 'admin')
  const me = await admins.executeTakeFirstOrThrow()
  await storeDaysBefore(scope, dayIn(await timeZoneOf(scope)))
  const authorization = `Bearer ${await createAccessToken(companyId, me.id)}`
  for (const path of await pathsOf(companyId, me.id)) {
    const answer = await installation.app.handle(new Request(`http://localhost${path}`, { headers: { authorization } }))
    expect([path, answer.status]).toEqual([path, 200])
  }
}

async function createAccessToken(companyId: CompanyId, userId: number): Promise<string> {
  const ends = {
    rotatedAt: at,
    createdAt: at,
    expiresAt: '2099-12-31T00:00:00.000Z',
    revokedAt: null,
    revokedFor: null,
  }
  const row = { companyId, userId, refreshHash: `changed ${userId}`, previousHash: null, userAgent: '', ...ends }
  const { id } = await installation.store.write(({ kysely }) =>
    kysely.insertInto('tokens').values(row).returning('id').executeTakeFirstOrThrow(),
  )
  return installation.auth.tokens.sign({ tokenId: id, userId, companyId })
}

/** Paths of all GET routes an admin may use, with the id of an own row where the path has one. */
async function pathsOf(companyId: CompanyId, userId: number): Promise<string[]> {
  const ids = await idsOf(companyId, userId)
  const paths = Object.entries(rows).flatMap(([key, { own, pathId, query, anyone, superUser }]) => {
    if (!key.startsWith('GET ') || anyone || superUser || own[3] !== 200 || (pathId && !ids[pathId])) return []
    const path = key
      .slice(4)
      .replace(':key', 'call')
      .replace(/:\w+/, () => String(ids[pathId as keyof Ids]))
    return [query ? `${path}?${query}` : path]
  })
  const { ticket } = ids
  return [
    ...paths,
    ...['/tickets?showAll=true', '/tickets?status=closed', '/ticket/kanban?showAll=true', '/search?q=segredo'].map(api),
    ...['/schedules?dateStart=2000-01-01&dateEnd=2100-01-01', '/dashboard?days=366', '/audit?from=2020-01-01'].map(api),
    ...(ticket ? [`/ticket-notes/list?ticketId=${ticket}`].map(api) : []),
  ]
}
const api = (path: string) => `/api${path}`

async function idsOf(companyId: CompanyId, userId: number): Promise<Partial<Ids>> {
  const first = async (text: string) =>
    ((await installation.store.read.first(`${text} order by id limit 1`, [])) as { id: never } | undefined)?.id
  const member = `(select "chatId" from chat_users where "userId" = ${userId})`
  const kinds: Partial<Record<keyof Ids, string>> = {
    ...{ ticket: 'tickets', message: 'messages', note: 'ticket_notes', contact: 'contacts', whatsapp: 'connections' },
    ...{ queue: 'queues', option: 'queue_options', tag: 'tags', schedule: 'schedules', fileList: 'file_lists' },
    ...{ user: 'users', media: 'media' },
  }
  const own = `where "companyId" = ${companyId}`
  const firstUuid = (table: string, rest = '') => first(`select uuid as id from ${table} ${own} ${rest}`)
  const found: [string, number | undefined][] = []
  for (const kind of Object.keys(missingIds)) {
    const table = kinds[kind as keyof Ids]
    found.push([kind, table ? await first(`select id from ${table} ${own}`) : undefined])
  }
  return {
    ...Object.fromEntries(found),
    company: companyId,
    uuid: await firstUuid('tickets'),
    chat: await first(`select id from chats ${own} and id in ${member}`),
    chatUuid: await firstUuid('chats', `and id in ${member}`),
  }
}

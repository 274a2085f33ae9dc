import { expect, test } from 'bun:test'
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Archive, readArchive } from '../../src/core/archive'
import { carried, shapesOf, staying } from '../../src/core/carry'
import { TenantDb } from '../../src/core/tenant'
import { importCompany } from '../../src/features/exports/company-arrival'
import { companyMembers, writeCompany } from '../../src/features/exports/company-file'
import { keepUp } from '../../src/features/search/keep-up'
import { search } from '../../src/features/search/service'
import { populated } from '../http/actors'
import { world } from '../world'

const directory = mkdtempSync(join(tmpdir(), 'balcao-company-'))
const here = await populated()

test('every table of a company either goes with it or stays for a reason; no secret and no key goes', () => {
  const { sqlite } = here.store.raw.statements
  const tables = sqlite
    .query(
      `select m.name from sqlite_schema m, pragma_table_info(m.name) c where m.type = 'table' and c.name = 'companyId'`,
    )
    .all() as { name: string }[]
  expect(tables.map(({ name }) => name).sort()).toEqual([...Object.keys(carried), ...Object.keys(staying)].sort())
  const columns = shapesOf(sqlite).flatMap(({ table, columns }) =>
    columns.map(({ name, type }) => ({ table, name, type })),
  )
  const secret = columns.filter(({ name }) => /password|secret|token|hash|key$|sealed|certificate|totp/i.test(name))
  expect(secret.map(({ table, name }) => `${table}.${name}`)).toEqual(['settings.key', 'erasures.hash'])
  expect(columns.filter(({ type }) => type === 'BLOB').map(({ table, name }) => `${table}.${name}`)).toEqual([
    'messages.proto',
  ])
})

test('what points at another row is known to', () => {
  const pointing = /(Id|By)$/
  const loose = shapesOf(here.store.raw.statements.sqlite).flatMap(({ table, columns, points, media = [] }) =>
    columns
      .filter(
        ({ name, type }) => pointing.test(name) && type === 'INTEGER' && !(name in points) && !media.includes(name),
      )
      .map(({ name }) => `${table}.${name}`),
  )
  expect(loose).toEqual(['erasures.contactId']) // a number they had, of nobody now
})

const textOf = async (path: string) => {
  const { members, manifest } = await readArchive<{ files: object[] }>(path, companyMembers, 1000)
  const texts = await Promise.all(
    [...members].map(async ([name, { size, body }]) => [name, size === 0 ? '' : await body.text()] as const),
  )
  return { texts: Object.fromEntries(texts), manifest }
}

test('a company taken away and brought elsewhere is the same company, beside those that are there', async () => {
  const file = join(directory, 'acme.tar')
  await writeCompany(here.scope('ana'), file)
  const there = await world()
  for (let n = 0; n < 3; n++) await there.ticket() // so that no number is what it was
  await there.store.write(({ kysely }) =>
    kysely
      .updateTable('users')
      .set(({ fn, val }) => ({ email: fn<string>('concat', [val('x'), 'email']) }))
      .execute(),
  )
  const asked = { planId: 1, name: 'Acme de novo', me: there.viewer('root'), address: '10.0.0.1' }
  const made = await importCompany(there.platform, Bun.file(file).stream(), asked)
  const again = join(directory, 'again.tar')
  const scope = there.platform.scope(made.id, { system: 'test' })
  await writeCompany(scope, again)
  const [first, second] = [await textOf(file), await textOf(again)]
  const last = second.texts['data/audit_log.jsonl']!.trim().split('\n').at(-1)
  expect(JSON.parse(last!)).toMatchObject({ action: 'import', entity: 'company', actorName: 'Root' })
  second.texts['data/audit_log.jsonl'] = second.texts['data/audit_log.jsonl']!.replace(`${last}\n`, '')
  expect(second.texts).toEqual(first.texts)
  expect(Object.keys(first.texts).filter((name) => name.startsWith('media/')).length).toBeGreaterThan(1)

  const messages = await TenantDb.of(there.store, made.id).select('messages').select(['mediaId', 'body']).execute()
  expect(messages.length).toBeGreaterThan(1)
  expect(there.store.raw.statements.sqlite.query('pragma foreign_key_check').all()).toEqual([])
  // What is for later is armed, what was said is found.
  const later = await TenantDb.of(there.store, made.id).select('schedules').select('id').execute()
  const jobs = await TenantDb.of(there.store, made.id).select('jobs').select(['name', 'payload']).execute()
  expect(jobs.map(({ name, payload }) => [name, JSON.parse(payload).scheduleId])).toEqual(
    later.map(({ id }) => ['schedule.send', id]),
  )
  await keepUp(there.platform)
  const person = there.platform.scope(made.id, there.viewer('root'))
  const { messages: hits } = await search(person, { q: 'segredo' })
  expect(hits.length).toBeGreaterThan(1)
})

test('twice in one place: files and conversations get names of their own, and taken e-mails are said', async () => {
  const file = join(directory, 'twice.tar')
  await writeCompany(here.scope('ana'), file)
  const asked = { planId: 1, name: 'Outra', me: here.viewer('root'), address: '' }
  const bring = () => importCompany(here.platform, Bun.file(file).stream(), asked)
  await expect(bring()).rejects.toMatchObject({ code: 'ERR_EMAIL_TAKEN' })
  await here.store.write(({ kysely }) =>
    kysely
      .updateTable('users')
      .set(({ fn, val }) => ({ email: fn<string>('concat', [val('x'), 'email']) }))
      .execute(),
  )
  const { id } = await bring()
  const count = (column: string, table: string) =>
    here.store.raw.statements.sqlite
      .query(`select count(distinct ${column}) as n from ${table} where companyId in (1, ?)`)
      .get(id)
  expect(count('uuid', 'tickets')).toEqual({ n: 4 })
  expect(count('path', 'media')).toEqual({ n: 4 })
})

/** The file as somebody with a text editor would change it. */
async function forged(
  change: (texts: Record<string, string>, manifest: Record<string, unknown>) => void,
  honest = true,
) {
  const source = join(directory, 'acme.tar')
  const { texts, manifest } = await textOf(source)
  change(texts, manifest)
  const path = join(directory, `forged-${crypto.randomUUID()}.tar`)
  const archive = await Archive.create(path)
  for (const [name, text] of Object.entries(texts)) await archive.addText(name, [text])
  if (!honest) Object.assign(archive.listed[0]!, { sha256: '0'.repeat(64) })
  await archive.finish(manifest)
  return path
}

const forgeries: [what: string, reason: RegExp, Parameters<typeof forged>][] = [
  ['another hash', /is not what was put in/, [() => {}, false]],
  ['a newer format', /newer kind/, [(_, manifest) => Object.assign(manifest, { format: 2 })]],
  ['a newer schema', /newer version/, [(_, manifest) => Object.assign(manifest, { schema: '9999-x' })]],
  ['not a company', /not a company/, [(_, manifest) => Object.assign(manifest, { kind: 'contact' })]],
  ['a way out', /it holds/, [(texts) => Object.assign(texts, { 'media/../../x': '' })]],
  ['a table of secrets', /nobody knows/, [(texts) => Object.assign(texts, { 'data/tokens.jsonl': '{}\n' })]],
  ['a super user', /nobody knows "super"/, [(texts) => edit(texts, 'users', (row) => ({ ...row, super: 1 }))]],
  [
    'a profile there is not',
    /none of its values/,
    [(texts) => edit(texts, 'users', (row) => ({ ...row, profile: 'root' }))],
  ],
  [
    'a row of nobody',
    /does not go together/,
    [(texts) => edit(texts, 'tickets', (row) => ({ ...row, contactId: 999 }))],
  ],
  ['numbers twice', /does not follow/, [(texts) => edit(texts, 'contacts', (row) => ({ ...row, id: 1 }))]],
  ['a number out of reach', /no number of a row/, [(texts) => edit(texts, 'tags', (row) => ({ ...row, id: 2 ** 52 }))]],
  ['text for a number', /wrong kind/, [(texts) => edit(texts, 'tags', (row) => ({ ...row, kanban: 'yes' }))]],
  ['what is no JSON', /no row/, [(texts) => Object.assign(texts, { 'data/tags.jsonl': 'oops\n' })]],
  ['a cut line', /cut short/, [(texts) => Object.assign(texts, { 'data/tags.jsonl': '{"id"' })]],
  ['a missing file', /file is missing/, [(texts) => dropMedia(texts)]],
]

function edit(texts: Record<string, string>, table: string, change: (row: Record<string, unknown>) => object) {
  const lines = texts[`data/${table}.jsonl`]!.trim().split('\n')
  texts[`data/${table}.jsonl`] = lines.map((line) => `${JSON.stringify(change(JSON.parse(line)))}\n`).join('')
}
function dropMedia(texts: Record<string, string>) {
  for (const name of Object.keys(texts)) if (name.startsWith('media/')) delete texts[name]
}

test.each(forgeries)('made by hand, with %s: refused whole, and nothing stays', async (_, reason, how) => {
  const there = await world()
  await there.store.write(({ kysely }) =>
    kysely
      .deleteFrom('users')
      .where('companyId', '=', 1 as never)
      .execute(),
  )
  const before = everything(there)
  const path = await forged(...how)
  const asked = { planId: 1, name: 'Nova', me: there.viewer('root'), address: '' }
  const refusal = await importCompany(there.platform, Bun.file(path).stream(), asked).catch((error) => error)
  expect([refusal.code, refusal.detail?.reason]).toEqual(['ERR_IMPORT_FILE', expect.stringMatching(reason)])
  expect(everything(there)).toEqual(before)
  expect(
    readdirSync(there.ports.media.directory, { recursive: true }).filter((name) => /[0-9a-f]{32}/.test(String(name))),
  ).toEqual([])
})

/** Every row of every table of a company. */
function everything({ store }: Awaited<ReturnType<typeof world>>) {
  const { sqlite } = store.raw.statements
  return ['companies', ...Object.keys(carried), 'jobs'].map((table) => sqlite.query(`select * from "${table}"`).all())
}

test('what is no archive at all is refused', async () => {
  const asked = { planId: 1, name: 'Nova', me: here.viewer('root'), address: '' }
  for (const text of ['', 'x', 'x'.repeat(2000)])
    await expect(importCompany(here.platform, new Blob([text]).stream(), asked)).rejects.toMatchObject({
      code: 'ERR_IMPORT_FILE',
    })
})

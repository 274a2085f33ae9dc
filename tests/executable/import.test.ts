import { afterEach, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ofCompanies, ofOneCompany, type Tables, writeDump } from '../former-system/dump'
import { until } from '../until'
import { cleanUp, executable, run, type Serving, serve, superUserEnvironment, temporaryDirectory } from './balcao'

afterEach(cleanUp)

const offline = { ...superUserEnvironment, BALCAO_WHATSAPP_URL: 'ws://127.0.0.1:9' }

/** An installation that was set up and stopped, with a dump and a folder of files beside it. */
async function stopped(tables: Tables) {
  const serving = await serve(offline)
  await serving.stop()
  const folder = temporaryDirectory()
  const [dump, files] = [join(folder, 'dump.sql'), join(folder, 'public')]
  writeDump(dump, tables)
  mkdirSync(files)
  writeFileSync(join(files, '1709300000_foto.jpg'), 'a picture')
  const env = { BALCAO_DATA_DIR: serving.dataDir }
  return { env, dump, files, bring: (...more: string[]) => run(['import', dump, '--files', files, ...more], env) }
}

const rowsOf = async ({ database }: Serving) => {
  const count = async (table: string) => (await database.all<{ n: number }>(`select count(*) as n from ${table}`))[0]?.n
  const tables = [
    'companies',
    'users',
    'contacts',
    'tickets',
    'messages',
    'media',
    'queues',
    'connections',
    'attendances',
  ]
  return Object.fromEntries(await Promise.all(tables.map(async (table) => [table, await count(table)] as const)))
}

test('a product of one company is counted, then brought whole, and a second run changes nothing', async () => {
  const { env, bring } = await stopped(ofOneCompany())
  const counted = await bring('--check')
  expect(counted).toMatchObject({ code: 0, err: '' })
  expect(counted.out).toContain(
    'Empresa 1: 2 users, 1 queues, 1 connections, 0 tags, 1 quick messages, 2 contacts, 2 tickets',
  )
  expect(counted.out).toContain('1 contacts without a usable number')
  expect(counted.out).toContain('Nothing was stored.')
  const brought = await bring()
  expect(brought).toMatchObject({ code: 0, err: '' })
  expect(brought.out).toContain('stored as company 2')
  const again = await bring()
  expect(again).toMatchObject({ code: 0, err: '' })
  expect(again.out).toContain('is here already, and is left as it is')
  expect(readdirSync(env.BALCAO_DATA_DIR).filter((name) => name.startsWith('import'))).toEqual([])

  const serving = await serve({ ...offline, ...env })
  expect(await rowsOf(serving)).toMatchObject({ companies: 2, contacts: 2, tickets: 2, messages: 3, media: 1 })
  const messages = await serving.database.all(
    'select body, "fromMe", ack, "mediaType", "mediaStatus", "createdAt" from messages order by id',
  )
  const chat = { mediaType: 'chat', mediaStatus: null }
  expect(messages).toEqual([
    { body: 'Bom dia\t\\o/', fromMe: 0, ack: 0, ...chat, createdAt: '2024-03-01T13:00:00.000Z' },
    { body: 'Pronto!\nAmanhã às 9', fromMe: 1, ack: 3, ...chat, createdAt: '2024-03-01T13:05:00.000Z' },
    {
      body: 'foto.jpg',
      fromMe: 0,
      ack: 0,
      mediaType: 'image',
      mediaStatus: 'ready',
      createdAt: '2024-03-01T13:10:00.000Z',
    },
  ])
  const [ticket] = await serving.database.all(
    'select t.status, u.email, q.name as queue, c.number from tickets t join users u on u.id = t."userId" join queues q on q.id = t."queueId" join contacts c on c.id = t."contactId" where t.status = \'open\'',
  )
  expect(ticket).toEqual({ status: 'open', email: 'ana@loja.test', queue: 'Vendas', number: '5511988887777' })
})

test('a product of several companies becomes as many companies, and names what it leaves out', async () => {
  const { env, bring } = await stopped(ofCompanies())
  const brought = await bring()
  expect(brought).toMatchObject({ code: 0, err: '' })
  const lua = brought.out.slice(brought.out.indexOf('Oficina Lua'))
  expect(lua).toContain('1 contacts that repeat the number of another, joined with it')
  expect(lua).toContain('1 live tickets beside a newer one')
  expect(lua).toContain('1 messages that repeat another')
  expect(brought.out).toContain('1 rows belong to no company of the dump')
  const serving = await serve({ ...offline, ...env })
  const tickets = await serving.database.all<{ status: string; tag: string | null; note: string | null }>(
    'select t.status, g.name as tag, n.note from tickets t join companies o on o.id = t."companyId" left join ticket_tags x on x."ticketId" = t.id left join tags g on g.id = x."tagId" left join ticket_notes n on n."ticketId" = t.id where o.name = \'Oficina Lua\' order by t.id',
  )
  expect(tickets.map(({ status }) => status).sort()).toEqual(['closed', 'pending'])
  expect(tickets.some(({ note }) => note === 'Cliente antigo')).toBe(true)
  expect(tickets.some(({ tag }) => tag === 'VIP')).toBe(true)
})

test.each([
  [
    'a dump that is cut off',
    (text: string) => text.slice(0, text.indexOf('Pronto!')),
    'it is cut off in the table Messages',
  ],
  [
    'a dump of another product',
    () => 'COPY public.posts (id) FROM stdin;\n1\n\\.\n-- PostgreSQL database dump complete\n',
    'it is of no product of this family',
  ],
  ['a file of another kind', () => 'PGDMP…', 'it is in the custom format'],
])('%s is refused with the reason, and nothing is stored', async (_, changed, reason) => {
  const { env, dump, bring } = await stopped(ofOneCompany())
  writeFileSync(dump, changed(await Bun.file(dump).text()))
  const refused = await bring()
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining(reason)])
  expect(await rowsOf(await serve({ ...offline, ...env }))).toMatchObject({ companies: 1, contacts: 0 })
})

test('an interrupted run leaves no file of the messages behind', async () => {
  const { env, dump } = await stopped(ofOneCompany())
  const many = Array.from({ length: 300_000 }, (_, id) => ({ ...ofOneCompany().Messages?.[0], id: `M${id}` }))
  writeDump(dump, { ...ofOneCompany(), Messages: many as Tables[string] })
  const child = Bun.spawn([executable, 'import', dump], { env: { ...env, BALCAO_ENV_FILE: '' }, stdout: 'ignore' })
  const work = join(env.BALCAO_DATA_DIR, 'import')
  await until('the run to begin', () => existsSync(work))
  child.kill('SIGINT')
  expect(await child.exited).toBe(130)
  expect(existsSync(work)).toBe(false)
})

test('a file whose name is that of a folder counts as missing', async () => {
  const tables = ofOneCompany()
  tables.Messages = tables.Messages?.map((row) => ({ ...row, mediaUrl: row.mediaUrl ? 'contact1' : null })) ?? []
  const { files, bring } = await stopped(tables)
  mkdirSync(join(files, 'contact1'))
  const brought = await bring()
  expect([brought.code, brought.out]).toEqual([0, expect.stringContaining('1 files that are missing')])
})

test('a served installation, and one before its set-up, are left as they are', async () => {
  const serving = await serve(offline)
  const dump = join(temporaryDirectory(), 'dump.sql')
  writeDump(dump, ofOneCompany())
  const refused = await run(['import', dump], { BALCAO_DATA_DIR: serving.dataDir })
  expect([refused.code, refused.out]).toEqual([1, ''])
  expect(await rowsOf(serving)).toMatchObject({ companies: 1 })
})

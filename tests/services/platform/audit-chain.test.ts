import { expect, test } from 'bun:test'
import { eraseLines } from '../../../src/features/platform/audit/erase-lines'
import { listAudit } from '../../../src/features/platform/audit/list'
import { recordAuditEntry } from '../../../src/features/platform/audit/record'
import { RefusalLog } from '../../../src/features/platform/audit/refusals'
import { verifyChains } from '../../../src/features/platform/audit/verify'
import { companies, createInstallation, emailOf, people } from '../../installation'
import { LoginClient } from '../../login-client'
import { passOverIds } from '../../stored-rows'

type Installation = Awaited<ReturnType<typeof createInstallation>>

const record = ({ scopeOf }: Installation, who: 'ana' | 'rui', name: string, after = {}) =>
  scopeOf(who).transaction((scope) =>
    recordAuditEntry(scope, { action: 'create', entity: 'queue', entityId: 1, name, after }),
  )

/** Ten lines of one company between ten of another. */
async function createLog() {
  const installation = await createInstallation()
  for (let n = 0; n < 10; n++)
    await Promise.all([record(installation, 'ana', `Fila ${n}`), record(installation, 'rui', `Outra ${n}`)])
  const verify = () => verifyChains(installation.store.read)
  const lines = await installation.acme.select('audit_log').select('id').orderBy('id').execute()
  /** Changes the log without its triggers, as a person with the file can. */
  const tamper = (statement: string) =>
    installation.store.write(async (tx) => {
      const place = tx.engine.name === 'postgres' ? ' on audit_log' : ''
      for (const trigger of ['audit_log_unchanged', 'audit_log_kept'])
        await tx.run(`drop trigger if exists ${trigger}${place}`, [])
      await tx.run(statement, [])
    })
  return { ...installation, verify, ids: lines.map(({ id }) => id), tamper }
}

test('the chains of two companies verify, and lines from before the chain are left out', async () => {
  const { verify, store } = await createLog()
  expect(await verify()).toEqual({ companies: 2, lines: 20, broken: [] })
  await passOverIds(store, 'audit_log')
  expect((await verify()).broken).toEqual([])
})

test('lines written at once by transactions of a company and of the platform form one chain', async () => {
  const installation = await createInstallation()
  const { platform, store, scopeOf } = installation
  const { viewer: actor, companyId } = scopeOf('ana')
  const entry = { action: 'create', entity: 'company', entityId: 1, name: 'Acme' }
  const recordForPlatform = () =>
    platform.transaction((tx) => recordAuditEntry({ db: tx.tenant(companyId), actor, address: '' }, entry))
  const pairs = Array.from({ length: 10 }, (_, n) => [record(installation, 'ana', `Fila ${n}`), recordForPlatform()])
  await Promise.all(pairs.flat())
  expect(await verifyChains(store.read)).toEqual({ companies: 1, lines: 20, broken: [] })
})

test.each([
  ['a changed name', (id: number) => `update audit_log set name = 'x' where id = ${id}`, 'changed'],
  ['a changed time', (id: number) => `update audit_log set at = '2020' where id = ${id}`, 'missing'],
  ['a changed address', (id: number) => `update audit_log set address = '::1' where id = ${id}`, 'changed'],
  ['a removed line', (_: number, before: number) => `delete from audit_log where id = ${before}`, 'missing'],
  [
    'another name in a line marked as erased',
    (id: number) => `update audit_log set name = 'x', salt = '' where id = ${id}`,
    'changed',
  ],
  ['an emptied hash', (id: number) => `update audit_log set hash = '' where id = ${id}`, 'missing'],
] as const)('verification finds %s at its line', async (_, statement, problem) => {
  const { verify, ids, tamper } = await createLog()
  const [before, id] = ids.slice(4, 6) as [number, number]
  await tamper(statement(id, before))
  expect((await verify()).broken).toEqual([{ companyId: companies.acme, lineId: id, problem }])
})

test('verification finds removed newest lines and removed first lines', async () => {
  for (const end of ['max', 'min']) {
    const { verify, tamper } = await createLog()
    await tamper(`delete from audit_log where id = (select ${end}(id) from audit_log where "companyId" = 1)`)
    expect((await verify()).broken).toMatchObject([{ companyId: companies.acme, problem: 'missing' }])
  }
})

test('verification finds a removed chain by the lines that it held', async () => {
  const { verify, ids, tamper } = await createLog()
  await tamper(`delete from audit_chains where "companyId" = 1`)
  expect(await verify()).toEqual({
    ...{ companies: 1, lines: 10 },
    broken: [{ companyId: companies.acme, lineId: ids[0] as number, problem: 'missing' }],
  })
})

test('an erasure empties the lines that name the person, and the chain still verifies', async () => {
  const installation = await createLog()
  const { scopeOf, verify, store } = installation
  await record(installation, 'ana', 'x', { reason: 'Zulmira "Zu" Quaresma, 5511977774321' })
  await record(installation, 'rui', 'x', { reason: '5511977774321' })
  expect(await eraseLines(scopeOf('ana'), ['5511977774321', 'Zulmira "Zu" Quaresma'])).toBe(1)
  const [line] = (await listAudit(scopeOf('ana'), {})).lines
  expect(line).toMatchObject({ name: '', before: {}, after: {}, erased: true, actorName: 'Ana', action: 'create' })
  expect(await verify()).toEqual({ companies: 2, lines: 22, broken: [] })
  const rest = (await listAudit(scopeOf('rui'), {})).lines
  expect(rest[0]).toMatchObject({ after: { reason: '5511977774321' }, erased: false })
  const change = store.write(async (tx) =>
    tx.run("update audit_log set name = '', before = '{}', after = '{}', salt = '', action = 'x'", []),
  )
  await expect(change).rejects.toThrow('append-only')
})

test('refusals of a person within a minute are two lines, and those of a company end at a number a day', async () => {
  const { platform, scopeOf } = await createInstallation()
  let now = 0
  const refusals = new RefusalLog(platform, () => now)
  const note = (userId: number) =>
    refusals.note({
      ...{ companyId: scopeOf('ana').companyId, userId, actor: { system: 'login' }, address: '10.0.0.9' },
      entry: { action: 'refuse', entity: 'login', entityId: userId, name: 'Bob' },
    })
  const lines = async () => (await listAudit(scopeOf('ana'), { action: 'refuse' })).lines
  for (let n = 0; n < 1000; n++) await note(people.bob.id)
  expect(await lines()).toHaveLength(1)
  await refusals.sweep()
  expect(await lines()).toHaveLength(1)
  now = 60_000
  await refusals.sweep()
  await refusals.sweep()
  expect((await lines()).map(({ after }) => after)).toEqual([{ repeated: 999 }, {}])
  for (let userId = 100; userId < 3100; userId++) await note(userId)
  const { count } = (await scopeOf('ana')
    .db.select('audit_log')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()) as { count: number }
  expect(count).toBe(1999)
})

test('uses and refusals of a key leave room for refused logins, and strange addresses make one line', async () => {
  const { platform, scopeOf } = await createInstallation()
  const refusals = new RefusalLog(platform, () => 0)
  const base = { companyId: scopeOf('ana').companyId, userId: people.ana.id, actor: { system: 'key' }, address: '' }
  const noteKey = (action: 'ask' | 'refuse', name: string, entityId = 1) =>
    refusals.note({ ...base, entry: { action, entity: 'apiKey', entityId, name } })
  const linesOf = async (action: string) => (await listAudit(scopeOf('ana'), { action })).lines
  for (let n = 0; n < 50; n++) await noteKey('refuse', `Loja: 10.0.0.${n}`)
  expect((await linesOf('refuse')).map(({ name }) => name)).toEqual(['Loja: 10.0.0.0'])
  for (let n = 0; n < 2000; n++) await noteKey('ask', `Loja: POST /api/${n}`)
  await refusals.note({ ...base, entry: { action: 'refuse', entity: 'login', entityId: 3, name: 'Bob' } })
  expect((await linesOf('refuse')).map(({ name }) => name)).toEqual(['Bob', 'Loja: 10.0.0.0'])
})

test('logins, wrong passwords, logouts and refused permissions are in the log, each once', async () => {
  const { app, scopeOf, store } = await createInstallation()
  const bob = new LoginClient(app)
  for (const password of ['errada', 'errada de novo', undefined]) await bob.login('bob', password)
  await bob.me()
  expect((await bob.login('bob')).status).toBe(200)
  for (let n = 0; n < 3; n++) expect((await bob.request('GET', '/audit')).status).toBe(403)
  await store.idle()
  expect((await bob.request('DELETE', '/auth/logout')).status).toBe(200)
  const { lines } = await listAudit(scopeOf('ana'), {})
  expect(lines.map(({ action, entity, name }) => [action, entity, name]).reverse()).toEqual([
    ['refuse', 'login', 'Bob'],
    ['login', 'session', 'Bob'],
    ['login', 'session', 'Bob'],
    ['refuse', 'permission', 'GET /api/audit/'],
    ['logout', 'session', 'Bob'],
  ])
  expect(JSON.stringify(lines)).not.toContain('errada')
  expect(JSON.stringify(lines)).not.toContain(emailOf('bob'))
  expect((await verifyChains(store.read)).broken).toEqual([])
})

import { expect, test } from 'bun:test'
import { BadConfig } from '../../src/bad-config'
import { readConfig } from '../../src/config'
import type { Handle } from '../../src/core/storage/db'
import { clientOptions } from '../../src/core/storage/postgres/address'
import { companyRole, openTables } from '../../src/core/storage/postgres/row-security'
import { PostgresStore } from '../../src/core/storage/postgres/store'
import type { CompanyId } from '../../src/core/storage/schema'
import { type PlanFlag, planFlags } from '../../src/shared/enums'
import { migratedDatabase, openCopy } from '../postgres-databases'
import { addressOf } from '../postgres-server'
import { companyTables } from '../stored-rows'

const [acme, rival] = [1, 2] as CompanyId[] as [CompanyId, CompanyId]

/** Two companies, each with a tag of its name. */
async function openCompanies() {
  const store = await openCopy(await migratedDatabase())
  await store.write(async (tx) => {
    const plan = { users: 1, connections: 1, queues: 1, value: 0, isPublic: 1 as const }
    const none = Object.fromEntries(planFlags.map((flag) => [flag, 0])) as Record<PlanFlag, 0>
    await tx.kysely
      .insertInto('plans')
      .values({ id: 1, name: 'Plano', ...plan, ...none })
      .execute()
    for (const [id, name] of [
      [acme, 'acme'],
      [rival, 'rival'],
    ] as const) {
      const facts = { planId: 1, email: `${name}@x.test`, phone: '11999990000', dueDate: '2099-12-31' }
      await tx.kysely
        .insertInto('companies')
        .values({ id, name, ...facts, trialExpiration: null })
        .execute()
      const tag = { name, searchText: name, color: '#0a7f54', kanban: 0 as const }
      await tx.kysely
        .insertInto('tags')
        .values({ companyId: id, ...tag })
        .execute()
    }
  })
  return store
}

interface Name {
  name: string
}

/** A query that forgets its company. */
const tagNames = async (handle: Handle) => (await handle.all('select name from tags order by name', [])) as unknown[]

test('a unit that forgets the company reads and changes only its own rows', async () => {
  const store = await openCompanies()
  await store.write(async (tx) => {
    expect(await tagNames(tx)).toEqual([{ name: 'acme' }])
    expect(await tx.all(`update tags set color = '#000000' returning name`, [])).toEqual([{ name: 'acme' }])
    expect(await tx.all('delete from tags returning name', [])).toEqual([{ name: 'acme' }])
  }, acme)
  expect(await tagNames(store.read)).toEqual([{ name: 'rival' }])
})

test('a unit can give no row to another company', async () => {
  const store = await openCompanies()
  const insert = store.write(
    async (tx) => tx.run(`insert into tags ("companyId", name, "searchText") values (2, 'x', 'x')`, []),
    acme,
  )
  await expect(insert).rejects.toThrow('row-level security')
  const move = store.write(async (tx) => tx.run('update tags set "companyId" = 2', []), acme)
  await expect(move).rejects.toThrow('row-level security')
})

test('reads that forget the company see the rows of theirs, whatever their connection read before', async () => {
  const store = await openCompanies()
  const namesOf = (companyId: CompanyId) => tagNames(store.readOf(companyId))
  for (let n = 0; n < 30; n++) {
    const companies = [acme, rival, acme, acme, rival]
    const answers = await Promise.all([...companies.map(namesOf), tagNames(store.read)])
    expect(answers).toEqual([
      ...companies.map((id) => [{ name: id === acme ? 'acme' : 'rival' }]),
      [{ name: 'acme' }, { name: 'rival' }],
    ])
  }
  const text = 'select name from tags'
  expect(await store.sideReader.read(rival, text, [])).toEqual([{ name: 'rival' }])
  expect(await store.withSnapshot(tagNames, acme)).toEqual([{ name: 'acme' }])
  expect(await store.withSnapshot(tagNames)).toHaveLength(2)
})

test('the role of companies sees nothing where no company is named, and every table of companies has the policy', async () => {
  const store = await openCompanies()
  const tables = (await companyTables(store)).filter((table) => !openTables.includes(table))
  expect(tables.length).toBeGreaterThan(100)
  const secured = await store.read.all(
    `select tablename as name from pg_policies where policyname = 'own_company' order by tablename collate "C"`,
    [],
  )
  expect(secured).toEqual(tables.map((name) => ({ name })))
  await store.write(async (tx) => {
    await tx.run(`set local role ${companyRole}`, [])
    for (const table of tables) expect([table, await tx.all(`select 1 from "${table}"`, [])]).toEqual([table, []])
  })
})

test('without the setting the policies limit nothing', async () => {
  const secured = await openCompanies()
  const [{ name }] = (await secured.read.all('select current_database() as name', [])) as [Name]
  const store = new PostgresStore(clientOptions(await addressOf(name)))
  await store.write(async (tx) => expect(await tagNames(tx)).toHaveLength(2), acme)
  expect(await tagNames(store.readOf(acme))).toHaveLength(2)
  await store.close()
  // Its database is dropped when nothing refers to it any more.
  await secured.close()
})

test('the variable is on or off, and needs a database server', () => {
  const read = (value: string, url?: string) => () =>
    readConfig({ BALCAO_ROW_SECURITY: value, ...(url ? { BALCAO_DATABASE_URL: url } : {}) })
  expect(read('yes', 'postgres://me@host/db')).toThrow(BadConfig)
  expect(read('on')).toThrow('BALCAO_ROW_SECURITY is accepted only together with BALCAO_DATABASE_URL')
  expect(read('on', 'postgres://me@host/db')().rowSecurity).toBe(true)
  expect(readConfig({}).rowSecurity).toBe(false)
})

import { expect, test } from 'bun:test'
import type { CompanyId } from '../../src/core/storage/schema'
import { hot, TenantDb } from '../../src/core/storage/tenant'
import { openMigrated } from '../migrated'

async function createTwoCompanies() {
  const store = await openMigrated()
  const plan = { name: 'p', users: 1, connections: 1, queues: 1, value: 0 } as never
  await store.write(async ({ kysely }) => {
    await kysely.insertInto('plans').values(plan).execute()
    for (const name of ['acme', 'rival'])
      await kysely
        .insertInto('companies')
        .values({ name, email: '', phone: '', planId: 1, dueDate: '2099-01-01', trialExpiration: null })
        .execute()
  })
  return { store, acme: TenantDb.of(store, 1 as CompanyId), rival: TenantDb.of(store, 2 as CompanyId) }
}

const insertQueue = hot<{ name: string }>()((db, p) =>
  db.insert('queues', { name: p('name'), color: '#fff' }).returning('id'),
)
const queueByName = hot<{ name: string }>()((db, p) =>
  db.select('queues').select(['id', 'name', 'companyId']).where('name', '=', p('name')),
)

test('a hot query binds its parameters by name and finds rows of its company only', async () => {
  const { acme, rival } = await createTwoCompanies()
  const [made] = await acme.transaction(async (tx) => tx.run(insertQueue, { name: 'vendas' }))
  expect(await acme.first(queueByName, { name: 'vendas' })).toMatchObject({ id: made?.id, companyId: 1 })
  expect(await rival.first(queueByName, { name: 'vendas' })).toBeUndefined()
})

test('a hot write outside a transaction is refused', async () => {
  const { acme } = await createTwoCompanies()
  const remove = hot<{ name: string }>()((db, p) => db.delete('queues').where('name', '=', p('name')))
  await expect(acme.run(remove, { name: 'x' })).rejects.toThrow('outside transaction')
})

test('a foreign key to a row of another company is refused', async () => {
  const { acme, rival } = await createTwoCompanies()
  const [queue] = await acme.transaction(async (tx) => tx.run(insertQueue, { name: 'vendas' }))
  const user = { name: 'u', email: 'u@x', passwordHash: '', profile: 'user', whatsappId: null, language: null } as const
  const userId = await rival.transaction(
    async (tx) => (await tx.insert('users', user).returning('id').executeTakeFirstOrThrow()).id,
  )
  const borrow = rival.transaction((tx) => tx.insert('user_queues', { userId, queueId: queue?.id as number }).execute())
  await expect(borrow).rejects.toThrow(/FOREIGN KEY/)
})

import { expect, test } from 'bun:test'
import { createMissingKeys } from '../../src/core/keys/create-missing-keys'
import { Secrets } from '../../src/core/secrets'
import { newRootKey } from '../../src/core/storage/data-directory'
import type { PostgresStore } from '../../src/core/storage/postgres/store'
import { openMemory } from '../../src/core/storage/sqlite/store'
import { insertAnyRow } from '../insert-any-row'
import { migratedImage } from '../migrated'
import { migratedDatabase, openCopy, openDatabase } from '../postgres-databases'

/** Two processes on one database with companies that have no key. */
async function twoProcesses(): Promise<[PostgresStore, PostgresStore]> {
  const store = await openCopy(await migratedDatabase())
  const { sqlite } = openMemory(await migratedImage()).raw.statements
  for (let n = 0; n < 20; n++) {
    const rows: [table: string, row: object][] = []
    insertAnyRow(sqlite, 'companies', undefined, { onInsert: (...inserted) => rows.push(inserted) })
    await store.write(async ({ kysely }) => {
      for (const [table, row] of rows)
        await kysely
          .insertInto(table as never)
          .values(row as never)
          .execute()
    })
  }
  const [{ name }] = (await store.read.all('select current_database() as name', [])) as [{ name: string }]
  const other = await openDatabase(name)
  await other.learnSchema()
  return [store, other]
}

test('two processes that start at once give each company one key', async () => {
  const processes = await twoProcesses()
  const root = newRootKey()
  const results = await Promise.allSettled(processes.map((store) => createMissingKeys(store, new Secrets(root))))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  const [row] = await processes[0].read.all(
    'select count(*) as keys, count(distinct "companyId") as companies from company_keys',
    [],
  )
  expect(row).toEqual({ keys: 20, companies: 20 })
  await processes[1].close()
})

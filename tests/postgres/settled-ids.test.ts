import { expect, test } from 'bun:test'
import { lastSettledId } from '../../src/core/storage/postgres/message-index'
import type { PostgresStore } from '../../src/core/storage/postgres/store'
import type { CompanyId } from '../../src/core/storage/schema'
import { migratedDatabase, openDatabase } from '../postgres-databases'
import { createDatabase } from '../postgres-server'

/** Takes the next id of a message, as an insert does. */
const takeId = async (store: PostgresStore, companyId: number, beforeCommit: () => Promise<unknown> = async () => {}) =>
  store.write(async (tx) => {
    const { id } = (await tx.first("select nextval('messages_id_seq') as id", [])) as { id: number }
    await beforeCommit()
    return id
  }, companyId as CompanyId)

test('an id is settled only when the transaction of another process with a lower id has ended', async () => {
  const database = await createDatabase(await migratedDatabase())
  const [indexing, writing] = await Promise.all([openDatabase(database), openDatabase(database)])
  const isTaken = Promise.withResolvers<void>()
  const mayCommit = Promise.withResolvers<void>()
  const slow = takeId(writing, 1, () => {
    isTaken.resolve()
    return mayCommit.promise
  })
  await isTaken.promise
  const later = await takeId(indexing, 2)
  for (let n = 0; n < 3; n++) expect(await lastSettledId(indexing.read)).toBeLessThan(later)
  mayCommit.resolve()
  expect(await slow).toBeLessThan(later)
  await lastSettledId(indexing.read)
  expect(await lastSettledId(indexing.read)).toBe(later)
  await Promise.all([indexing.close(), writing.close()])
})

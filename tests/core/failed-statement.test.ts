import { expect, test } from 'bun:test'
import type { Handle } from '../../src/core/storage/db'
import { openMigrated } from '../migrated'

/** Both engines behave alike: this file runs on PostgreSQL with `--postgres`. */

const insertSetting = (tx: Handle, key: string) =>
  tx.kysely.insertInto('installation').values({ key, value: 'x' }).execute()

async function openWithSetting() {
  const store = await openMigrated()
  await store.write((tx) => insertSetting(tx, 'there'))
  const keys = async () =>
    (await store.read.kysely.selectFrom('installation').select('key').orderBy('key').execute()).map(({ key }) => key)
  return { store, keys }
}

test('after a failed statement of a unit, a select is refused as well', async () => {
  const { store } = await openWithSetting()
  const unit = store.write(async (tx) => {
    await insertSetting(tx, 'there').catch(() => {})
    return tx.kysely.selectFrom('installation').select('key').execute()
  })
  await expect(unit).rejects.toThrow(/transaction/)
})

test.each(['builder', 'all', 'first', 'run'] as const)(
  'a unit that catches the error of its last statement is refused and stores nothing: %s',
  async (way) => {
    const { store, keys } = await openWithSetting()
    const again = "insert into installation (key, value) values ('there', 'again')"
    const unit = store.write(async (tx) => {
      await insertSetting(tx, 'before')
      const failing = async () =>
        way === 'builder' ? insertSetting(tx, 'there') : tx[way](way === 'run' ? again : `${again} returning key`, [])
      await failing().catch(() => {})
    })
    await expect(unit).rejects.toThrow()
    expect(await keys()).toEqual(['there'])
  },
)

test('units beside one with a failed statement are stored', async () => {
  const { store, keys } = await openWithSetting()
  const failing = store.write(async (tx) => {
    await insertSetting(tx, 'lost')
    await insertSetting(tx, 'there').catch(() => {})
  })
  const units = [store.write((tx) => insertSetting(tx, 'a')), failing, store.write((tx) => insertSetting(tx, 'b'))]
  const results = await Promise.allSettled(units)
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await keys()).toEqual(['a', 'b', 'there'])
})

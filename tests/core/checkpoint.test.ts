import { afterEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Checkpoints } from '../../src/core/storage/checkpoint'
import { openStore, type Store } from '../../src/core/storage/db'
import { until } from '../until'

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

async function opened() {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-checkpoint-'))
  const file = join(folder, 'balcao.db')
  undo.push(() => rmSync(folder, { recursive: true }))
  const store = openStore(file)
  await store.write(async ({ statements }) => void statements.get('create table t (v text) strict').run())
  const start = () =>
    new Checkpoints(new Worker(new URL('../../src/core/storage/checkpoint-worker.ts', import.meta.url)), file)
  return { store, file, start }
}

const fill = (store: Store, rows: number) =>
  store.write(async ({ statements }) => {
    const insert = statements.get('insert into t values (?)')
    for (let row = 0; row < rows; row++) insert.run('x'.repeat(1000))
  })

test('what is committed is moved into the file behind the writer, and the log is emptied in a quiet moment', async () => {
  const { store, file, start } = await opened()
  const checkpoints = start()
  for (let round = 0; round < 20; round++) {
    await fill(store, 500)
    await Bun.sleep(5)
  }
  await until('nearly all in the file', () => statSync(file).size > 9_000_000)
  await until('an empty log', () => statSync(`${file}-wal`).size === 0)
  await until('word of it', () => checkpoints.walBytes === 0)
  await checkpoints.stop()
  await store.close()
})

test('a sound file has no problems, a damaged one is described', async () => {
  const { store, file, start } = await opened()
  await fill(store, 2000)
  const sound = start()
  expect(await sound.check()).toEqual([])
  await sound.stop()
  await store.close()
  const bytes = await Bun.file(file).bytes()
  bytes.fill(0xa5, 3 * 4096, 4 * 4096)
  await Bun.write(file, bytes)
  const damaged = start()
  expect(await damaged.check()).not.toEqual([])
  await damaged.stop()
})

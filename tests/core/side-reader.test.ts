import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CompanyId } from '../../src/core/storage/schema'
import { SideReader } from '../../src/core/storage/sqlite/side-reader'
import { takePacket } from '../../src/core/storage/sqlite/side-reader-packets'

const worker = new URL('../../src/core/storage/sqlite/side-reader-worker.ts', import.meta.url)
const [one, two] = [1, 2] as CompanyId[] as [CompanyId, CompanyId]
/** Counts to a number, which takes SQLite a while. */
const slow =
  'with recursive n(i) as (select 1 union all select i + 1 from n where i < ?) select count(*) as count from n'

describe('SideReader', () => {
  let directory: string
  let writer: Database
  let reader: SideReader
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'side-reader-'))
    const file = join(directory, 'a.db')
    writer = new Database(file, { create: true })
    writer.run('pragma journal_mode = wal')
    writer.run('create table words (word text) strict')
    reader = new SideReader(worker, file)
  })
  afterEach(async () => {
    await reader.stop()
    writer.close()
    rmSync(directory, { recursive: true })
  })

  test('a read returns rows that were committed just before it', async () => {
    for (const word of ['bolo', 'rolo']) {
      writer.run('insert into words values (?)', [word])
      expect(await reader.read(one, 'select word from words where word = ?', [word])).toEqual([{ word }])
    }
  })

  test('5,000 rows arrive complete and in order, in packets in different turns of the event loop', async () => {
    let [turns, isOver] = [0, false]
    const count = () => {
      turns++
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    const numbers =
      'with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000) select i, i * 2 as twice from n'
    const rows = (await reader.read(one, numbers, [])) as { i: number; twice: number }[]
    isOver = true
    expect(rows).toEqual(Array.from({ length: 5000 }, (_, at) => ({ i: at + 1, twice: 2 * at + 2 })))
    expect(turns).toBeGreaterThanOrEqual(5)
  })

  test('a packet has at most 2,000 values, and at least one row', () => {
    const sizesOf = (rows: object[]) => {
      const sizes: number[] = []
      while (rows.length > 0) sizes.push(takePacket(rows).length)
      return sizes
    }
    const rowsOf = (count: number, columns: number) =>
      Array.from({ length: count }, () =>
        Object.fromEntries(Array.from({ length: columns }, (_, at) => [`c${at}`, at])),
      )
    expect(sizesOf(rowsOf(4500, 1))).toEqual([2000, 2000, 500])
    expect(sizesOf(rowsOf(60, 40))).toEqual([50, 10])
    expect(sizesOf(rowsOf(2, 3000))).toEqual([1, 1])
  })

  test('a long read lets the event loop turn', async () => {
    let turns = 0
    const timer = setInterval(() => turns++, 1)
    expect(await reader.read(one, slow, [2_000_000])).toEqual([{ count: 2_000_000 }])
    clearInterval(timer)
    expect(turns).toBeGreaterThan(10)
  })

  test('reads of one company delay the read of another by one', async () => {
    const ended: CompanyId[] = []
    const read = (company: CompanyId) => reader.read(company, slow, [10_000]).then(() => ended.push(company))
    await Promise.all([...Array.from({ length: 6 }, () => read(one)), read(two)])
    expect(ended.indexOf(two)).toBeLessThan(2)
  })

  test('a read that fails rejects, a write too, and the next read succeeds', async () => {
    await expect(reader.read(one, 'select word from missing', [])).rejects.toThrow('no such table')
    await expect(reader.read(one, "insert into words values ('x') returning word", [])).rejects.toThrow('readonly')
    expect(await reader.read(one, 'select 1 as one', [])).toEqual([{ one: 1 }])
  })

  test('stop waits for the read under way and fails later ones', async () => {
    const underWay = reader.read(one, slow, [100_000])
    await Promise.resolve()
    await reader.stop()
    expect(await underWay).toEqual([{ count: 100_000 }])
    await expect(reader.read(one, 'select 1', [])).rejects.toThrow('the server stops')
  })
})

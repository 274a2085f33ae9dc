import { afterEach, describe, expect, test } from 'bun:test'
import { log } from '../../src/core/log'
import type { ParserLimits, ParserName } from '../../src/core/parsers/contract'
import { ParserPool } from '../../src/core/parsers/pool'
import type { CompanyId } from '../../src/core/storage/schema'

log.level = 'silent'

const pools: ParserPool[] = []
afterEach(() => {
  for (const pool of pools.splice(0)) pool.stop()
})

const patient: ParserLimits = { ms: 3_600_000, memory: 2 ** 40, places: 4, placesPerCompany: 2 }
const names: ParserName[] = ['media.identify', 'voice.read', 'picture.shrink', 'page.read', 'spreadsheet.read']

/** A pool over a worker that does what it is told (obedient-worker.ts). */
function openPool(limits: Partial<ParserLimits> = {}) {
  const table = Object.fromEntries(names.map((name) => [name, { ...patient, ...limits }]))
  const pool = new ParserPool(
    new URL('./command-worker.ts', import.meta.url),
    table as Record<ParserName, ParserLimits>,
  )
  pools.push(pool)
  const run = (company: number, word: string, name: ParserName = 'media.identify') =>
    pool.run(company as CompanyId, name, { path: word, size: 0 } as never) as Promise<unknown>
  return { pool, run }
}

/** Runs until the pool is stopped; that it fails then is expected. */
const forever = (task: Promise<unknown>) => void task.catch(() => {})

describe('a parser that', () => {
  test.each([
    ['loops', 'loop', { ms: 100 }, 'time'],
    ['yields for ever', 'yield', { ms: 100 }, 'time'],
    ['takes memory without end', 'eat', { memory: 64 * 2 ** 20 }, 'memory'],
    ['exits', 'exit', {}, 'crash'],
    ['loses a rejection', 'stray', {}, 'crash'],
    ['throws', 'fail', {}, 'error'],
  ])('%s fails, and the next tasks are answered', async (_, word, limits, reason) => {
    const { pool, run } = openPool({ ...limits, places: 1 })
    await expect(run(1, word)).rejects.toMatchObject({ reason })
    expect(pool.ended).toBe(reason === 'error' ? 0 : 1)
    for (const next of ['one', 'two']) expect(await run(1, next)).toBe(next)
  })

  test('refuses its input is heard with code and detail', async () => {
    const { run } = openPool()
    await expect(run(1, 'refuse')).rejects.toMatchObject({ code: 'ERR_MEDIA_TYPE', detail: { reason: 'because' } })
  })

  test('may take longer for a larger input', async () => {
    const { pool } = openPool({ ms: 0, msPerMebibyte: 100_000_000 })
    const task = pool.run(1 as CompanyId, 'media.identify', { path: 'yield', size: 2 ** 20 })
    const other = pool.run(1 as CompanyId, 'media.identify', { path: 'yield', size: 0 })
    await expect(other).rejects.toMatchObject({ reason: 'time' })
    pool.stop()
    await expect(task).rejects.toMatchObject({ code: 'ERR_NOT_READY' })
  })
})

describe('companies share the threads', () => {
  test('endless tasks of one company leave threads for another', async () => {
    const { pool, run } = openPool()
    for (let n = 0; n < 10; n++) forever(run(1, 'yield'))
    for (let n = 0; n < 10; n++) expect(await run(2, `${n}`)).toBe(`${n}`)
    expect(pool.waiting).toBe(8)
  })

  test('a company that waits comes before the next task of one that was served', async () => {
    const { run } = openPool({ places: 1 })
    const order: string[] = []
    const noted = (company: number, word: string) => run(company, word).then(() => order.push(word))
    await Promise.all([...['a1', 'a2', 'a3', 'a4'].map((word) => noted(1, word)), noted(2, 'b1'), noted(3, 'c1')])
    expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'a4'])
  })

  test('a kind of parser without a free place does not hold back the others', async () => {
    const { run } = openPool({ places: 2, placesPerCompany: 1 })
    for (const company of [1, 2, 3]) forever(run(company, 'yield', 'picture.shrink'))
    expect(await run(1, 'x', 'voice.read')).toBe('x')
    expect(await run(3, 'y', 'voice.read')).toBe('y')
  })

  test('tasks beyond what may wait are refused, for that company alone', async () => {
    const { run } = openPool()
    for (let n = 0; n < 102; n++) forever(run(1, 'yield'))
    const refusal = { code: 'ERR_RATE_LIMIT', detail: { retryAfter: 3 } }
    await expect(run(1, 'x')).rejects.toMatchObject(refusal)
    expect(await run(2, 'y')).toBe('y')
  })

  test('inputs beyond the memory for what waits are refused, for that company alone', async () => {
    const { pool } = openPool()
    const large = new Uint8Array(6 * 2 ** 20).fill(32)
    large.set(Buffer.from('yield'))
    const run = (company: number) => pool.run(company as CompanyId, 'media.identify', { bytes: large })
    for (let n = 0; n < 4; n++) forever(run(1))
    await expect(run(1)).rejects.toMatchObject({ code: 'ERR_RATE_LIMIT' })
    forever(run(2))
  })
})

test('a pool that is stopped fails its tasks and takes no others', async () => {
  const { pool, run } = openPool({ places: 1 })
  const ended = Promise.allSettled([run(1, 'loop'), run(1, 'x')])
  pool.stop()
  const refusal = { status: 'rejected', reason: { code: 'ERR_NOT_READY' } }
  expect(await ended).toMatchObject([refusal, refusal])
  await expect(run(1, 'x')).rejects.toMatchObject({ code: 'ERR_NOT_READY' })
})

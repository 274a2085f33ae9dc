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

const highLimits: ParserLimits = { ms: 3_600_000, memory: 2 ** 40, places: 4, placesPerCompany: 2 }
const names: ParserName[] = ['media.identify', 'voice.read', 'picture.shrink', 'page.read', 'contacts.sample']

/** Pool with a worker that runs the command in its input (command-worker.ts). */
function openPool(limits: Partial<ParserLimits> = {}, ofPages: Partial<ParserLimits> = {}) {
  const table = Object.fromEntries(names.map((name) => [name, { ...highLimits, ...limits }]))
  Object.assign(table['page.read'] as ParserLimits, ofPages)
  const pool = new ParserPool(
    new URL('./command-worker.ts', import.meta.url),
    table as Record<ParserName, ParserLimits>,
  )
  pools.push(pool)
  const run = (company: number, word: string, name: ParserName = 'media.identify') =>
    pool.run(company as CompanyId, name, { path: word, size: 0 } as never) as Promise<unknown>
  return { pool, run }
}

/** Ignores the failure of a task that runs until the pool is stopped. */
const ignoreFailure = (task: Promise<unknown>) => void task.catch(() => {})

describe('a parser that', () => {
  test.each([
    ['loops', 'loop', { ms: 100 }, 'time'],
    ['awaits endlessly', 'yield', { ms: 100 }, 'time'],
    ['allocates memory endlessly', 'eat', { memory: 64 * 2 ** 20 }, 'memory'],
    ['exits', 'exit', {}, 'crash'],
    ['leaves a rejection unhandled', 'stray', {}, 'crash'],
    ['throws', 'fail', {}, 'error'],
  ])('%s fails, and the next tasks succeed', async (_, word, limits, reason) => {
    const { pool, run } = openPool({ ...limits, places: 1 })
    await expect(run(1, word)).rejects.toMatchObject({ reason })
    expect(pool.ended).toBe(reason === 'error' ? 0 : 1)
    for (const next of ['one', 'two']) expect(await run(1, next)).toBe(next)
  })

  test('throws an AppError rejects with its code and detail', async () => {
    const { run } = openPool()
    await expect(run(1, 'refuse')).rejects.toMatchObject({ code: 'ERR_MEDIA_TYPE', detail: { reason: 'because' } })
  })

  test('leaves a heap above 16 MiB has its garbage collected before the next task; a small one does not', async () => {
    const { run } = openPool({ places: 1 })
    await run(1, 'one')
    expect(await run(1, 'collections')).toBe(0)
    await run(1, 'fill')
    expect(await run(1, 'collections')).toBe(1)
  })

  test('has a lower priority than the main thread', async () => {
    const { run } = openPool()
    expect(await run(1, 'priority')).toBe(process.platform === 'linux' ? 5 : 0)
  })

  test('receives the buffer of large bytes itself, and a copy of small ones', async () => {
    const { pool } = openPool()
    const [large, small] = [new Uint8Array(2 ** 20).fill(32), new Uint8Array(2 ** 10).fill(32)]
    for (const bytes of [large, small]) {
      bytes.set(Buffer.from('same'))
      const { length } = bytes
      const source = (await pool.run(1 as CompanyId, 'media.identify', { bytes })) as unknown as Uint8Array
      expect([source.length, Buffer.from(source.subarray(0, 4)).toString()]).toEqual([length, 'same'])
    }
    expect([large.length, small.length]).toEqual([0, 2 ** 10])
  })

  test('gets more time for a larger input', async () => {
    const { pool } = openPool({ ms: 0, msPerMebibyte: 100_000_000 })
    const task = pool.run(1 as CompanyId, 'media.identify', { path: 'yield', size: 2 ** 20 })
    const other = pool.run(1 as CompanyId, 'media.identify', { path: 'yield', size: 0 })
    await expect(other).rejects.toMatchObject({ reason: 'time' })
    pool.stop()
    await expect(task).rejects.toMatchObject({ code: 'ERR_NOT_READY' })
  })
})

describe('the pool', () => {
  test('keeps threads for another company while one company has endless tasks', async () => {
    const { pool, run } = openPool()
    for (let n = 0; n < 10; n++) ignoreFailure(run(1, 'yield'))
    for (let n = 0; n < 10; n++) expect(await run(2, `${n}`)).toBe(`${n}`)
    expect(pool.waiting).toBe(8)
  })

  test('runs the waiting companies in turn', async () => {
    const { run } = openPool({ places: 1 })
    const order: string[] = []
    const noted = (company: number, word: string) => run(company, word).then(() => order.push(word))
    await Promise.all([...['a1', 'a2', 'a3', 'a4'].map((word) => noted(1, word)), noted(2, 'b1'), noted(3, 'c1')])
    expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'a4'])
  })

  test('runs other parsers while all places of one parser are taken', async () => {
    const { run } = openPool({ places: 2, placesPerCompany: 1 })
    for (const company of [1, 2, 3]) ignoreFailure(run(company, 'yield', 'picture.shrink'))
    expect(await run(1, 'x', 'voice.read')).toBe('x')
    expect(await run(3, 'y', 'voice.read')).toBe('y')
  })

  test('refuses tasks of a company whose queue is full with ERR_RATE_LIMIT, and accepts those of others', async () => {
    const { run } = openPool()
    for (let n = 0; n < 102; n++) ignoreFailure(run(1, 'yield'))
    const refusal = { code: 'ERR_RATE_LIMIT', detail: { retryAfter: 3 } }
    await expect(run(1, 'x')).rejects.toMatchObject(refusal)
    expect(await run(2, 'y')).toBe('y')
  })

  test('refuses tasks of a company whose waiting inputs exceed their memory limit, and accepts those of others', async () => {
    const { pool } = openPool()
    const run = (company: number) => {
      const bytes = new Uint8Array(6 * 2 ** 20).fill(32)
      bytes.set(Buffer.from('yield'))
      return pool.run(company as CompanyId, 'media.identify', { bytes })
    }
    for (let n = 0; n < 4; n++) ignoreFailure(run(1))
    await expect(run(1)).rejects.toMatchObject({ code: 'ERR_RATE_LIMIT' })
    ignoreFailure(run(2))
  })
})

describe.if(process.platform === 'linux')('a parser with a small memory limit', () => {
  test.each([
    ['another parser', (run: Run) => run(2, 'grow')],
    ['the main thread', growHere],
  ])('is not ended while %s uses more', async (_, grow) => {
    const { pool, run } = openPool({}, { memory: 64 * 2 ** 20 })
    const small = run(1, 'wait', 'page.read')
    await Bun.sleep(300) // until it is loaded
    await grow(run)
    expect(await small).toBe('waited')
    expect(pool.ended).toBe(0)
  })

  test('is ended when it uses more itself, beside a larger one', async () => {
    const { pool, run } = openPool({}, { memory: 64 * 2 ** 20 })
    const large = run(2, 'grow')
    await expect(run(1, 'eat', 'page.read')).rejects.toMatchObject({ reason: 'memory' })
    expect(await large).toBe(200)
    expect(pool.ended).toBe(1)
  })
})

type Run = ReturnType<typeof openPool>['run']

async function growHere() {
  const before = process.memoryUsage.rss()
  const held: Uint8Array[] = []
  while (process.memoryUsage.rss() - before < 200 * 2 ** 20) held.push(new Uint8Array(2 ** 20).fill(1))
  await Bun.sleep(500)
  return held.length
}

test('stop() fails all tasks with ERR_NOT_READY, later ones too', async () => {
  const { pool, run } = openPool({ places: 1 })
  const ended = Promise.allSettled([run(1, 'loop'), run(1, 'x')])
  pool.stop()
  const refusal = { status: 'rejected', reason: { code: 'ERR_NOT_READY' } }
  expect(await ended).toMatchObject([refusal, refusal])
  await expect(run(1, 'x')).rejects.toMatchObject({ code: 'ERR_NOT_READY' })
})

import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { log } from '../../src/core/log'
import type { Handle } from '../../src/core/storage/db'
import { clientOptions } from '../../src/core/storage/postgres/address'
import { DeadlineError, type Line, Lines } from '../../src/core/storage/postgres/lines'
import { PostgresStore } from '../../src/core/storage/postgres/store'
import type { CompanyId } from '../../src/core/storage/schema'
import { createSeededRandom } from '../crash/seeded-random'
import { addressOf, createDatabase, onServer } from '../postgres-server'
import { openStallingProxy } from './stalling-proxy'

log.level = 'silent'
const database = await createDatabase()
const options = clientOptions(await addressOf(database))
const store = new PostgresStore(options)
const lines = new Lines(options, { max: 4, idleMs: 60_000, deadlineMs: 60_000 })
await store.write((tx) => tx.run('create table stored (v text collate "C" primary key)', []) as Promise<void>)

const undo: (() => unknown)[] = []
afterAll(async () => {
  for (const step of undo.reverse()) await step()
  await lines.close()
  await store.close()
})

const insert = (tx: Handle, v: string) => tx.run('insert into stored (v) values ($1)', [v]) as Promise<void>
const storedValues = async (prefix: string) =>
  ((await store.read.all('select v from stored where v like $1 order by v', [`${prefix}%`])) as { v: string }[]).map(
    ({ v }) => v,
  )
const end = (pid: unknown) => onServer(`select pg_terminate_backend(${pid})`)
const pidOf = async (line: Line) => (await line.rows('select pg_backend_pid() as pid', []))[0]!.pid

/** Directory of the server's socket, and one of a proxy before it. */
async function openProxy() {
  const directory = mkdtempSync(join(tmpdir(), 'balcao-proxy-'))
  const server = new URL(await addressOf(database)).searchParams.get('host') as string
  const proxy = await openStallingProxy(directory, server)
  undo.push(() => rmSync(directory, { recursive: true }), proxy.close)
  return { ...proxy, options: { ...options, path: join(directory, '.s.PGSQL.5432') } }
}

test('values come back as SQLite returns them', async () => {
  const [row] = await lines.use((line) =>
    line.rows(
      `select 5::bigint as big, 9007199254740991::bigint as most, count(*) as count, sum(2) as sum, 1.5::numeric as decimal,
        true as yes, false as no, null::bigint as none, 'a' as text, '\\x01ff'::bytea as bytes, 0.5::float8 as real`,
      [],
    ),
  )
  expect(row).toEqual({
    ...{ big: 5, most: 9007199254740991, count: 1, sum: 2, decimal: 1.5, yes: 1, no: 0, none: null },
    ...{ text: 'a', bytes: new Uint8Array([1, 255]), real: 0.5 },
  })
})

test('booleans, undefined, bytes and U+0000 are accepted as values', async () => {
  const [row] = await lines.use((line) =>
    line.rows('select $1::bigint as yes, $2::text as none, $3::bytea as bytes, $4::text as text', [
      ...[true, undefined, new Uint8Array([0, 255])],
      'a\0b',
    ]),
  )
  expect(row).toEqual({ yes: 1, none: null, bytes: new Uint8Array([0, 255]), text: 'a\ufffdb' })
})

test('a commit that the server answers with a rollback is an error', async () => {
  const lost = store.write(async (tx) => {
    await insert(tx, 'lost commit')
    await (tx.all('select 1 / 0', []) as Promise<unknown>).catch(() => {})
  })
  await expect(lost).rejects.toThrow('ROLLBACK')
  expect(await storedValues('lost commit')).toEqual([])
})

test('after a cut within a transaction, no statement of it runs outside of it', async () => {
  const answers = await lines.use(async (line) => {
    await line.runSimply('begin')
    await line.run(`insert into stored values ('cut before')`, [])
    await end(await pidOf(line))
    const after = [await line.run(`insert into stored values ('cut after')`, []).catch(() => 'refused')]
    await Bun.sleep(50) // Bun's client would have a new connection by then
    after.push(await line.run(`insert into stored values ('cut later')`, []).catch(() => 'refused'))
    expect(line.isLost).toBe(true)
    return after
  })
  expect(answers).toEqual(['refused', 'refused'])
  expect(await storedValues('cut')).toEqual([])
})

test('a unit whose connection is cut before its commit runs again and is stored once', async () => {
  let runs = 0
  await store.write(async (tx) => {
    await insert(tx, `again ${++runs}`)
    if (runs === 1) await end(((await tx.first('select pg_backend_pid() as pid', [])) as { pid: number }).pid)
    await tx.all('select 1', [])
  })
  expect(await storedValues('again')).toEqual(['again 2'])
})

test('a commit whose answer is lost is refused with ERR_STORAGE and does not run again', async () => {
  const proxy = await openProxy()
  const cut = new PostgresStore(proxy.options)
  undo.push(() => cut.close())
  let runs = 0
  const unit = cut.write(async (tx) => {
    await insert(tx, `unknown ${++runs}`)
    proxy.cutAfter('commit')
  })
  await expect(unit).rejects.toMatchObject({ code: 'ERR_STORAGE' })
  expect(runs).toBe(1)
})

test('a connection that goes silent fails its statement at the deadline, and its place is used again', async () => {
  const proxy = await openProxy()
  const silent = new Lines(proxy.options, { max: 1, idleMs: 60_000, deadlineMs: 3000 })
  undo.push(() => silent.close())
  await silent.use(async (line) => {
    for (let n = 0; n < 3; n++) await line.run('select pg_sleep(1.1)', []) // together longer than the deadline of one
  })
  const late = silent.use(async (line) => {
    await line.runSimply('begin')
    proxy.stall()
    await line.run('select 1', [])
  })
  await expect(late).rejects.toBeInstanceOf(DeadlineError)
  const next = silent.use(async () => 'connected')
  const waiting = await Promise.race([next.catch(() => 'refused'), Bun.sleep(200).then(() => 'connecting')])
  expect(waiting).toBe('connecting') // the proxy accepts the connection and stays silent: a new line is being made
})

test('statements sent at once each receive their own rows', async () => {
  const random = createSeededRandom('statements at once')
  await lines.use(async (line) => {
    for (let round = 0; round < 40; round++) {
      const sent = Array.from({ length: 8 }, (_, n) => {
        const value = `${round}-${n}`
        const text =
          random.next() < 0.3
            ? `select $1::text as v, ${Math.floor(random.next() * 1e9)} as w`
            : `select $1::text as v, ${n % 3} as w`
        return line.rows(text, [value]).then(([row]) => row?.v === value)
      })
      expect(await Promise.all(sent)).toEqual(sent.map(() => true))
    }
  })
})

test('an error among statements sent at once rolls all of them back', async () => {
  const failing = store.write(async (tx) => {
    await Promise.all([insert(tx, 'at once 1'), tx.all('select 1 / $1::bigint', [0]), insert(tx, 'at once 2')])
  })
  await expect(failing).rejects.toMatchObject({ errno: '22012' })
  expect(await storedValues('at once')).toEqual([])
})

test('units of one company run one after the other, those of others beside them', async () => {
  const running: number[] = []
  let most = 0
  const unit = (company: number) =>
    store.write(async (tx) => {
      expect(running).not.toContain(company)
      running.push(company)
      most = Math.max(most, running.length)
      await tx.all('select pg_sleep(0.01)', [])
      running.splice(running.indexOf(company), 1)
    }, company as CompanyId)
  await Promise.all(Array.from({ length: 24 }, (_, n) => unit(n % 3)))
  expect(most).toBeGreaterThan(1)
})

test('units of one company in two processes wait for each other', async () => {
  const other = new PostgresStore(options)
  undo.push(() => other.close())
  await store.write((tx) => tx.run('create table counter (n bigint)', []) as Promise<void>)
  await store.write((tx) => tx.run('insert into counter values (0)', []) as Promise<void>)
  const increase = (of: PostgresStore) =>
    of.write(async (tx) => {
      const { n } = (await tx.first('select n from counter', [])) as { n: number }
      await tx.run('update counter set n = $1', [n + 1])
    }, 7 as CompanyId)
  await Promise.all(Array.from({ length: 40 }, (_, n) => increase(n % 2 ? store : other)))
  expect(await store.read.first('select n from counter', [])).toEqual({ n: 40 })
})

test('a unit that reads outside of itself does not wait for a place of units', async () => {
  const reading = Array.from({ length: 30 }, (_, n) =>
    store.write(
      async (tx) => {
        await tx.all('select 1', [])
        await store.read.all('select 1', [])
      },
      (n + 100) as CompanyId,
    ),
  )
  await Promise.all(reading)
})

test('two units that lock each other are both stored', async () => {
  for (const v of ['deadlock 1', 'deadlock 2']) await store.write((tx) => insert(tx, v))
  const change = (first: string, second: string, company: number) =>
    store.write(async (tx) => {
      await tx.all('select v from stored where v = $1 for update', [first])
      await tx.all('select pg_sleep(0.05)', [])
      await tx.all('select v from stored where v = $1 for update', [second])
      await insert(tx, `deadlock of ${company}`)
    }, company as CompanyId)
  await Promise.all([change('deadlock 1', 'deadlock 2', 1), change('deadlock 2', 'deadlock 1', 2)])
  expect(await storedValues('deadlock of')).toEqual(['deadlock of 1', 'deadlock of 2'])
})

test('reads are refused as writes, and continue after the server has ended their connections', async () => {
  await expect(store.read.run(`insert into stored values ('by a read')`, []) as Promise<void>).rejects.toMatchObject({
    errno: '25006',
  })
  await onServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`)
  expect(await store.read.all('select 1 as one', [])).toEqual([{ one: 1 }])
  expect(await store.write((tx) => tx.first('select 2 as two', []) as Promise<unknown>)).toEqual({ two: 2 })
})

test('without a server, reads and writes are refused with ERR_STORAGE', async () => {
  const none = new PostgresStore({ ...options, path: '/nonexistent/.s.PGSQL.5432' })
  undo.push(() => none.close())
  await expect(none.read.all('select 1', []) as Promise<unknown>).rejects.toMatchObject({ code: 'ERR_STORAGE' })
  await expect(none.write((tx) => insert(tx, 'nowhere'))).rejects.toMatchObject({ code: 'ERR_STORAGE' })
})

test('a unit of a process that stands still delays the company of another process for a while, and is repeated', async () => {
  const company = 7 as CompanyId
  const other = new PostgresStore(options)
  undo.push(() => other.close())
  const [begun, stored] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let attempts = 0
  const still = store.write(async (tx) => {
    attempts++
    await insert(tx, 'still 1')
    begun.resolve()
    await stored.promise
    await insert(tx, 'still 2')
  }, company)
  await begun.promise
  await other.write((tx) => insert(tx, 'still 0'), company)
  stored.resolve()
  await still
  expect(attempts).toBe(2)
  expect(await storedValues('still')).toEqual(['still 0', 'still 1', 'still 2'])
}, 300_000)

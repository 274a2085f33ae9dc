import './browser'
import { expect, test } from 'bun:test'
import { effect, untracked } from '@preact/signals-react'
import fc from 'fast-check'
import { AppError } from '../../src/shared/errors'
import { createList, type Page } from '../../ui/lib/list'
import { until } from '../until'

interface Row {
  id: number
  at: number
  note?: string
}
const row = (id: number, note?: string): Row => ({ id, at: id, note })

/** List whose pages the test answers one by one. */
function setUp(compare?: (a: Row, b: Row) => number, pagedBy?: (a: Row, b: Row) => number) {
  const asked: { cursor?: string; answer: (page: Page<Row>) => void; fail: (failure: unknown) => void }[] = []
  const list = createList<Row>({
    compare,
    pagedBy,
    load: (cursor) => new Promise((answer, fail) => asked.push({ cursor, answer, fail })),
  })
  const ids = () => list.rows.value.map(({ id }) => id)
  return { list, asked, ids }
}
const newestFirst = (a: Row, b: Row) => b.at - a.at

test('pages are loaded by cursor until the end, with each row once', async () => {
  const { list, asked, ids } = setUp()
  const first = list.more()
  expect(list.state.value).toBe('loading')
  asked[0]!.answer({ rows: [row(3), row(2)], hasMore: true, next: 'after-2', count: 3 })
  await first
  const second = list.more()
  expect(asked[1]!.cursor).toBe('after-2')
  asked[1]!.answer({ rows: [row(2), row(1)], hasMore: false, next: null })
  await second
  expect([ids(), list.hasMore.value, list.count.value]).toEqual([[3, 2, 1], false, 3])
  await list.more()
  expect(asked).toHaveLength(2)
})

test('two calls of more at once load one page', async () => {
  const { list, asked } = setUp()
  const both = [list.more(), list.more()]
  expect(asked).toHaveLength(1)
  asked[0]!.answer({ rows: [], hasMore: false })
  await Promise.all(both)
})

test('an event received during a load wins over the page', async () => {
  const { list, asked, ids } = setUp(newestFirst)
  const load = list.more()
  list.put(row(2, 'fresh'))
  list.put(row(1))
  list.drop(1)
  asked[0]!.answer({ rows: [row(2, 'stale'), row(1)], hasMore: false })
  await load
  expect(ids()).toEqual([2])
  expect(list.get(2)?.note).toBe('fresh')
})

test('a response that arrives after a newer event of the same row changes nothing', () => {
  const load = () => Promise.resolve({ rows: [], hasMore: false })
  const list = createList<Row>({ load, isOlder: (received, present) => received.at < present.at })
  const note = () => list.get(1)?.note
  list.receiveEvent({ id: 1, at: 2, note: 'event' })
  list.put({ id: 1, at: 1, note: 'older response' })
  expect(note()).toBe('event')
  list.put({ id: 1, at: 2, note: 'same age' })
  expect(note()).toBe('same age')
})

test('without an order a new row goes on top and a changed one keeps its position; with an order both are sorted', async () => {
  const plain = setUp()
  const load = plain.list.more()
  plain.asked[0]!.answer({ rows: [row(2), row(1)], hasMore: false, count: 2 })
  await load
  plain.list.put(row(1, 'changed'))
  plain.list.put(row(9))
  expect([plain.ids(), plain.list.count.value]).toEqual([[9, 2, 1], 3])
  plain.list.patch(2, { note: 'patched' })
  plain.list.patch(5, { note: 'unknown' })
  expect(plain.list.rows.value.map(({ note }) => note)).toEqual([undefined, 'patched', 'changed'])

  const ordered = setUp(newestFirst)
  ordered.list.put(row(1))
  ordered.list.put({ id: 5, at: 0 })
  ordered.list.put(row(3))
  expect(ordered.ids()).toEqual([3, 1, 5])
})

test('a patch during a request changes its fields only: the others are those of the response', async () => {
  const { list, asked } = setUp()
  const load = list.more()
  list.patch(1, { note: 'patched before its first page' })
  asked[0]!.answer({ rows: [{ id: 1, at: 1, note: 'read before' }], hasMore: false })
  await load
  expect(list.get(1)).toEqual({ id: 1, at: 1, note: 'patched before its first page' })
  const reload = list.reload()
  list.patch(1, { note: 'patched again' })
  asked[1]!.answer({ rows: [{ id: 1, at: 2, note: 'read before' }], hasMore: false })
  await reload
  expect(list.get(1)).toEqual({ id: 1, at: 2, note: 'patched again' })
})

test('a page is requested again whose count may lack a row created since', async () => {
  const { list, asked, ids } = setUp()
  const load = list.more()
  list.put(row(2))
  asked[0]!.answer({ rows: [row(1)], hasMore: false, count: 1 })
  await until('the second request', () => asked.length === 2)
  asked[1]!.answer({ rows: [row(2), row(1)], hasMore: false, count: 2 })
  await load
  expect([ids(), list.count.value]).toEqual([[2, 1], 2])
})

test('a list that changes during every request is shown after the second one', async () => {
  const { list, asked, ids } = setUp()
  const load = list.more()
  list.put(row(2))
  asked[0]!.answer({ rows: [row(1)], hasMore: false, count: 1 })
  await until('the second request', () => asked.length === 2)
  list.put(row(3))
  asked[1]!.answer({ rows: [row(2), row(1)], hasMore: false, count: 2 })
  await load
  expect([asked.length, ids()]).toEqual([2, [3, 2, 1]])
})

test('a reload loads as many pages as before and replaces them at once', async () => {
  const { list, asked, ids } = setUp()
  for (const page of [1, 2]) {
    const load = list.more()
    asked.at(-1)!.answer({ rows: [row(page)], hasMore: true, next: `c${page}` })
    await load
  }
  const reload = list.reload()
  asked[2]!.answer({ rows: [row(7)], hasMore: true, next: 'x' })
  await Bun.sleep(0)
  expect([ids(), asked[3]!.cursor]).toEqual([[1, 2], 'x'])
  asked[3]!.answer({ rows: [row(6)], hasMore: true, next: 'y' })
  await reload
  expect(ids()).toEqual([7, 6])
})

test('a failure keeps the rows, and a successful retry clears it', async () => {
  const { list, asked, ids } = setUp()
  list.put(row(1))
  const load = list.more()
  asked[0]!.fail(new AppError('ERR_STORAGE'))
  await load
  expect([list.state.value, list.failure.value?.code, ids()]).toEqual(['failed', 'ERR_STORAGE', [1]])
  const again = list.more()
  asked[1]!.answer({ rows: [row(2)], hasMore: false })
  await again
  expect([list.state.value, list.failure.value]).toEqual(['ready', null])
})

test('the response to a request before clear is dropped', async () => {
  const { list, asked, ids } = setUp()
  const old = list.more()
  list.clear()
  const load = list.more()
  asked[1]!.answer({ rows: [row(2)], hasMore: false })
  asked[0]!.answer({ rows: [row(1)], hasMore: false })
  await Promise.all([old, load])
  expect(ids()).toEqual([2])
})

test('more repeats a failed request, also a failed reload of a complete list', async () => {
  const { list, asked, ids } = setUp()
  const load = list.more()
  asked[0]!.answer({ rows: [row(1)], hasMore: false })
  await load
  const reload = list.reload()
  asked[1]!.fail(new AppError('ERR_STORAGE'))
  await reload
  expect(list.state.value).toBe('failed')
  const again = list.more()
  asked[2]!.answer({ rows: [row(2)], hasMore: false })
  await again
  expect([list.state.value, ids()]).toEqual(['ready', [2]])
})

/** Applies an event like the stores do. */
function receiveEvent({ list }: ReturnType<typeof setUp>, changed: Row) {
  list.receiveEvent(changed)
}
/** Opposite of the server's order. */
const oldestFirst = (a: Row, b: Row) => a.at - b.at

test.each([
  ['in the order of the pages', newestFirst],
  ['in reverse order', oldestFirst],
  ['without an order', undefined],
])(
  'a row received while the first page is in flight stays if above its end and comes later if below: %s',
  async (_, compare) => {
    const here = setUp(compare, newestFirst)
    receiveEvent(here, row(9))
    expect(here.ids()).toEqual([])
    const load = here.list.more()
    for (const id of [1, 4]) receiveEvent(here, row(id))
    here.asked[0]!.answer({ rows: [row(5), row(3)], hasMore: true, next: '3' })
    await load
    receiveEvent(here, row(2))
    expect(here.ids().toSorted()).toEqual([3, 4, 5])
  },
)

test('a row below the end, received during a failed request, is removed by the next one', async () => {
  const here = setUp(newestFirst, newestFirst)
  const load = here.list.more()
  here.asked[0]!.answer({ rows: [row(5), row(3)], hasMore: true, next: '3' })
  await load
  const failing = here.list.more()
  for (const id of [1, 4]) receiveEvent(here, row(id))
  here.asked[1]!.fail(new AppError('ERR_STORAGE'))
  await failing
  const again = here.list.more()
  here.asked[2]!.answer({ rows: [row(2)], hasMore: true, next: '2' })
  await again
  expect(here.ids()).toEqual([5, 4, 3, 2])
})

/** Server with three rows per page, whose cursor is the position of a row; `asked` records the requested cursors. */
function setUpLong(at: number[], looked = true) {
  const stored = new Map(at.map((place, id) => [id, { id, at: place }]))
  const order = (a: Row, b: Row) => b.at - a.at || b.id - a.id
  const there = { asked: [] as (string | undefined)[], stored, all: () => [...stored.values()].sort(order) }
  const load = async (cursor?: string): Promise<Page<Row>> => {
    there.asked.push(cursor)
    const [place, id] = (cursor ?? '').split('|').map(Number)
    const rest = there.all().filter((each) => !cursor || order({ id: id!, at: place! }, each) < 0)
    const rows = rest.slice(0, 3)
    const last = rows.at(-1)
    return { rows, hasMore: rest.length > 3, next: rest.length > 3 ? `${last?.at}|${last?.id}` : null }
  }
  return { there, list: createList<Row>({ load, compare: order, pagedBy: order, reloadsVisibleRows: looked }) }
}
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n)

test('a reload of a long list loads the first page, and other pages when their rows are visible', async () => {
  const { there, list } = setUpLong(upTo(300))
  while (list.hasMore.value) await list.more()
  there.stored.delete(299)
  there.stored.set(100, { id: 100, at: 100.5 })
  there.stored.delete(101)
  there.asked.length = 0
  await list.reload()
  expect([there.asked.length, list.get(299), list.rows.value.length]).toEqual([1, undefined, 299])
  while (list.isStale(100)) await list.reloadIfStale(100)
  expect([there.asked.length, list.get(100)?.at, list.get(101)]).toEqual([3, 100.5, undefined])
  await list.reloadIfStale(298)
  expect(there.asked).toHaveLength(3)
})

test('a list that becomes empty loads the next page, or nothing at its end', async () => {
  const { there, list } = setUpLong(upTo(5))
  await list.more()
  for (const { id } of list.rows.value) {
    there.stored.delete(id)
    list.drop(id)
  }
  expect(list.state.value).toBe('loading')
  await list.more()
  expect(list.rows.value).toEqual(there.all())
  for (const { id } of list.rows.value) list.drop(id)
  expect([list.state.value, there.asked.length]).toEqual(['ready', 2])
})

test('a list without reloadsVisibleRows reloads completely and is never stale', async () => {
  const { there, list } = setUpLong(upTo(30), false)
  for (let page = 0; page < 6; page++) await list.more()
  there.asked.length = 0
  await list.reload()
  expect([there.asked.length, list.isStale()]).toEqual([6, false])
})

test('a row that stays visible is reloaded once, after the first page', async () => {
  const { there, list } = setUpLong(upTo(30))
  for (let page = 0; page < 6; page++) await list.more()
  there.stored.delete(12)
  there.asked.length = 0
  const stop = effect(() => {
    if (list.state.value === 'ready' && list.isStale(13)) untracked(() => void list.reloadIfStale(13))
  })
  await list.reload()
  await until('the row to be certain', () => !list.isStale(13) && list.state.peek() === 'ready')
  stop()
  expect([there.asked, list.get(12)]).toEqual([[undefined, '15|15'], undefined])
})

type Change = { id: number; at: number | undefined }
/** Moves or deletes a row on the server. */
function move({ stored }: ReturnType<typeof setUpLong>['there'], { id, at }: Change) {
  if (at === undefined) stored.delete(id)
  else stored.set(id, { id, at })
}

/** Applies the event of a change. */
function receiveChange({ there, list }: ReturnType<typeof setUpLong>, changed: Change) {
  move(there, changed)
  const now = there.stored.get(changed.id)
  if (now) list.receiveEvent(now)
  else list.drop(changed.id)
}

/** Makes stale rows visible, in random order, until none is left. */
async function scrollRandomly(long: ReturnType<typeof setUpLong>, seed: number, pending: Change[]) {
  for (let looked = seed; ; looked = looked * 31 + 7) {
    const staleRows = long.list.rows.value.filter(({ id }) => long.list.isStale(id))
    if (staleRows.length === 0) return
    const look = long.list.reloadIfStale(staleRows[looked % staleRows.length]!.id)
    const changed = pending.pop()
    if (changed) receiveChange(long, changed)
    await look
  }
}

test('a row received while a page is in flight is placed on it or below', async () => {
  const long = setUpLong(upTo(12))
  await long.list.more()
  const load = long.list.more()
  receiveChange(long, { id: 2, at: 7.5 })
  receiveChange(long, { id: 11, at: 0.5 })
  await load
  expect(long.list.rows.value.map(({ id }) => id)).toEqual([10, 9, 8, 2, 7, 6])
  await long.list.more()
  await long.list.more()
  await long.list.more()
  expect(long.list.rows.value).toEqual(long.there.all())
})

test('a long list equals a fresh load once all its rows were visible, after any changes', async () => {
  const places = fc.array(fc.nat(40), { minLength: 10, maxLength: 30 })
  const change = fc.record({ id: fc.nat(40), at: fc.option(fc.nat(40), { nil: undefined }) })
  const changes = fc.array(change, { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(places, fc.nat(10), changes, changes, fc.nat(1000), async (at, pages, missed, later, seed) => {
      const long = setUpLong(at)
      for (let n = 0; n <= pages; n++) await long.list.more()
      for (const each of missed) move(long.there, each)
      await long.list.reload()
      await scrollRandomly(long, seed, [...later])
      const held = long.list.rows.value
      expect(held).toEqual(long.there.all().slice(0, held.length))
      while (long.list.hasMore.value) await long.list.more()
      expect(long.list.rows.value).toEqual(long.there.all())
    }),
    { numRuns: 300 },
  )
})

import '../browser'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Me } from '../../../src/features/accounts/auth/model'
import type { Tag } from '../../../src/features/contacts/tags/model'
import type { Ticket } from '../../../src/features/inbox/tickets/model'
import { session } from '../../../ui/lib/session'
import { byLatestChange } from '../../../ui/lib/sort-order'
import { tags as everyTag } from '../../../ui/lib/tags'
import * as page from '../../../ui/pages/contacts/tags/store'
import {
  boardHandlers,
  cards,
  cardsByLane,
  filterByQueues,
  laneOf,
  loadBoard,
  pendingMoves,
  queueIds,
  requestMove,
} from '../../../ui/pages/inbox/kanban/store'
import { scrollStep } from '../../../ui/pages/inbox/kanban/touch-drag'
import { ana, json } from '../browser'
import { ticket } from './tickets-fixtures'

const pageSize = 4
const nativeFetch = globalThis.fetch
let tickets: Map<number, Ticket>
let tags: Map<number, Tag>
let clock: number
let refusing: boolean

const tag = (id: number, changes: Partial<Tag> = {}): Tag => ({
  ...{ id, name: `Etiqueta ${id}`, color: '#d03836', kanban: 1, orderTag: id, userId: null, ticketsCount: 0 },
  ...changes,
})

/** Board as a fresh load would show it. */
function fresh() {
  const lanes = [...tags.values()].filter(({ kanban }) => kanban === 1).sort((a, b) => a.orderTag - b.orderTag)
  const shown: Record<string, number[]> = Object.fromEntries([['null', []], ...lanes.map(({ id }) => [id, []])])
  for (const one of boardTickets()) {
    const lane = lanes.find(({ id }) => one.tags.some((tag) => tag.id === id))
    shown[String(lane?.id ?? null)]?.push(one.id)
  }
  return shown
}
const boardTickets = () =>
  [...tickets.values()]
    .filter(({ status }) => status !== 'closed')
    .filter(({ queueId }) => queueIds.peek().length === 0 || queueIds.peek().includes(queueId as number))
    .sort(byLatestChange)
const shown = () =>
  Object.fromEntries([...cardsByLane.value].map(([id, all]) => [String(id), all.map((one) => one.id)]))

function answer(url: URL, method: string) {
  const [, , room, ticketId, tagId] = url.pathname.split('/')
  if (refusing) return json({ error: 'ERR_NO_PERMISSION' }, 403)
  if (room === 'ticket-tags') return json(tagged(Number(ticketId), method === 'PUT' ? Number(tagId) : null))
  const [, , , list] = url.pathname.split('/')
  if (room === 'tags' && list === 'list') return json({ tags: [...tags.values()] })
  const [updatedAt, id] = (url.searchParams.get('cursor') ?? '').split('|')
  const all = boardTickets()
  const rest = updatedAt ? all.filter((one) => byLatestChange(one, { ...one, updatedAt, id: Number(id) }) > 0) : all
  const shownNow = rest.slice(0, pageSize)
  const last = shownNow.at(-1)
  const hasMore = rest.length > pageSize
  return json({ tickets: shownNow, hasMore, next: hasMore ? `${last?.updatedAt}|${last?.id}` : null })
}

function change(id: number, changes: Partial<Ticket>): Ticket {
  const now = { ...(tickets.get(id) ?? ticket({ id })), updatedAt: new Date(++clock * 1000).toISOString(), ...changes }
  tickets.set(id, now)
  return now
}
/** Sets the lane tag of a ticket on the server, in place of any other lane. */
function tagged(id: number, lane: number | null): Ticket {
  const had = tickets.get(id) as Ticket
  const others = had.tags.filter((one) => tags.get(one.id)?.kanban === 0)
  const chosen = lane === null ? [] : [tags.get(lane) as Tag]
  const now = { ...had, tags: [...others, ...chosen.map(({ id, name, color }) => ({ id, name, color }))] }
  tickets.set(id, now)
  return now
}
const hears = (one: Ticket) => boardHandlers.ticket?.({ action: 'update', ticket: one })

beforeEach(() => {
  clock = Date.parse('2026-11-20T12:00:00.000Z') / 1000
  tickets = new Map()
  tags = new Map([1, 2, 3].map((id) => [id, tag(id, { kanban: id === 3 ? 0 : 1 })]))
  refusing = false
  session.value = { kind: 'in', me: ana as unknown as Me }
  queueIds.value = []
  cards.clear()
  everyTag.clear()
  globalThis.fetch = (async (url: string, init: RequestInit = {}) =>
    answer(new URL(url, 'http://localhost'), init.method ?? 'GET')) as typeof fetch
})
afterEach(() => {
  globalThis.fetch = nativeFetch
  session.value = { kind: 'out' }
})
const load = () => Promise.all([everyTag.more(), loadBoard()])

describe('board', () => {
  test('loading continues until all pages are loaded, with each card in one lane', async () => {
    for (let id = 1; id <= 11; id++) change(id, {})
    tagged(1, 1)
    tagged(2, 2)
    await load()
    expect(shown()).toEqual(fresh())
    expect([...cardsByLane.value.values()].flat()).toHaveLength(11)
  })

  test('an event keeps the arrays of unaffected lanes', async () => {
    for (const id of [1, 2, 3]) tagged(change(id, {}).id, 1 + (id % 2))
    await load()
    const before = new Map(cardsByLane.value)
    hears(change(2, { lastMessage: 'e aí?' }))
    expect([null, 1, 2].filter((id) => cardsByLane.value.get(id) !== before.get(id))).toEqual([1])
    expect(shown()).toEqual(fresh())
  })

  test('a move is shown at once and stays when the server confirms it', async () => {
    change(1, {})
    await load()
    const moved = requestMove(cards.get(1) as Ticket, 2)
    expect(shown()).toEqual({ null: [], 1: [], 2: [1] })
    await moved
    expect([shown(), pendingMoves.peek().size]).toEqual([fresh(), 0])
    expect(laneOf(cards.get(1) as Ticket)).toBe(2)
  })

  test('a refused move returns the card to its lane', async () => {
    change(1, {})
    tagged(1, 1)
    await load()
    refusing = true
    await expect(requestMove(cards.get(1) as Ticket, null)).rejects.toMatchObject({ code: 'ERR_NO_PERMISSION' })
    expect([shown(), pendingMoves.peek().size]).toEqual([fresh(), 0])
    expect(shown()).toEqual({ null: [], 1: [1], 2: [] })
  })

  test('a ticket closed during a move does not reappear', async () => {
    change(1, {})
    await load()
    const moved = requestMove(cards.get(1) as Ticket, 2)
    hears(change(1, { status: 'closed' }))
    await moved
    expect(shown()).toEqual({ null: [], 1: [], 2: [] })
  })

  test.each([
    ['closed', () => change(1, { status: 'closed' }), { null: [], 1: [], 2: [] }],
    ['moved on by a colleague', () => tagged(1, 1), { null: [], 1: [1], 2: [] }],
  ])('a ticket %s before the response to a move stays so after it', async (_, changeOnServer, lanes) => {
    change(1, {})
    await load()
    const { fetch } = globalThis
    const [answered, received] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    globalThis.fetch = (async (...request: Parameters<typeof fetch>) => {
      const response = await fetch(...request)
      answered.resolve()
      await received.promise
      return response
    }) as typeof fetch
    const moved = requestMove(cards.get(1) as Ticket, 2)
    await answered.promise
    hears(changeOnServer())
    received.resolve()
    await moved
    expect(shown()).toEqual(lanes)
  })

  test('the last of two quick moves stays although events arrive meanwhile', async () => {
    change(1, {})
    await load()
    const one = cards.get(1) as Ticket
    const both = [requestMove(one, 1), requestMove(one, 2)]
    hears(change(1, { lastMessage: 'e aí?' }))
    expect(shown()).toEqual({ null: [], 1: [], 2: [1] })
    await Promise.all(both)
    expect(shown()).toEqual(fresh())
    expect(shown()).toEqual({ null: [], 1: [], 2: [1] })
  })

  test('a queue filter shows only tickets of these queues, also from events', async () => {
    change(1, { queueId: 1 })
    change(2, { queueId: 2 })
    change(3, { queueId: null })
    await load()
    filterByQueues([2])
    await loadBoard()
    hears(change(1, { queueId: 1 }))
    hears(change(3, { queueId: 2 }))
    expect(shown()).toEqual(fresh())
    expect(shown()).toEqual({ null: [3, 2], 1: [], 2: [] })
  })

  const step = fc.record({
    id: fc.integer({ min: 1, max: 12 }),
    status: fc.constantFrom<Ticket['status']>('open', 'pending', 'closed'),
    lane: fc.constantFrom(null, 1, 2, 3),
    does: fc.constantFrom('changes', 'changes', 'is moved', 'is moved here', 'goes', 'a tag is renamed', 'a tag goes'),
    more: fc.boolean(),
  })
  test('loaded pages plus events and moves equal a fresh load', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.array(step, { maxLength: 20 }), async (before, after) => {
        tickets = new Map()
        tags = new Map([1, 2, 3].map((id) => [id, tag(id, { kanban: id === 3 ? 0 : 1 })]))
        cards.clear()
        everyTag.clear()
        for (const { id, status, lane } of before) {
          change(id, { status })
          tagged(id, lane)
        }
        await Promise.all([everyTag.more(), cards.more()])
        for (const one of after) await happens(one)
        await loadBoard()
        expect(shown()).toEqual(fresh())
        expect(cards.rows.peek().map(({ tags }) => tags)).toEqual(boardTickets().map(({ tags }) => tags))
      }),
      { numRuns: 120 },
    )
  })
  type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
  async function happens(one: Step) {
    const loading = one.more ? cards.more() : undefined
    await actions[one.does](one)
    await loading
  }
  const isTag = (id: number | null): id is number => id !== null && tags.has(id)
  const actions: Record<Step['does'], (one: Step) => unknown> = {
    changes: ({ id, status }) => hears(change(id, { status })),
    'is moved': ({ id, lane }) => tickets.has(id) && (lane === null || isTag(lane)) && hears(tagged(id, lane)),
    'is moved here': ({ id, lane }) =>
      cards.get(id) && (lane === null || isTag(lane)) && requestMove(cards.get(id) as Ticket, lane),
    goes: ({ id }) =>
      tickets.delete(id) && boardHandlers.ticket?.({ action: 'delete', ticketId: id, was: ticket({ id }) }),
    'a tag is renamed': ({ lane }) => isTag(lane) && retag(lane, `Nova ${clock++}`),
    'a tag goes': ({ lane }) => isTag(lane) && lane === 2 && untag(lane),
  }
  function retag(id: number, name: string) {
    const now = tag(id, { name, kanban: tags.get(id)?.kanban })
    tags.set(id, now)
    for (const one of tickets.values())
      tickets.set(one.id, { ...one, tags: one.tags.map((has) => (has.id === id ? { ...has, name } : has)) })
    everyTag.put(now)
    boardHandlers.tag?.({ action: 'update', tag: now })
  }
  function untag(id: number) {
    tags.delete(id)
    for (const one of tickets.values()) tickets.set(one.id, { ...one, tags: one.tags.filter((has) => has.id !== id) })
    everyTag.drop(id)
    boardHandlers.tag?.({ action: 'delete', tagId: id })
  }
})

describe('tag list', () => {
  const names = ['Alfa', 'Beta', 'Gama', 'Ágata', 'Bola', 'Delta', 'Épsilon', 'Zeta']
  let stored: Map<number, Tag>
  const found = () =>
    [...stored.values()]
      .filter(({ name }) => plain(name).includes(plain(page.tagQuery.peek())))
      .sort((a, b) => (plain(a.name) < plain(b.name) ? -1 : 1))
  const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const step = fc.record({
    id: fc.integer({ min: 1, max: 9 }),
    name: fc.constantFrom(...names),
    goes: fc.boolean(),
    more: fc.boolean(),
  })

  test('loaded pages plus events equal a fresh load, also of a search', async () => {
    globalThis.fetch = (async (url: string) => {
      const cursor = new URL(url, 'http://localhost').searchParams.get('cursor')
      const rest = found().filter(({ name }) => cursor === null || plain(name) > cursor)
      const rows = rest.slice(0, 3)
      const hasMore = rest.length > 3
      return json({ tags: rows, hasMore, next: hasMore ? plain(rows.at(-1)?.name ?? '') : null })
    }) as typeof fetch
    const steps = fc.array(step, { maxLength: 15 })
    await fc.assert(
      fc.asyncProperty(steps, steps, fc.constantFrom('', 'a', 'BÉ'), async (before, after, text) => {
        stored = new Map()
        for (const one of before) happens(one, () => undefined)
        page.tagQuery.value = text
        page.tagPages.clear()
        await page.tagPages.more()
        for (const one of after)
          await Promise.all([one.more && page.tagPages.more(), happens(one, page.receiveTagEvent)])
        const shown = page.tagPages.rows.peek()
        expect(shown).toEqual(found().slice(0, page.tagPages.hasMore.peek() ? shown.length : undefined))
      }),
      { numRuns: 150 },
    )
  })
  function happens(
    { id, name, goes }: typeof step extends fc.Arbitrary<infer S> ? S : never,
    receive: typeof page.receiveTagEvent,
  ) {
    if (goes) {
      if (stored.delete(id)) receive({ action: 'delete', tagId: id })
      return
    }
    // Tag names are unique within a company.
    if ([...stored.values()].some((other) => other.name === name && other.id !== id)) return
    const action = stored.has(id) ? ('update' as const) : ('create' as const)
    stored.set(id, tag(id, { name }))
    receive({ action, tag: stored.get(id) as Tag })
  }
})

test.each([
  ['in the middle', 300, 0],
  ['at the threshold', 56, 0],
  ['near the start', 28, -7],
  ['at the start', 0, -14],
  ['before the start', -40, -14],
  ['near the end', 572, 7],
  ['beyond the end', 700, 14],
])('the scroll step of a touch drag %s of the board', (_, at, pixels) => {
  expect(scrollStep(at, 0, 600) || 0).toBe(pixels)
})

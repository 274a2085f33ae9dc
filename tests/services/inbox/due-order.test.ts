import { expect, test } from 'bun:test'
import type { Scope } from '../../../src/core/scope'
import { listTickets } from '../../../src/features/inbox/tickets/list/list'
import type { TicketQuery } from '../../../src/features/inbox/tickets/model'
import { createInstallation, people } from '../../installation'

/** Lists in the order of due times: the nearest first, then the longest wait, then the latest change. */

const never = '9999-12-31T23:59:59.999Z'
const hour = (at: number) => `2026-01-02T${String(at).padStart(2, '0')}:00:00.000Z`

interface Times {
  dueAt: string
  waitingSince: string
  updatedAt: string
}
type Row = Times & { id: number }

/** Times of the ticket with a number: each has several equals, and many have neither a due time nor a wait. */
const timesOf = (at: number): Times => ({
  dueAt: at % 3 ? never : hour(at % 5),
  waitingSince: at % 4 ? never : hour(at % 7),
  updatedAt: hour(at % 9),
})

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function compareRows(a: Row, b: Row): number {
  const order = compare(a.dueAt, b.dueAt) || compare(a.waitingSince, b.waitingSince)
  if (order !== 0) return order
  const isRest = a.dueAt === never && a.waitingSince === never
  return isRest ? compare(b.updatedAt, a.updatedAt) || b.id - a.id : a.id - b.id
}

async function createOpenTickets(count: number) {
  const installation = await createInstallation()
  const { id: whatsappId } = await installation.insertConnection()
  const rows: Row[] = []
  for (let at = 0; at < count; at++) {
    const { id } = await installation.insertTicket({ status: 'open', userId: people.bob.id, queueId: 1, whatsappId })
    rows.push({ id, ...timesOf(at) })
  }
  await installation.acme.transaction(async (tx) => {
    await tx
      .insert('tags', { id: 1, name: 'Etiqueta', searchText: 'etiqueta', color: '#112233', userId: null })
      .execute()
    for (const { id, ...times } of rows) {
      await tx.update('tickets').set(times).where('id', '=', id).execute()
      await tx.insert('ticket_tags', { ticketId: id, tagId: 1 }).execute()
    }
  })
  return { ...installation, sorted: rows.toSorted(compareRows).map(({ id }) => id) }
}

async function readAllPages(scope: Scope, query: TicketQuery) {
  const ids: number[] = []
  let cursor: string | undefined
  do {
    const page = await listTickets(scope, { ...query, cursor })
    ids.push(...page.tickets.map(({ id }) => id))
    cursor = page.next ?? undefined
  } while (cursor)
  return ids
}

test.each([
  ['bob', { list: 'mine' }],
  ['bob', { list: 'mine', tags: '1' }],
  ['ana', { list: 'all' }],
  ['sara', { list: 'all' }],
  ['sara', { list: 'all', tags: '1' }],
] as const)('the pages of %s for %j have each ticket once, the nearest due time first', async (who, query) => {
  const { scopeOf, sorted } = await createOpenTickets(95)
  expect(await readAllPages(scopeOf(who), { ...query, sort: 'due' })).toEqual(sorted)
})

test('a page by number continues the page before it', async () => {
  const { scopeOf, sorted } = await createOpenTickets(50)
  const { tickets } = await listTickets(scopeOf('bob'), { list: 'mine', sort: 'due', pageNumber: 2 })
  expect(tickets.map(({ id }) => id)).toEqual(sorted.slice(40))
})

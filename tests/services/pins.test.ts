import { expect, test } from 'bun:test'
import { visibleTo } from '../../src/events'
import { mergeTickets } from '../../src/features/contacts/merge-tickets'
import { closeTicket, reopenTicket, transferTicket } from '../../src/features/tickets/change'
import { listTickets } from '../../src/features/tickets/list'
import type { TicketQuery } from '../../src/features/tickets/model'
import { pinTicket, unpinTicket } from '../../src/features/tickets/pins'
import { housekeeping } from '../../src/housekeeping'
import { limits, pageSizes } from '../../src/shared/limits'
import { type Name, people, world } from '../world'

const bob = people.bob.id

async function desk() {
  const all = await world()
  const { id: whatsappId } = await all.connection()
  const open = () => all.ticket({ status: 'open', userId: bob, queueId: 1, whatsappId })
  const pinned = async (who: Name = 'bob', query: TicketQuery = { status: 'open' }) =>
    (await listTickets(all.scope(who), query)).pinned.map(({ id }) => id)
  return { ...all, whatsappId, open, pinned }
}

test('a pin is one person’s: they find it above the first page of open tickets, and nobody else hears of it', async () => {
  const { open, pinned, scope, published, viewer } = await desk()
  const oldest = await open()
  for (let more = 0; more < pageSizes.tickets; more++) await open()
  await pinTicket(scope('bob'), oldest.id)
  await pinTicket(scope('bob'), oldest.id)
  expect(published).toMatchObject([{ entity: 'ticketPin', payload: { userId: bob, pinned: true } }])
  const told = published[0]?.payload as Parameters<typeof visibleTo.ticketPin>[1]
  expect([visibleTo.ticketPin(viewer('bob'), told), visibleTo.ticketPin(viewer('ana'), told)]).toEqual([told, null])
  expect([await pinned(), await pinned('sara')]).toEqual([[oldest.id], []])

  const first = await listTickets(scope('bob'), { status: 'open' })
  expect(first.tickets.map(({ id }) => id)).not.toContain(oldest.id)
  const next = { status: 'open', cursor: first.next! } as const
  expect(await listTickets(scope('bob'), next)).toMatchObject({ tickets: [{ id: oldest.id }], pinned: [] })
  for (const others of [{ status: 'pending' }, { status: 'open', withUnreadMessages: true }, {}] as const)
    expect(await pinned('bob', others)).toEqual([])

  await unpinTicket(scope('bob'), oldest.id)
  await unpinTicket(scope('bob'), oldest.id)
  expect([await pinned(), published.length]).toEqual([[], 2])
})

test('only what is open and seen is pinned, and no more than a handful', async () => {
  const { open, scope, ticket, pinned } = await desk()
  const waiting = await ticket({ status: 'pending', queueId: 1 })
  const elsewhere = await ticket({ status: 'open', queueId: 2, userId: people.ana.id })
  await expect(pinTicket(scope('bob'), waiting.id)).rejects.toMatchObject({ code: 'ERR_TICKET_STATE' })
  await expect(pinTicket(scope('bob'), elsewhere.id)).rejects.toMatchObject({ code: 'ERR_NO_PERMISSION' })
  const many = await Promise.all(Array.from({ length: limits.pins + 1 }, open))
  const [last, ...others] = many.map(({ id }) => id)
  for (const id of others) await pinTicket(scope('bob'), id)
  await expect(pinTicket(scope('bob'), last!)).rejects.toMatchObject({ code: 'ERR_TOO_MANY_PINS' })
  await unpinTicket(scope('bob'), others[0]!)
  await pinTicket(scope('bob'), last!)
  expect((await pinned()).sort()).toEqual([...others.slice(1), last!].sort())
})

test('what is closed by mistake, or handed on, comes back pinned; after a day it is forgotten', async () => {
  const { open, pinned, scope, platform, acme } = await desk()
  const { id } = await open()
  await pinTicket(scope('bob'), id)
  await closeTicket(scope('bob'), id)
  await housekeeping(platform)
  expect(await pinned()).toEqual([])
  await reopenTicket(scope('bob'), id)
  expect(await pinned()).toEqual([id])
  await transferTicket(scope('bob'), id, { queueId: 2 })
  expect(await pinned()).toEqual([])
  await transferTicket(scope('ana'), id, { userId: bob, queueId: 1 })
  expect(await pinned()).toEqual([id])
  await closeTicket(scope('bob'), id)
  await housekeeping(platform, Date.now() + 25 * 3_600_000)
  expect(await acme.select('ticket_pins').selectAll().execute()).toEqual([])
})

test('of two tickets that become one the one that stays is pinned', async () => {
  const { open, pinned, scope, system, contact, ticket, whatsappId } = await desk()
  const keep = await open()
  const twin = await contact()
  const drop = await ticket({ status: 'open', userId: bob, queueId: 1, whatsappId, contactId: twin.id })
  await pinTicket(scope('bob'), keep.id)
  await pinTicket(scope('bob'), drop.id)
  await pinTicket(scope('sara'), drop.id)
  await system().transaction(async (tx) => mergeTickets(tx, { keep: keep.contactId, drop: twin.id }))
  const [mine, hers] = [await pinned('bob'), await pinned('sara')]
  expect(mine).toHaveLength(1)
  expect(hers).toEqual(mine)
})

import { expect, test } from 'bun:test'
import { visibleTo } from '../../../src/events'
import { mergeTickets } from '../../../src/features/inbox/contact-merges/merge-tickets'
import { listTickets } from '../../../src/features/inbox/tickets/list/list'
import type { TicketQuery } from '../../../src/features/inbox/tickets/model'
import { pinTicket, unpinTicket } from '../../../src/features/inbox/tickets/pins'
import { closeTicket, reopenTicket, transferTicket } from '../../../src/features/inbox/tickets/state/change'
import { deleteExpiredRows } from '../../../src/housekeeping'
import { limits, pageSizes } from '../../../src/shared/limits'
import { createInstallation, type Name, people } from '../../installation'

const bob = people.bob.id

async function createPinnableTickets() {
  const installation = await createInstallation()
  const { id: whatsappId } = await installation.insertConnection()
  const open = () => installation.insertTicket({ status: 'open', userId: bob, queueId: 1, whatsappId })
  const pinned = async (who: Name = 'bob', query: TicketQuery = { status: 'open' }) =>
    (await listTickets(installation.scopeOf(who), query)).pinned.map(({ id }) => id)
  return { ...installation, whatsappId, open, pinned }
}

test('a pinned ticket comes above the first page of open tickets for its user, and only this user receives the event', async () => {
  const { open, pinned, scopeOf, published, viewerOf } = await createPinnableTickets()
  const oldest = await open()
  for (let more = 0; more < pageSizes.tickets; more++) await open()
  await pinTicket(scopeOf('bob'), oldest.id)
  await pinTicket(scopeOf('bob'), oldest.id)
  expect(published).toMatchObject([{ entity: 'ticketPin', payload: { userId: bob, pinned: true } }])
  const told = published[0]?.payload as Parameters<typeof visibleTo.ticketPin>[1]
  expect([visibleTo.ticketPin(viewerOf('bob'), told), visibleTo.ticketPin(viewerOf('ana'), told)]).toEqual([told, null])
  expect([await pinned(), await pinned('sara')]).toEqual([[oldest.id], []])

  const first = await listTickets(scopeOf('bob'), { status: 'open' })
  expect(first.tickets.map(({ id }) => id)).not.toContain(oldest.id)
  const next = { status: 'open', cursor: first.next! } as const
  expect(await listTickets(scopeOf('bob'), next)).toMatchObject({ tickets: [{ id: oldest.id }], pinned: [] })
  for (const others of [{ status: 'pending' }, { status: 'open', withUnreadMessages: true }, {}] as const)
    expect(await pinned('bob', others)).toEqual([])

  await unpinTicket(scopeOf('bob'), oldest.id)
  await unpinTicket(scopeOf('bob'), oldest.id)
  expect([await pinned(), published.length]).toEqual([[], 2])
})

test('pinTicket refuses tickets that are not open or not visible, and pins beyond the limit', async () => {
  const { open, scopeOf, insertTicket, pinned } = await createPinnableTickets()
  const waiting = await insertTicket({ status: 'pending', queueId: 1 })
  const elsewhere = await insertTicket({ status: 'open', queueId: 2, userId: people.ana.id })
  await expect(pinTicket(scopeOf('bob'), waiting.id)).rejects.toMatchObject({ code: 'ERR_TICKET_STATE' })
  await expect(pinTicket(scopeOf('bob'), elsewhere.id)).rejects.toMatchObject({ code: 'ERR_NO_PERMISSION' })
  const many = await Promise.all(Array.from({ length: limits.pins + 1 }, open))
  const [last, ...others] = many.map(({ id }) => id)
  for (const id of others) await pinTicket(scopeOf('bob'), id)
  await expect(pinTicket(scopeOf('bob'), last!)).rejects.toMatchObject({ code: 'ERR_TOO_MANY_PINS' })
  await unpinTicket(scopeOf('bob'), others[0]!)
  await pinTicket(scopeOf('bob'), last!)
  expect((await pinned()).sort()).toEqual([...others.slice(1), last!].sort())
})

test('a ticket reopened or transferred back within a day is still pinned; later the pin is deleted', async () => {
  const { open, pinned, scopeOf, platform, acme } = await createPinnableTickets()
  const { id } = await open()
  await pinTicket(scopeOf('bob'), id)
  await closeTicket(scopeOf('bob'), id)
  await deleteExpiredRows(platform)
  expect(await pinned()).toEqual([])
  await reopenTicket(scopeOf('bob'), id)
  expect(await pinned()).toEqual([id])
  await transferTicket(scopeOf('bob'), id, { queueId: 2 })
  expect(await pinned()).toEqual([])
  await transferTicket(scopeOf('ana'), id, { userId: bob, queueId: 1 })
  expect(await pinned()).toEqual([id])
  await acme.transaction((tx) =>
    tx.update('tickets').set({ queueId: 2, userId: people.ana.id }).where('id', '=', id).execute(),
  )
  expect(await pinned()).toEqual([])
  await acme.transaction((tx) => tx.update('tickets').set({ queueId: 1, userId: bob }).where('id', '=', id).execute())
  await closeTicket(scopeOf('bob'), id)
  await deleteExpiredRows(platform, Date.now() + 25 * 3_600_000)
  expect(await acme.select('ticket_pins').selectAll().execute()).toEqual([])
})

test('a merge of pinned tickets pins the remaining one', async () => {
  const { open, pinned, scopeOf, systemScope, insertContact, insertTicket, whatsappId } = await createPinnableTickets()
  const keep = await open()
  const twin = await insertContact()
  const drop = await insertTicket({ status: 'open', userId: bob, queueId: 1, whatsappId, contactId: twin.id })
  await pinTicket(scopeOf('bob'), keep.id)
  await pinTicket(scopeOf('bob'), drop.id)
  await pinTicket(scopeOf('sara'), drop.id)
  await systemScope().transaction(async (tx) => mergeTickets(tx, { keep: keep.contactId, drop: twin.id }))
  const [mine, hers] = [await pinned('bob'), await pinned('sara')]
  expect(mine).toHaveLength(1)
  expect(hers).toEqual(mine)
})

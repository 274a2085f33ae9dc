import { expect, test } from 'bun:test'
import { listNotes } from '../../../src/features/inbox/notes/service'
import { listMentions } from '../../../src/features/inbox/notes/unseen-mentions'
import { transferWithNote } from '../../../src/features/inbox/tickets/transfers/transfer'
import { createInstallation, people } from '../../installation'

async function createOpenTicket() {
  const installation = await createInstallation()
  const ticket = await installation.insertTicket({ status: 'open', userId: people.bob.id, queueId: 1 })
  return { ...installation, ticket }
}

test('a transfer with a note moves the ticket and mentions the new holder, who may not see the ticket before', async () => {
  const { scopeOf, ticket, acme } = await createOpenTicket()
  await acme.transaction((tx) => tx.insert('user_queues', { userId: people.caio.id, queueId: 2 }).execute())
  const to = { userId: people.caio.id, queueId: 2, note: '  quer desconto  ' }
  const moved = await transferWithNote(scopeOf('bob'), ticket.id, to)
  expect(moved).toMatchObject({ userId: people.caio.id, queueId: 2, status: 'open' })
  const { notes } = await listNotes(scopeOf('caio'), { ticketId: ticket.id })
  expect(notes).toMatchObject([{ note: 'quer desconto', userId: people.bob.id, mentions: [{ id: people.caio.id }] }])
  expect((await listMentions(scopeOf('caio'))).mentions).toMatchObject([{ ticketId: ticket.id }])
})

test('a refused transfer stores no note, and a transfer without a target is refused', async () => {
  const { scopeOf, ticket, published } = await createOpenTicket()
  const transfer = (as: 'bob' | 'caio', to: object) => transferWithNote(scopeOf(as), ticket.id, to)
  await expect(transfer('caio', { queueId: 2, note: 'leve' })).rejects.toMatchObject({ code: 'ERR_NO_PERMISSION' })
  await expect(transfer('bob', { queueId: 99, note: 'leve' })).rejects.toMatchObject({ code: 'ERR_NO_QUEUE_FOUND' })
  await expect(transfer('bob', { note: 'leve' })).rejects.toMatchObject({ code: 'ERR_VALIDATION' })
  await expect(transfer('bob', { queueId: 2, note: ' a ' })).rejects.toMatchObject({ code: 'ERR_VALIDATION' })
  expect((await listNotes(scopeOf('ana'), { ticketId: ticket.id })).notes).toEqual([])
  expect(published).toEqual([])
})

test('GET /users/list counts the open tickets of each user and names who is away', async () => {
  const { clientAs, insertTicket } = await createOpenTicket()
  await clientAs('caio')
    .users({ id: people.caio.id })
    .put({ away: true } as never)
  await insertTicket({ status: 'closed', userId: people.bob.id, queueId: 1 })
  const { data } = await clientAs('caio').users.list.get()
  const load = data?.users.map(({ name, openTickets, online, away }) => [name, openTickets, online, away])
  expect(load).toContainEqual(['Bob', 1, false, false])
  expect(load).toContainEqual(['Caio', 0, false, true])
})

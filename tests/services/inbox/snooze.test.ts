import { expect, test } from 'bun:test'
import { receiveBatch } from '../../../src/features/inbox/messages/receive/receive'
import { countFilters } from '../../../src/features/inbox/tickets/list/filter-counts'
import { listTickets } from '../../../src/features/inbox/tickets/list/list'
import { getTicket } from '../../../src/features/inbox/tickets/read'
import { changeTicket } from '../../../src/features/inbox/tickets/state/change'
import { snoozeTicket, unsnoozeTicket } from '../../../src/features/inbox/tickets/state/snooze'
import { personIdentity, textMessage } from '../../inbound-events'
import { createInstallation, people } from '../../installation'
import { makeJobsDue } from '../../make-jobs-due'

async function createOpenTicket() {
  const installation = await createInstallation()
  const ticket = await installation.insertTicket({ status: 'open', userId: people.bob.id, queueId: 1 })
  const read = () => getTicket(installation.scopeOf('bob'), ticket.id)
  const wakeJobs = async () =>
    (await installation.acme.select('jobs').select(['name', 'runAt']).execute()).filter(
      ({ name }) => name === 'ticket.wake',
    )
  return { ...installation, ...ticket, read, wakeJobs }
}

test('a snooze is stored in UTC with one job, which a new time replaces and an end removes', async () => {
  const { scopeOf, id, wakeJobs, published } = await createOpenTicket()
  expect(await snoozeTicket(scopeOf('bob'), id, '2098-05-01T09:00')).toMatchObject({
    snoozedUntil: '2098-05-01T12:00:00.000Z',
  })
  await snoozeTicket(scopeOf('bob'), id, '2098-05-02T09:00')
  expect(await wakeJobs()).toMatchObject([{ runAt: '2098-05-02T12:00:00.000Z' }])
  expect(published.at(-1)).toMatchObject({ entity: 'ticket', payload: { action: 'update' } })
  await unsnoozeTicket(scopeOf('bob'), id)
  expect(await wakeJobs()).toEqual([])
})

test('a ticket is unread and newer than before at the time of its snooze', async () => {
  const { scopeOf, id, read, store, acme, jobs, published } = await createOpenTicket()
  const before = await snoozeTicket(scopeOf('bob'), id, '2098-05-01T09:00')
  await acme.transaction((tx) =>
    tx.update('tickets').set({ snoozedUntil: '2020-01-01T00:00:00.000Z' }).where('id', '=', id).execute(),
  )
  await makeJobsDue(store)
  await jobs.settle()
  const after = await read()
  expect(after).toMatchObject({ snoozedUntil: null, unreadMessages: 1 })
  expect(after.updatedAt > before.updatedAt).toBe(true)
  expect(published.at(-1)).toMatchObject({ entity: 'ticket', payload: { action: 'update', ticket: after } })
})

test('a job that runs before the end of a prolonged snooze changes nothing', async () => {
  const { scopeOf, id, read, store, jobs } = await createOpenTicket()
  const before = await snoozeTicket(scopeOf('bob'), id, '2098-05-01T09:00')
  await makeJobsDue(store)
  await jobs.settle()
  expect(await read()).toEqual(before)
})

test('the customer’s next message ends the snooze', async () => {
  const { scopeOf, systemScope, id, contactId, whatsappId, read, acme, wakeJobs } = await createOpenTicket()
  await snoozeTicket(scopeOf('bob'), id, '2098-05-01T09:00')
  const contact = await acme.select('contacts').select('number').where('id', '=', contactId).executeTakeFirstOrThrow()
  const chat = personIdentity(contact.number)
  await receiveBatch(systemScope(), { companyId: acme.companyId, whatsappId: whatsappId as number }, [
    textMessage({ chat }),
  ])
  expect(await read()).toMatchObject({ snoozedUntil: null, unreadMessages: 1 })
  expect(await wakeJobs()).toEqual([])
})

test('a close ends the snooze; a snooze to a past time, of a closed ticket and by a stranger is refused', async () => {
  const { scopeOf, id, wakeJobs } = await createOpenTicket()
  await expect(snoozeTicket(scopeOf('bob'), id, '2020-05-01T09:00')).rejects.toMatchObject({ code: 'ERR_SNOOZE_PAST' })
  await expect(snoozeTicket(scopeOf('bob'), id, '2098-13-01T09:00')).rejects.toMatchObject({ code: 'ERR_VALIDATION' })
  await expect(snoozeTicket(scopeOf('caio'), id, '2098-05-01T09:00')).rejects.toMatchObject({
    code: 'ERR_NO_PERMISSION',
  })
  await snoozeTicket(scopeOf('bob'), id, '2098-05-01T09:00')
  expect(await changeTicket(scopeOf('bob'), id, { status: 'closed' })).toMatchObject({ snoozedUntil: null })
  expect(await wakeJobs()).toEqual([])
  await expect(snoozeTicket(scopeOf('bob'), id, '2098-05-01T09:00')).rejects.toMatchObject({
    code: 'ERR_TICKET_NOT_OPEN',
  })
})

test('a list with snoozed=none leaves a snoozed ticket out of rows and count, with snoozed=only it has nothing else', async () => {
  const { scopeOf, id, insertTicket, store, acme, jobs } = await createOpenTicket()
  const other = await insertTicket({ status: 'open', userId: people.bob.id, queueId: 1 })
  await snoozeTicket(scopeOf('bob'), id, '2098-05-01T09:00')
  const list = async (query: Parameters<typeof listTickets>[1]) => {
    const { tickets, counts } = await listTickets(scopeOf('bob'), { list: 'mine', ...query })
    return [tickets.map((ticket) => ticket.id), counts.mine]
  }
  for (const sort of ['latest', 'waiting', 'due'] as const) {
    expect(await list({ sort, snoozed: 'none' })).toEqual([[other.id], 1])
    expect(await list({ sort })).toEqual([[other.id], 1])
    expect(await list({ sort, snoozed: 'none', mine: true })).toEqual([[other.id], 1])
    expect(await list({ sort, snoozed: 'only' })).toEqual([[id], 1])
    const everyone = await listTickets(scopeOf('sara'), { list: 'all', sort })
    expect([everyone.tickets.length, everyone.counts.all]).toEqual([2, 2])
  }
  const counted = await countFilters(scopeOf('bob'), { list: 'mine', snoozed: 'none' })
  expect(counted).toMatchObject({ snoozed: 1, mine: 1, queues: [{ id: 1, count: 1 }] })

  await acme.transaction((tx) =>
    tx.update('tickets').set({ snoozedUntil: '2020-01-01T00:00:00.000Z' }).where('id', '=', id).execute(),
  )
  await makeJobsDue(store)
  await jobs.settle()
  expect(await list({ snoozed: 'none' })).toEqual([[id, other.id], 2])
})

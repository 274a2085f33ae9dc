import { describe, expect, test } from 'bun:test'
import type { Scope } from '../../../src/core/scope'
import type { TenantDb } from '../../../src/core/storage/tenant'
import { sendClosingMessage } from '../../../src/features/inbox/messages/send/closing-message'
import { createTicket, deleteTicket } from '../../../src/features/inbox/tickets/create'
import { countFilters } from '../../../src/features/inbox/tickets/list/filter-counts'
import { listTickets } from '../../../src/features/inbox/tickets/list/list'
import { readTicket, unreadTicket } from '../../../src/features/inbox/tickets/read-state'
import { acceptNextTicket } from '../../../src/features/inbox/tickets/state/accept-next'
import {
  acceptTicket,
  changeTicket,
  closeTicket,
  reopenTicket,
  returnTicket,
  transferTicket,
} from '../../../src/features/inbox/tickets/state/change'
import type { TicketStatus } from '../../../src/shared/enums'
import type { AppError } from '../../../src/shared/errors'
import { createInstallation, type Name, people } from '../../installation'

const verbs = {
  accept: (scope: Scope, id: number) => acceptTicket(scope, id),
  return: (scope: Scope, id: number) => returnTicket(scope, id),
  close: (scope: Scope, id: number) => closeTicket(scope, id),
  reopen: (scope: Scope, id: number) => reopenTicket(scope, id),
  toQueue: (scope: Scope, id: number) => transferTicket(scope, id, { queueId: 2 }),
  toUser: (scope: Scope, id: number) => transferTicket(scope, id, { userId: people.sara.id }),
}
const bob = people.bob.id
const sara = people.sara.id
const nothing = 'nothing'

/** Verbs of Bob on tickets in his queue; open and closed ones have him as user. */
const machine: [keyof typeof verbs, TicketStatus, object | string][] = [
  ['accept', 'pending', { status: 'open', userId: bob, queueId: 1 }],
  ['accept', 'open', nothing],
  ['accept', 'closed', 'ERR_TICKET_STATE'],
  ['return', 'pending', nothing],
  ['return', 'open', { status: 'pending', userId: null, queueId: 1 }],
  ['return', 'closed', 'ERR_TICKET_STATE'],
  ['close', 'pending', { status: 'closed', userId: bob, queueId: 1 }],
  ['close', 'open', { status: 'closed', userId: bob, queueId: 1 }],
  ['close', 'closed', nothing],
  ['reopen', 'pending', 'ERR_TICKET_STATE'],
  ['reopen', 'open', 'ERR_TICKET_STATE'],
  ['reopen', 'closed', { status: 'open', userId: bob, queueId: 1 }],
  ['toQueue', 'pending', { status: 'pending', userId: null, queueId: 2 }],
  ['toQueue', 'open', { status: 'pending', userId: null, queueId: 2 }],
  ['toQueue', 'closed', 'ERR_TICKET_STATE'],
  ['toUser', 'pending', { status: 'open', userId: sara, queueId: 1 }],
  ['toUser', 'open', { status: 'open', userId: sara, queueId: 1 }],
  ['toUser', 'closed', 'ERR_TICKET_STATE'],
]

test.each(machine)('%s of a %s ticket gives %j', async (verb, status, outcome) => {
  const { scopeOf, insertTicket, published, acme } = await createInstallation()
  const { id } = await insertTicket({ status, queueId: 1, userId: status === 'pending' ? null : bob })
  const done = verbs[verb](scopeOf('bob'), id)
  const history = () => acme.select('ticket_events').selectAll().execute()
  if (typeof outcome === 'string') {
    if (outcome === nothing) expect(await done).toMatchObject({ id, status })
    else await expect(done).rejects.toMatchObject({ code: outcome })
    expect(published).toEqual([])
    expect(await history()).toEqual([])
    return
  }
  expect(await done).toMatchObject(outcome)
  expect(published).toMatchObject([
    { entity: 'ticket', payload: { action: 'update', ticket: outcome, was: { status } } },
  ])
  expect(await history()).toMatchObject([{ ticketId: id, actorId: bob }])
})

/** Permissions on open tickets of others and on pending tickets with and without queue. */
const rights: [Name, keyof typeof verbs, object, string | null][] = [
  ['bob', 'accept', { queueId: 1 }, null],
  ['bob', 'accept', { queueId: 2 }, 'ERR_NO_PERMISSION'],
  ['bob', 'accept', { queueId: null }, 'ERR_NO_PERMISSION'],
  ['caio', 'accept', { queueId: null }, null],
  ['caio', 'accept', { queueId: 1 }, 'ERR_NO_PERMISSION'],
  ['ana', 'accept', { queueId: 2 }, null],
  ['rui', 'accept', { queueId: 1 }, 'ERR_NO_TICKET_FOUND'],
  ['bob', 'close', { queueId: 1, status: 'open', userId: sara }, 'ERR_NO_PERMISSION'],
  ['bob', 'toQueue', { queueId: 1, status: 'open', userId: sara }, 'ERR_NO_PERMISSION'],
  ['sara', 'close', { queueId: 1, status: 'open', userId: bob }, null],
  ['sara', 'close', { queueId: 2, status: 'open', userId: people.ana.id }, 'ERR_NO_PERMISSION'],
  ['ana', 'close', { queueId: 2, status: 'open', userId: bob }, null],
  ['bob', 'close', { queueId: 2, status: 'open', userId: bob }, null],
  ['bob', 'reopen', { queueId: 1, status: 'closed', userId: sara }, null],
  ['rui', 'close', { queueId: 1 }, 'ERR_NO_TICKET_FOUND'],
]
test.each(rights)('%s tries to %s a ticket %j: %p', async (who, verb, values, code) => {
  const { scopeOf, insertTicket, published } = await createInstallation()
  const { id } = await insertTicket(values)
  const done = verbs[verb](scopeOf(who), id)
  if (code === null) return expect(await done).toMatchObject({ id })
  await expect(done).rejects.toMatchObject({ code })
  expect(published).toEqual([])
})

test('the second of two concurrent accepts is refused with the user of the first', async () => {
  const { scopeOf, insertTicket, published } = await createInstallation()
  const { id } = await insertTicket({ queueId: 1 })
  const [one, two] = await Promise.allSettled([acceptTicket(scopeOf('bob'), id), acceptTicket(scopeOf('sara'), id)])
  expect(one).toMatchObject({ status: 'fulfilled', value: { userId: bob } })
  expect(two).toMatchObject({
    status: 'rejected',
    reason: { code: 'ERR_TICKET_ALREADY_ACCEPTED', detail: { ticketId: id, user: { id: bob, name: 'Bob' } } },
  })
  expect(published).toHaveLength(1)
})

describe('PUT /tickets/:id', () => {
  const cases: [Name, object, Parameters<typeof changeTicket>[2], object | string][] = [
    ['bob', { status: 'pending' }, { status: 'open', userId: bob, queueId: 1 }, { userId: bob, queueId: 1 }],
    ['bob', { status: 'pending', queueId: 1 }, { status: 'open', queueId: 2 }, 'ERR_VALIDATION'],
    ['ana', { status: 'pending', queueId: 1 }, { status: 'open', queueId: 2 }, { userId: people.ana.id, queueId: 2 }],
    [
      'sara',
      { status: 'open', userId: bob, queueId: 1 },
      { status: 'open', queueId: 1 },
      'ERR_TICKET_ALREADY_ACCEPTED',
    ],
    ['sara', { status: 'open', userId: bob, queueId: 1 }, { userId: sara }, { status: 'open', userId: sara }],
    ['bob', { status: 'open', userId: sara, queueId: 1 }, { userId: bob }, 'ERR_NO_PERMISSION'],
    ['bob', { status: 'closed', userId: sara, queueId: 1 }, { status: 'open', userId: bob }, { userId: bob }],
    [
      'bob',
      { status: 'open', userId: bob, queueId: 1 },
      { status: 'pending', userId: null },
      { userId: null, queueId: 1 },
    ],
    ['bob', { status: 'open', userId: bob, queueId: 1 }, { status: 'closed', userId: bob, queueId: 2 }, { queueId: 1 }],
    ['bob', { status: 'open', userId: bob, queueId: 1 }, { userId: null }, 'ERR_VALIDATION'],
  ]
  test.each(cases)('%s of %j with %j: %j', async (who, values, patch, outcome) => {
    const { scopeOf, insertTicket } = await createInstallation()
    const { id } = await insertTicket({ queueId: 1, ...values })
    const became = await changeTicket(scopeOf(who), id, patch).catch((refusal: AppError) => ({ code: refusal.code }))
    expect(became).toMatchObject(typeof outcome === 'string' ? { code: outcome } : outcome)
  })
})

describe('changeTicket', () => {
  test.each([
    [{ queueId: 3 }, 'ERR_NO_QUEUE_FOUND'],
    [{ queueId: 99 }, 'ERR_NO_QUEUE_FOUND'],
    [{ userId: people.rui.id }, 'ERR_NO_USER_FOUND'],
    [{ whatsappId: 99 }, 'ERR_NO_WAPP_FOUND'],
    [{ userId: people.caio.id }, 'ERR_VALIDATION'],
    [{ userId: sara, queueId: 2 }, 'ERR_VALIDATION'],
  ])('%j is refused: %s', async (patch, code) => {
    const { scopeOf, insertTicket, published } = await createInstallation()
    const { id } = await insertTicket({ status: 'open', userId: bob, queueId: 1 })
    await expect(changeTicket(scopeOf('bob'), id, patch)).rejects.toMatchObject({ code })
    expect(published).toEqual([])
  })

  test('a transfer to an admin needs no membership in the queue', async () => {
    const { scopeOf, insertTicket } = await createInstallation()
    const { id } = await insertTicket({ status: 'open', userId: bob, queueId: 1 })
    expect(await changeTicket(scopeOf('bob'), id, { userId: people.ana.id, queueId: 2 })).toMatchObject({
      status: 'open',
      userId: people.ana.id,
      queueId: 2,
    })
  })

  test('to another connection keeps the user, and is refused where the contact has a live ticket', async () => {
    const { scopeOf, insertTicket, insertConnection } = await createInstallation()
    const { id, contactId } = await insertTicket({ status: 'open', userId: bob, queueId: 1 })
    const free = await insertConnection()
    expect(await changeTicket(scopeOf('bob'), id, { whatsappId: free.id })).toMatchObject({
      status: 'open',
      userId: bob,
      whatsappId: free.id,
    })
    const busy = await insertTicket({ contactId, status: 'open', userId: sara, queueId: 1 })
    await expect(changeTicket(scopeOf('bob'), id, { whatsappId: busy.whatsappId as number })).rejects.toMatchObject({
      code: 'ERR_OTHER_OPEN_TICKET',
      detail: {
        ticket: { id: busy.id, uuid: busy.uuid, user: { id: sara, name: 'Sara' }, queue: { name: 'Suporte' } },
      },
    })
  })
})

test('reopening a closed ticket is refused while the contact has a live one', async () => {
  const { scopeOf, insertTicket } = await createInstallation()
  const { id, contactId, whatsappId } = await insertTicket({ status: 'closed', queueId: 1 })
  const live = await insertTicket({ contactId, whatsappId: whatsappId as number })
  const refusal = await changeTicket(scopeOf('bob'), id, { status: 'open' }).catch((error) => error)
  expect(refusal).toMatchObject({ code: 'ERR_OTHER_OPEN_TICKET', detail: { ticket: { id: live.id, user: null } } })
})

describe('a new ticket', () => {
  test('is open, belongs to its creator on the default connection, and is refused while one is live', async () => {
    const { scopeOf, insertContact, insertConnection, published } = await createInstallation()
    const { id: contactId } = await insertContact()
    await expect(createTicket(scopeOf('bob'), { contactId, queueId: 1 })).rejects.toMatchObject({
      code: 'ERR_NO_DEF_WAPP_FOUND',
    })
    const first = await insertConnection()
    await insertConnection()
    const ticket = await createTicket(scopeOf('bob'), { contactId, queueId: 1 })
    expect(ticket).toMatchObject({ status: 'open', userId: bob, queueId: 1, whatsappId: first.id })
    expect(published).toMatchObject([{ entity: 'ticket', payload: { action: 'update' } }])
    await expect(createTicket(scopeOf('ana'), { contactId })).rejects.toMatchObject({
      code: 'ERR_OTHER_OPEN_TICKET',
      detail: { ticket: { id: ticket.id, user: { name: 'Bob' } } },
    })
  })

  test('is given to a colleague who sees the queue, or waits in the queue without a holder', async () => {
    const { scopeOf, insertContact, insertConnection } = await createInstallation()
    await insertConnection()
    const [one, two] = [await insertContact(), await insertContact()]
    const given = { contactId: one.id, queueId: 1 }
    const refusal = (values: Parameters<typeof createTicket>[1]) => expect(createTicket(scopeOf('ana'), values)).rejects
    await refusal({ ...given, userId: 9999 }).toMatchObject({ code: 'ERR_NO_USER_FOUND' })
    await refusal({ ...given, queueId: 2, userId: bob }).toMatchObject({ code: 'ERR_VALIDATION' })
    await refusal({ ...given, userId: bob, status: 'pending' }).toMatchObject({ code: 'ERR_VALIDATION' })
    const ofBob = await createTicket(scopeOf('ana'), { ...given, userId: bob })
    expect(ofBob).toMatchObject({ status: 'open', userId: bob, queueId: 1 })
    const waiting = await createTicket(scopeOf('bob'), { contactId: two.id, queueId: 1, status: 'pending' })
    expect(waiting).toMatchObject({ status: 'pending', userId: null, queueId: 1 })
  })

  test('needs a queue of the user and ids of the company', async () => {
    const { scopeOf, insertContact, insertConnection } = await createInstallation()
    const { id: contactId } = await insertContact()
    const theirs = await insertContact('rival')
    await insertConnection()
    const refusal = (values: Parameters<typeof createTicket>[1]) => expect(createTicket(scopeOf('bob'), values)).rejects
    await refusal({ contactId }).toMatchObject({ code: 'ERR_VALIDATION' })
    await refusal({ contactId, queueId: 2 }).toMatchObject({ code: 'ERR_NO_PERMISSION' })
    await refusal({ contactId, queueId: 3 }).toMatchObject({ code: 'ERR_NO_QUEUE_FOUND' })
    await refusal({ contactId: theirs.id, queueId: 1 }).toMatchObject({ code: 'ERR_NO_CONTACT_FOUND' })
    await refusal({ contactId, queueId: 1, whatsappId: 99 }).toMatchObject({ code: 'ERR_NO_WAPP_FOUND' })
  })
})

describe('accepting the next ticket', () => {
  test('takes the longest wait among the tickets the user sees; two at once get two tickets', async () => {
    const { scopeOf, insertTicket, insertConnection, acme } = await createInstallation()
    const { id: whatsappId } = await insertConnection()
    const wait = async (minute: number, values: object) => {
      const { id } = await insertTicket({ whatsappId, queueId: 1, ...values })
      await acme.transaction((tx) =>
        tx
          .update('tickets')
          .set({ waitingSince: `2026-01-02T03:${minute}:00.000Z`, ...('chatbot' in values && { chatbot: 1 }) })
          .where('id', '=', id)
          .execute(),
      )
      return id
    }
    await wait(10, { queueId: 2 })
    await wait(11, { chatbot: true })
    const second = await wait(30, {})
    const first = await wait(20, {})
    await wait(12, { status: 'open', userId: sara })
    const [one, two] = await Promise.all([acceptNextTicket(scopeOf('bob'), {}), acceptNextTicket(scopeOf('sara'), {})])
    expect([one, two]).toMatchObject([
      { id: first, status: 'open', userId: bob, waitingSince: '2026-01-02T03:20:00.000Z' },
      { id: second, status: 'open', userId: sara },
    ])
    expect(await acceptNextTicket(scopeOf('bob'), {})).toBeNull()
    expect(await acceptNextTicket(scopeOf('ana'), { queueIds: '1' })).toBeNull()
    expect(await acceptNextTicket(scopeOf('ana'), { queueIds: '2' })).toMatchObject({ status: 'open' })
  })

  test('chooses among the tickets that the filter of the list leaves, without those the robot has', async () => {
    const { scopeOf, insertTicket, insertConnection, acme } = await createInstallation()
    const [one, two] = [await insertConnection(), await insertConnection()]
    const wait = async (minute: number, whatsappId: number, values: object = {}) => {
      const { id } = await insertTicket({ whatsappId, queueId: 1 })
      const waitingSince = `2026-01-02T03:${minute}:00.000Z`
      await acme.transaction((tx) =>
        tx
          .update('tickets')
          .set({ waitingSince, unreadMessages: 1, ...values })
          .where('id', '=', id)
          .execute(),
      )
      return id
    }
    await wait(10, one.id)
    await wait(11, two.id, { chatbot: 1 })
    await wait(12, two.id, { unreadMessages: 0 })
    const unread = await wait(13, two.id)
    const filter = { whatsappIds: String(two.id), withUnreadMessages: true }
    expect(await acceptNextTicket(scopeOf('bob'), filter)).toMatchObject({ id: unread, status: 'open' })
    expect(await acceptNextTicket(scopeOf('bob'), filter)).toBeNull()
    await expect(acceptNextTicket(scopeOf('bob'), { whatsappIds: 'x' })).rejects.toMatchObject({
      code: 'ERR_VALIDATION',
    })
  })

  test('a ticket returned without an unanswered message waits from then on, a closed one not at all', async () => {
    const { scopeOf, insertTicket } = await createInstallation()
    const { id } = await insertTicket({ status: 'open', queueId: 1, userId: bob })
    const before = new Date().toISOString()
    const { waitingSince } = await returnTicket(scopeOf('bob'), id)
    expect(waitingSince! >= before).toBe(true)
    expect((await acceptTicket(scopeOf('bob'), id)).waitingSince).toBe(waitingSince)
    expect((await closeTicket(scopeOf('bob'), id)).waitingSince).toBeNull()
  })
})

describe('lists of tickets', () => {
  /** Tags, and days in São Paulo, three hours behind UTC. */
  async function mark(tx: TenantDb, made: Record<string, number>) {
    for (const id of [1, 2, 3])
      await tx
        .insert('tags', { id, name: `Etiqueta ${id}`, searchText: `etiqueta ${id}`, color: '#112233', userId: null })
        .execute()
    const pairs = { ofBob: [1, 2], doneByBob: [1], waitsInVendas: [1] }
    for (const [name, tagIds] of Object.entries(pairs))
      for (const tagId of tagIds) await tx.insert('ticket_tags', { ticketId: made[name] as number, tagId }).execute()
    const days = { createdAt: '2026-01-03T02:59:59.999Z', updatedAt: '2026-01-05T03:00:00.000Z' }
    await tx
      .update('tickets')
      .set(days)
      .where('id', '=', made.ofBob as number)
      .execute()
  }

  /** Tickets that differ by visibility. */
  async function inbox() {
    const installation = await createInstallation()
    const { id: whatsappId } = await installation.insertConnection()
    const made: Record<string, number> = {}
    const add = async (name: string, values: object) => {
      made[name] = (await installation.insertTicket({ whatsappId, ...values })).id
    }
    await add('waitsInSuporte', { queueId: 1 })
    await add('waitsInVendas', { queueId: 2 })
    await add('waitsNowhere', { queueId: null })
    await add('ofBob', { status: 'open', userId: bob, queueId: 1 })
    await add('ofBobElsewhere', { status: 'open', userId: bob, queueId: 2 })
    await add('ofSara', { status: 'open', userId: sara, queueId: 1 })
    await add('doneByBob', { status: 'closed', userId: bob, queueId: 2 })
    await add('doneInSuporte', { status: 'closed', userId: sara, queueId: 1 })
    await installation.insertTicket({ queueId: 3 }, 'rival')
    await installation.acme.transaction((tx) => mark(tx, made))
    const names = async (who: Name, query: Parameters<typeof listTickets>[1]) => {
      const { tickets } = await listTickets(installation.scopeOf(who), query)
      return tickets.map(({ id }) => Object.keys(made).find((name) => made[name] === id)).sort()
    }
    return { ...installation, names, made }
  }

  test.each([
    ['bob', { status: 'pending' }, ['waitsInSuporte']],
    ['caio', { status: 'pending' }, ['waitsNowhere']],
    ['ana', { status: 'pending' }, ['waitsInSuporte', 'waitsInVendas', 'waitsNowhere']],
    ['ana', { status: 'pending', queueIds: '2' }, ['waitsInVendas']],
    ['bob', { status: 'pending', queueIds: '1,2' }, ['waitsInSuporte']],
    ['bob', { status: 'open' }, ['ofBob', 'ofBobElsewhere']],
    ['bob', { status: 'open', showAll: true }, ['ofBob', 'ofBobElsewhere']],
    ['sara', { status: 'open' }, ['ofSara']],
    ['sara', { status: 'open', showAll: true }, ['ofBob', 'ofSara']],
    ['ana', { status: 'open' }, []],
    ['ana', { status: 'open', showAll: true }, ['ofBob', 'ofBobElsewhere', 'ofSara']],
    ['bob', { status: 'closed' }, ['doneByBob', 'doneInSuporte']],
    ['caio', { status: 'closed' }, []],
    ['rui', { status: 'closed' }, []],
    ['bob', { status: 'open', queueIds: '[2]' }, ['ofBobElsewhere']],
    ['bob', { status: 'closed', queueIds: '2' }, ['doneByBob']],
    ['bob', { status: 'pending', queueIds: '[]' }, ['waitsInSuporte']],
    ['ana', { users: `[${bob},${sara}]`, queueIds: '1' }, ['doneInSuporte', 'ofBob', 'ofSara']],
    ['ana', { users: `${bob}` }, ['doneByBob', 'ofBob', 'ofBobElsewhere']],
    ['bob', { tags: '[1]' }, ['doneByBob', 'ofBob']],
    ['bob', { tags: '1,2' }, ['ofBob']],
    ['ana', { tags: '[1,2]', status: 'pending' }, []],
    ['ana', { tags: '1', status: 'pending' }, ['waitsInVendas']],
    ['bob', { tags: '3' }, []],
    ['bob', { status: 'open', date: '2026-01-02' }, ['ofBob']],
    ['bob', { status: 'open', date: '2026-01-03' }, []],
    ['bob', { updatedAt: '2026-01-05' }, ['ofBob']],
    ['bob', { users: '[]', tags: '', date: '', status: 'open' }, ['ofBob', 'ofBobElsewhere']],
  ] as const)('requested by %s with %j have %j', async (who, query, expected) => {
    const { names } = await inbox()
    expect(await names(who, query)).toEqual([...expected])
  })

  test.each([
    ['bob', { users: '[3]' }, 'ERR_NO_PERMISSION'],
    ['sara', { users: '3' }, 'ERR_NO_PERMISSION'],
    ['ana', { users: '3;4' }, 'ERR_VALIDATION'],
    ['ana', { tags: '[1' + ']]' }, 'ERR_VALIDATION'],
    ['ana', { date: '2026-02-31' }, 'ERR_VALIDATION'],
  ] as const)('requested by %s with %j are refused: %s', async (who, query, code) => {
    const { scopeOf } = await createInstallation()
    await expect(listTickets(scopeOf(who), query)).rejects.toMatchObject({ code })
  })

  test('have counts of each list without filters, and of the requested list with its filter', async () => {
    const { scopeOf, acme, made } = await inbox()
    await acme.transaction((tx) =>
      tx
        .update('tickets')
        .set({ chatbot: 1 })
        .where('id', '=', made.waitsNowhere as number)
        .execute(),
    )
    const counts = async (who: Name, query: Parameters<typeof listTickets>[1]) =>
      (await listTickets(scopeOf(who), query)).counts
    const all = { mine: 0, waiting: 2, robot: 1, all: 3, filtered: null }
    expect(await counts('ana', { list: 'waiting' })).toEqual(all)
    expect(await counts('ana', { list: 'waiting', queueIds: '2' })).toEqual({ ...all, filtered: 1 })
    expect(await counts('ana', { list: 'all', users: `${bob}` })).toEqual({ ...all, filtered: 2 })
    expect(await counts('ana', { list: 'robot', queueIds: '2' })).toEqual({ ...all, filtered: 0 })
    expect(await counts('sara', { list: 'all' })).toEqual({ mine: 1, waiting: 1, robot: 0, all: 2, filtered: null })
    const ofBob = { mine: 2, waiting: 1, robot: 0, all: 2, filtered: null }
    expect(await counts('bob', { list: 'closed' })).toEqual(ofBob)
    expect(await counts('bob', { list: 'mine', tags: '1' })).toEqual({ ...ofBob, filtered: 1 })
  })

  test('of a list by its name have the tickets of its rule', async () => {
    const { names, acme, made } = await inbox()
    await acme.transaction((tx) =>
      tx
        .update('tickets')
        .set({ chatbot: 1 })
        .where('id', '=', made.waitsInSuporte as number)
        .execute(),
    )
    for (const sort of [undefined, 'waiting', 'latest'] as const) {
      expect(await names('ana', { list: 'waiting', sort })).toEqual(['waitsInVendas', 'waitsNowhere'])
      expect(await names('ana', { list: 'robot', sort })).toEqual(['waitsInSuporte'])
      expect(await names('bob', { list: 'robot', sort })).toEqual(['waitsInSuporte'])
      expect(await names('bob', { list: 'waiting', sort })).toEqual([])
      expect(await names('ana', { list: 'robot', sort, queueIds: '1' })).toEqual(['waitsInSuporte'])
      expect(await names('ana', { list: 'robot', sort, queueIds: '1', tags: '1' })).toEqual([])
    }
    expect(await names('bob', { list: 'mine' })).toEqual(['ofBob', 'ofBobElsewhere'])
    expect(await names('sara', { list: 'all' })).toEqual(['ofBob', 'ofSara'])
    expect(await names('bob', { list: 'all' })).toEqual(['ofBob', 'ofBobElsewhere'])
    expect(await names('ana', { list: 'closed' })).toEqual(['doneByBob', 'doneInSuporte'])
  })

  test('are filtered by answer, holder and connection, and count what each filter leaves', async () => {
    const { names, scopeOf, acme, made, insertConnection, insertTicket } = await inbox()
    const other = await insertConnection()
    const elsewhere = await insertTicket({ whatsappId: other.id, queueId: 1 })
    await acme.transaction((tx) =>
      tx
        .update('tickets')
        .set({ waitingSince: '2026-01-02T03:00:00.000Z', unreadMessages: 1 })
        .where('id', 'in', [made.ofBob, made.waitsInSuporte] as number[])
        .execute(),
    )
    expect(await names('bob', { status: 'open', unanswered: true })).toEqual(['ofBob'])
    expect(await names('ana', { status: 'open', showAll: true, unanswered: true })).toEqual(['ofBob'])
    expect(await names('sara', { status: 'open', showAll: true, mine: true })).toEqual(['ofSara'])
    const { tickets } = await listTickets(scopeOf('ana'), { status: 'pending', whatsappIds: `${other.id}` })
    expect(tickets.map(({ id }) => id)).toEqual([elsewhere.id])

    const counts = await countFilters(scopeOf('sara'), { list: 'all' })
    expect(counts).toMatchObject({ unanswered: 1, unread: 1, mine: 1, isPartial: false })
    expect(counts.users).toEqual(
      expect.arrayContaining([
        { id: bob, count: 1 },
        { id: sara, count: 1 },
      ]),
    )
    expect(counts.queues).toEqual([{ id: 1, count: 2 }])
    expect(counts.tags).toEqual([
      { id: 1, count: 1 },
      { id: 2, count: 1 },
    ])
    expect(await countFilters(scopeOf('rui'), { list: 'waiting' })).toMatchObject({
      unanswered: 0,
      queues: [{ id: 3 }],
    })
  })

  test('ordered by wait begin with the longest wait, in pages that continue at the cursor', async () => {
    const { scopeOf, acme, made } = await inbox()
    const since = (id: number | undefined, minute: number) =>
      acme.transaction((tx) =>
        tx
          .update('tickets')
          .set({ waitingSince: `2026-01-02T03:${minute}:00.000Z` })
          .where('id', '=', id as number)
          .execute(),
      )
    await since(made.waitsInVendas, 10)
    await since(made.waitsNowhere, 20)
    await since(made.ofSara, 30)
    await since(made.ofBob, 40)
    const ids = async (query: Parameters<typeof listTickets>[1]) =>
      (await listTickets(scopeOf('ana'), query)).tickets.map(({ id }) => id)
    const pending = { status: 'pending', sort: 'waiting' } as const
    expect(await ids(pending)).toEqual([made.waitsInVendas, made.waitsNowhere, made.waitsInSuporte] as number[])
    const after = (minute: number, id = 0) => ({ cursor: `2026-01-02T03:${minute}:00.000Z|${id}` })
    expect(await ids({ ...pending, ...after(10, made.waitsInVendas) })).toEqual([
      made.waitsNowhere,
      made.waitsInSuporte,
    ] as number[])
    const open = { status: 'open', showAll: true, sort: 'waiting' } as const
    expect(await ids(open)).toEqual([made.ofSara, made.ofBob, made.ofBobElsewhere] as number[])
    expect(await ids({ ...open, users: `${bob}`, ...after(30) })).toEqual([made.ofBob, made.ofBobElsewhere] as number[])
    const { tickets } = await listTickets(scopeOf('ana'), open)
    expect(tickets.map(({ waitingSince }) => waitingSince)).toEqual([
      '2026-01-02T03:30:00.000Z',
      '2026-01-02T03:40:00.000Z',
      null,
    ])
  })

  test('are searched by name without accents and by number, among visible tickets', async () => {
    const { scopeOf, insertContact, insertTicket } = await createInstallation()
    const joao = await insertContact('acme', { name: 'joao conceicao', number: '5511912345678' })
    const { id } = await insertTicket({ contactId: joao.id, queueId: 1, status: 'closed' })
    const find = async (who: Name, searchParam: string) =>
      (await listTickets(scopeOf(who), { searchParam })).tickets.map((found) => found.id)
    expect(await find('bob', 'CONCEIÇÃO')).toEqual([id])
    expect(await find('bob', '1234-5678')).toEqual([id])
    expect(await find('ana', '%')).toEqual([])
    expect(await find('caio', 'joao')).toEqual([])
    expect(await find('rui', 'joao')).toEqual([])
  })

  /** Ids of all closed tickets visible to the user, page by page. */
  async function walk(scope: Scope) {
    const ids: number[] = []
    let cursor: string | undefined
    do {
      const { tickets, next } = await listTickets(scope, { status: 'closed', cursor })
      ids.push(...tickets.map(({ id }) => id))
      cursor = next ?? undefined
    } while (cursor)
    return ids
  }

  test.each([
    ['ana', 95],
    ['bob', 79],
  ] as const)(
    'have pages by cursor and by number that return every ticket of %s once, also across queues',
    async (who, count) => {
      const { scopeOf, insertTicket, acme, insertConnection } = await createInstallation()
      const { id: whatsappId } = await insertConnection()
      const holders = [null, bob, bob]
      for (let i = 0; i < 95; i++)
        await insertTicket({ whatsappId, queueId: [null, 1][i % 2], status: 'closed', userId: holders[i % 3] })
      const updatedAt = '2026-01-01T00:00:00.000Z'
      await acme.transaction((tx) => tx.update('tickets').set({ updatedAt }).where('id', '<', 50).execute())
      const ids = await walk(scopeOf(who))
      expect(new Set(ids).size).toBe(count)
      expect(ids).toHaveLength(count)
      const second = await listTickets(scopeOf(who), { status: 'closed', pageNumber: 2 })
      expect(second.tickets.map(({ id }) => id)).toEqual(ids.slice(40, 80))
    },
  )
})

describe('reading a ticket', () => {
  async function unread(values: object) {
    const installation = await createInstallation()
    const { id: whatsappId } = await installation.insertConnection()
    const { id, contactId } = await installation.insertTicket({ whatsappId, queueId: 1, ...values })
    await installation.acme.transaction(async (tx) => {
      for (const waId of ['A', 'B']) await tx.insert('messages', row(id, contactId, whatsappId, waId)).execute()
      await tx.update('tickets').set({ unreadMessages: 2 }).execute()
    })
    installation.whatsapp.openConnections.add(whatsappId)
    return { ...installation, id }
  }
  const row = (ticketId: number, contactId: number, whatsappId: number, waId: string) =>
    ({
      ticketId,
      contactId,
      whatsappId,
      waId,
      fromMe: 0,
      origin: 'customer',
      body: waId,
      mediaType: 'chat',
      ack: 0,
      ...empty,
    }) as const
  const empty = {
    userId: null,
    mediaId: null,
    mediaStatus: null,
    detail: null,
    error: null,
    quotedWaId: null,
    proto: null,
  }

  test("by an open ticket's user clears unread and sends one read receipt", async () => {
    const { id, scopeOf, jobs, whatsapp, published } = await unread({ status: 'open', userId: bob })
    expect(await readTicket(scopeOf('bob'), id)).toMatchObject({ unreadMessages: 0 })
    await readTicket(scopeOf('bob'), id)
    await jobs.settle()
    expect(whatsapp.calls).toMatchObject([{ method: 'markRead', args: [[{ waId: 'A' }, { waId: 'B' }]] }])
    expect(published).toMatchObject([{ payload: { action: 'updateUnread', ticketId: id } }])
  })

  test.each([
    ['sara', { status: 'open', userId: bob }],
    ['bob', { status: 'pending' }],
    ['bob', { status: 'closed', userId: bob }],
  ] as const)('by %s of %j changes nothing', async (who, values) => {
    const { id, scopeOf, jobs, whatsapp, published } = await unread(values)
    expect(await readTicket(scopeOf(who), id)).toMatchObject({ unreadMessages: 2 })
    await jobs.settle()
    expect([whatsapp.calls, published]).toEqual([[], []])
  })

  test('by a user who loses the ticket meanwhile changes nothing', async () => {
    const { id, scopeOf, systemScope, jobs, whatsapp } = await unread({ status: 'open', userId: bob })
    const [, seen] = await Promise.all([
      systemScope().transaction(({ db }) => db.update('tickets').set({ userId: 4 }).where('id', '=', id).execute()),
      readTicket(scopeOf('bob'), id),
    ])
    expect(seen).toMatchObject({ unreadMessages: 2 })
    await jobs.settle()
    expect(whatsapp.calls).toEqual([])
  })

  test('a ticket marked as unread counts as unread until its user opens it, without a receipt to the customer', async () => {
    const { id, scopeOf, jobs, whatsapp, published } = await unread({ status: 'open', userId: bob })
    await readTicket(scopeOf('bob'), id)
    await jobs.settle()
    published.length = whatsapp.calls.length = 0
    expect(await unreadTicket(scopeOf('sara'), id)).toMatchObject({ unreadMessages: 1 })
    await unreadTicket(scopeOf('bob'), id)
    const mine = { status: 'open', withUnreadMessages: true } as const
    expect((await listTickets(scopeOf('bob'), mine)).tickets).toMatchObject([{ id, unreadMessages: 1 }])
    expect(published).toMatchObject([{ payload: { action: 'updateUnread', ticket: { unreadMessages: 1 } } }])
    expect(await readTicket(scopeOf('bob'), id)).toMatchObject({ unreadMessages: 0 })
    await jobs.settle()
    expect([whatsapp.calls, published.length]).toEqual([[], 2])
  })

  test('a closed ticket cannot be marked as unread, and marking twice changes nothing', async () => {
    const { id, scopeOf, published } = await unread({ status: 'pending' })
    expect(await unreadTicket(scopeOf('bob'), id)).toMatchObject({ unreadMessages: 2 })
    expect(published).toEqual([])
    await closeTicket(scopeOf('bob'), id)
    await expect(unreadTicket(scopeOf('bob'), id)).rejects.toMatchObject({ code: 'ERR_TICKET_STATE' })
    await expect(unreadTicket(scopeOf('rui'), id)).rejects.toMatchObject({ code: 'ERR_NO_TICKET_FOUND' })
  })

  test('sends no receipt when the company has disabled them', async () => {
    const { id, scopeOf, jobs, whatsapp, acme } = await unread({ status: 'open', userId: bob })
    await acme.transaction((tx) => tx.insert('settings', { key: 'readReceipts', value: 'disabled' }).execute())
    expect(await readTicket(scopeOf('bob'), id)).toMatchObject({ unreadMessages: 0 })
    await jobs.settle()
    expect(whatsapp.calls).toEqual([])
  })
})

test.each([
  ['open', ['Obrigado, até logo!']],
  ['pending', []],
] as const)('closing a ticket that was %s publishes %j', async (status, said) => {
  const { scopeOf, systemScope, insertTicket, acme, jobs } = await createInstallation()
  const { id } = await insertTicket({ status, queueId: 1, userId: status === 'open' ? bob : null })
  await acme.transaction((tx) => tx.update('connections').set({ complationMessage: 'Obrigado, até logo!' }).execute())
  await closeTicket(scopeOf('bob'), id)
  await jobs.settle()
  if (said.length > 0) await sendClosingMessage.run(systemScope(), { ticketId: id }, { number: 2, last: false })
  const rows = await acme.select('messages').select(['body', 'origin']).execute()
  expect(rows).toEqual(said.map((body) => ({ body, origin: 'system' as const })))
  expect(await acme.select('tickets').select('status').execute()).toEqual([{ status: 'closed' }])
})

test('deletion removes the messages and publishes to viewers of the ticket', async () => {
  const { scopeOf, insertTicket, published, acme } = await createInstallation()
  const { id } = await insertTicket({ queueId: 1 })
  expect(await deleteTicket(scopeOf('ana'), id)).toEqual({ id })
  expect(published).toMatchObject([{ payload: { action: 'delete', ticketId: id, was: { queueId: 1 } } }])
  expect(await acme.select('tickets').select('id').execute()).toEqual([])
})

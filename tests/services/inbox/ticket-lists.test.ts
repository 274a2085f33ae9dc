import { expect, test } from 'bun:test'
import { getDashboard } from '../../../src/features/inbox/dashboard/service'
import { readTeam } from '../../../src/features/inbox/team/read'
import { countFilters } from '../../../src/features/inbox/tickets/list/filter-counts'
import { listTickets } from '../../../src/features/inbox/tickets/list/list'
import { acceptNextTicket } from '../../../src/features/inbox/tickets/state/accept-next'
import { changeTicket } from '../../../src/features/inbox/tickets/state/change'
import { isCountedInTicketList, type TicketListName, ticketListNames } from '../../../src/shared/ticket-lists'
import { createInstallation, type Name, people } from '../../installation'
import { sqliteTest } from '../../postgres-databases'
import { recordStatements } from '../../recorded-statements'

/** A number that several screens show comes from one table of definitions (shared/ticket-lists.ts). */

const holders = [null, people.bob.id, people.sara.id]
const later = '2098-05-01T12:00:00.000Z'

const states = ['pending', 'open', 'closed'] as const
/** Each state, queue and holder, with and without the robot; only pending tickets have it, and no holder. */
const kinds = states
  .flatMap((status) => [null, 1, 2].map((queueId) => ({ status, queueId })))
  .flatMap((kind) => holders.map((userId) => ({ ...kind, userId })))
  .filter(({ status, userId }) => status !== 'pending' || userId === null)
  .flatMap((kind) => ([0, 1] as const).map((chatbot) => ({ ...kind, chatbot })))

/** Two tickets of each kind without the robot, of which the second is snoozed if it is open. */
async function createTickets() {
  const installation = await createInstallation()
  const { id: whatsappId } = await installation.insertConnection()
  for (const { chatbot, ...kind } of kinds) {
    const { id } = await installation.insertTicket({ whatsappId, ...kind })
    const isPending = kind.status === 'pending'
    const snoozedUntil = chatbot === 1 && kind.status === 'open' ? later : null
    const change = { chatbot: isPending ? chatbot : (0 as const), snoozedUntil }
    await installation.acme.transaction((tx) => tx.update('tickets').set(change).where('id', '=', id).execute())
  }
  return installation
}

const sum = <T>(rows: T[], of: (row: T) => number) => rows.reduce((total, row) => total + of(row), 0)

test.each(['ana', 'sara'] as const)('lists, team page and dashboard show %s the same numbers', async (who) => {
  const { scopeOf } = await createTickets()
  const scope = scopeOf(who)
  const { counts } = await listTickets(scope, { list: 'waiting' })
  const rows = async (list: TicketListName) => (await listTickets(scope, { list })).tickets
  const { queues, agents } = await readTeam(scope)
  const { counters } = await getDashboard(scope, { days: 1 })
  for (const name of ['mine', 'waiting', 'robot', 'all'] as const) {
    const listed = (await rows(name)).length
    expect([name, counts[name]]).toEqual([name, listed])
  }
  expect([sum(queues, ({ pending }) => pending), counters.supportPending]).toEqual([counts.waiting, counts.waiting])
  expect([sum(queues, ({ robot }) => robot), counters.supportRobot]).toEqual([counts.robot, counts.robot])
  // Supervisors see the queues of the team; tickets that they hold in other queues are in their own list only.
  const ofQueues = (await rows('all')).filter(({ queueId }) => who === 'ana' || queueId === 1)
  expect([sum(queues, ({ open }) => open), counters.supportHappening]).toEqual([ofQueues.length, ofQueues.length])
  // The team page counts all that a person holds; the own list leaves out what the person has snoozed.
  const held = agents.find(({ id }) => id === scope.viewer.userId)
  const snoozed = (await listTickets(scope, { list: 'mine', snoozed: 'only' })).tickets.length
  expect(held?.open ?? 0).toBe(counts.mine + snoozed)
})

test.each(['ana', 'sara', 'bob', 'caio'] as const)('the rows that %s sees are those of the table', async (who) => {
  const { scopeOf } = await createTickets()
  const scope = scopeOf(who)
  const seen = (await Promise.all(ticketListNames.map((list) => listTickets(scope, { list })))).map(
    (page) => page.tickets,
  )
  const everything = [...new Map(seen.flat().map((ticket) => [ticket.id, ticket])).values()]
  for (const [at, name] of ticketListNames.entries()) {
    const ids = everything
      .filter((ticket) => isCountedInTicketList(name, ticket, scope.viewer.userId))
      .map(({ id }) => id)
    expect([name, seen[at]!.map(({ id }) => id).sort()]).toEqual([name, ids.sort()])
    const { queues } = await countFilters(scope, { list: name, snoozed: name === 'mine' ? 'none' : undefined })
    const inQueues = everything.filter(({ id, queueId }) => ids.includes(id) && queueId !== null)
    expect([name, sum(queues, ({ count }) => count)]).toEqual([name, inQueues.length])
  }
})

test('the next customer is one of the list of waiting ones, and none is left once it is empty', async () => {
  const { scopeOf } = await createTickets()
  const waiting = (await listTickets(scopeOf('ana'), { list: 'waiting' })).tickets.map(({ id }) => id)
  const accepted: number[] = []
  for (
    let ticket = await acceptNextTicket(scopeOf('ana'), {});
    ticket;
    ticket = await acceptNextTicket(scopeOf('ana'), {})
  )
    accepted.push(ticket.id)
  expect(accepted.sort()).toEqual(waiting.sort())
  expect((await listTickets(scopeOf('ana'), { list: 'waiting' })).counts).toMatchObject({
    waiting: 0,
    mine: waiting.length,
  })
})

test('a customer of the robot whom a person accepts moves from one list to the other', async () => {
  const { scopeOf } = await createTickets()
  const counts = async (who: Name) => (await listTickets(scopeOf(who), { list: 'mine' })).counts
  const before = await counts('bob')
  const [ticket] = (await listTickets(scopeOf('bob'), { list: 'robot' })).tickets
  await changeTicket(scopeOf('bob'), ticket!.id, { status: 'open' })
  const { mine, robot, all } = before
  expect(await counts('bob')).toEqual({ ...before, mine: mine + 1, robot: robot - 1, all: all + 1 })
})

sqliteTest.each([
  ['ana', { list: 'waiting', sort: 'waiting' }, ['tickets_pending_wait']],
  ['ana', { list: 'robot' }, ['tickets_pending_change']],
  ['bob', { list: 'waiting', sort: 'waiting' }, ['tickets_pending_wait_queue']],
  ['caio', { list: 'robot' }, ['tickets_pending_change_queue']],
  ['bob', { list: 'mine', sort: 'due' }, ['tickets_due_user', 'tickets_owner']],
  ['ana', { list: 'all', sort: 'due' }, ['tickets_due', 'tickets_inbox']],
] as const)('a page of %s for %j is read in the order of an index', async (who, query, indexes) => {
  const { store, scopeOf } = await createInstallation()
  const statements = await recordStatements(store, () => scopeOf(who).transaction((scope) => listTickets(scope, query)))
  const plans = statements
    .filter(({ text }) => text.includes('"running"'))
    .map(({ text }) => store.raw.statements.sqlite.query(`explain query plan ${text}`).all() as { detail: string }[])
  const first = plans.flatMap((plan) => plan.filter(({ detail }) => /^SEARCH tickets USING/.test(detail)))
  const used = first.map(({ detail }) => /INDEX (\w+)/.exec(detail)?.[1])
  expect(used.filter((name) => (indexes as readonly unknown[]).includes(name)).sort()).toEqual([...indexes].sort())
  expect(plans.flat().filter(({ detail }) => detail.includes('TEMP B-TREE'))).toEqual([])
})

import { describe, expect, test } from 'bun:test'
import { liveQueries } from '../../../src/features/inbox/team/live-figures'
import { readTeam } from '../../../src/features/inbox/team/read'
import { acceptTicket, transferTicket } from '../../../src/features/inbox/tickets/state/change'
import { limits } from '../../../src/shared/limits'
import { createInstallation, type Name, people } from '../../installation'
import { sqliteTest } from '../../postgres-databases'

const bob = people.bob.id
const [support, sales] = [1, 2]

/** Waits of 30 minutes and more before now, in minutes. */
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

async function createTeam() {
  const installation = await createInstallation()
  const waiting = async (minutes: number, columns: Parameters<typeof installation.insertTicket>[0]) => {
    const { id } = await installation.insertTicket(columns)
    await setColumns(id, { waitingSince: ago(minutes) })
    return id
  }
  const setColumns = (id: number, columns: { waitingSince?: string; chatbot?: 1 }) =>
    installation.acme.transaction((tx) => tx.update('tickets').set(columns).where('id', '=', id).execute())
  const team = (who: Name) => readTeam(installation.scopeOf(who))
  return { ...installation, waiting, setColumns, team }
}

describe('GET /team', () => {
  test('counts live tickets per queue and names the longest wait', async () => {
    const { waiting, insertTicket, team, setColumns } = await createTeam()
    await waiting(30, { status: 'pending', queueId: support })
    await waiting(50, { status: 'open', queueId: support, userId: bob })
    await insertTicket({ status: 'open', queueId: support, userId: bob })
    await insertTicket({ status: 'closed', queueId: support })
    const robot = await waiting(90, { status: 'pending', queueId: support })
    await setColumns(robot, { chatbot: 1 })

    const { queues, agents } = await team('ana')
    expect(queues).toMatchObject([
      { id: support, pending: 1, robot: 1, open: 2, unanswered: 1, waitingIn: { queueId: support } },
      { id: sales, pending: 0, robot: 0, open: 0, unanswered: 0, waitingSince: null, waitingIn: null },
    ])
    expect(queues[0]!.waitingSince! < ago(49)).toBe(true)
    const waitingIn = { queueId: support, whatsappId: expect.any(Number) }
    expect(queues[0]!.waitingIn).toEqual(waitingIn)
    expect(agents.find(({ id }) => id === bob)).toMatchObject({ open: 2, unanswered: 1, online: false, waitingIn })
    expect(agents.find(({ id }) => id === people.sara.id)).toMatchObject({ open: 0, waitingIn: null })
  })

  test('shows a supervisor the own queues, their tickets and their users only', async () => {
    const { waiting, team } = await createTeam()
    const mine = await waiting(10, { status: 'pending', queueId: support })
    const other = await waiting(20, { status: 'pending', queueId: sales })
    const queueless = await waiting(30, { status: 'pending', queueId: null })

    const seen = await team('sara')
    expect(seen.queues.map(({ id }) => id)).toEqual([support])
    expect(seen.tickets.map(({ id }) => id)).toEqual([mine])
    expect(seen.agents.map(({ id }) => id)).toEqual([bob, people.sara.id])

    const all = await team('ana')
    expect(all.queues.map(({ id }) => id)).toEqual([support, sales, null])
    expect(all.tickets.map(({ id }) => id)).toEqual([queueless, other, mine])
    expect(all.agents.map(({ id }) => id)).toEqual([people.ana.id, bob, people.caio.id, people.sara.id])
  })

  test('lists the longest waits first, without the robot and answered tickets, up to the limit', async () => {
    const { waiting, insertTicket, team, setColumns } = await createTeam()
    const { id: robot } = await insertTicket({ status: 'pending', queueId: support })
    await setColumns(robot, { chatbot: 1, waitingSince: ago(999) })
    await insertTicket({ status: 'open', queueId: support, userId: bob })
    const ids: number[] = []
    for (let minute = 0; minute < limits.teamTickets + 2; minute++)
      ids.unshift(
        await waiting(minute, {
          status: minute % 2 ? 'pending' : 'open',
          queueId: support,
          userId: minute % 2 ? null : bob,
        }),
      )
    expect((await team('ana')).tickets.map(({ id }) => id)).toEqual(ids.slice(0, limits.teamTickets))
  })

  test('follows a transfer: the ticket counts for its new agent', async () => {
    const { waiting, team, scopeOf } = await createTeam()
    const id = await waiting(10, { status: 'pending', queueId: support })
    await acceptTicket(scopeOf('bob'), id)
    await transferTicket(scopeOf('sara'), id, { userId: people.sara.id })
    const open = new Map((await team('sara')).agents.map((agent) => [agent.id, agent.open]))
    expect([open.get(bob), open.get(people.sara.id)]).toEqual([0, 1])
  })
})

sqliteTest.each(Object.keys(liveQueries) as (keyof typeof liveQueries)[])(
  '%s reads an index of live tickets only',
  async (name) => {
    const { store } = await createInstallation()
    const plan = store.raw.statements.sqlite
      .query(`explain query plan ${liveQueries[name].on(store.read.engine).text}`)
      .all() as {
      detail: string
    }[]
    // Tickets with the named waits are few; only their rows are read.
    const index = name === 'ticketsWithWaits' ? 'INDEX' : 'COVERING INDEX'
    expect(plan[0]!.detail).toMatch(new RegExp(`USING ${index} tickets_(waiting|target)`))
  },
)

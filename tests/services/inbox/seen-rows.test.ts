import { expect, test } from 'bun:test'
import { isSeenSchedule, isSeenTicket, sightOf } from '../../../src/features/inbox/tickets/list/seen-rows'
import { type Agent, seesSchedule, seesTicket } from '../../../src/shared/permissions'
import { createInstallation, people } from '../../installation'

const me = people.bob.id
/** People with each combination of rights that decides what they see. */
const agents = (['admin', 'supervisor', 'user'] as const).flatMap((profile) =>
  (['enabled', 'desabled'] as const).flatMap((allTicket) =>
    [[], [1], [1, 2]].flatMap((queueIds) =>
      [[], ['allTickets'] as const].map((withheld): Agent => ({ userId: me, profile, withheld, allTicket, queueIds })),
    ),
  ),
)
const assignments = [null, me, people.caio.id].flatMap((userId) =>
  [null, 1, 2].map((queueId) => ({
    userId,
    queueId,
    status: userId === null ? ('pending' as const) : ('open' as const),
  })),
)

test('isSeenTicket selects the tickets that seesTicket names, for every person and assignment', async () => {
  const { acme, insertTicket } = await createInstallation()
  for (const assignment of assignments) await insertTicket(assignment)
  const tickets = await acme.select('tickets').select(['id', 'userId', 'queueId', 'status']).orderBy('id').execute()
  for (const agent of agents) {
    const sight = sightOf(agent)
    const seen = acme
      .select('tickets')
      .select('id')
      .where(isSeenTicket((name) => sight[name]))
    const expected = tickets.filter((ticket) => seesTicket(agent, ticket)).map(({ id }) => id)
    expect((await seen.orderBy('id').execute()).map(({ id }) => id)).toEqual(expected)
  }
})

test('isSeenSchedule selects the scheduled messages that seesSchedule names, by the newest ticket of the contact', async () => {
  const { acme, insertTicket, insertContact } = await createInstallation()
  const newest = new Map<number, (typeof assignments)[number] | null>()
  for (const assignment of assignments) {
    const { id: contactId } = await insertContact()
    const older = await insertTicket({ contactId, status: 'closed', userId: people.caio.id, queueId: 2 })
    await acme.transaction((tx) =>
      tx.update('tickets').set({ updatedAt: '2020-01-01' }).where('id', '=', older.id).execute(),
    )
    await insertTicket({ contactId, ...assignment })
    newest.set(contactId, assignment)
  }
  newest.set((await insertContact()).id, null)
  const text = { body: 'Bom dia', searchText: 'bom dia', mediaId: null } as const
  const state = { status: 'PENDENTE', error: null, sentAt: null, claimedAt: null, messageId: null } as const
  const sendAt = '2090-01-01T00:00:00.000Z'
  await acme.transaction(async (tx) => {
    for (const contactId of newest.keys())
      for (const userId of [me, people.caio.id])
        await tx.insert('schedules', { ...text, ...state, sendAt, contactId, userId }).execute()
  })
  const schedules = await acme.select('schedules').select(['id', 'userId', 'contactId']).orderBy('id').execute()
  for (const agent of agents) {
    const sight = sightOf(agent)
    const seen = acme
      .select('schedules')
      .select('id')
      .where(isSeenSchedule((name) => sight[name]))
    const expected = schedules.filter((row) => seesSchedule(agent, row, newest.get(row.contactId) ?? null))
    expect((await seen.orderBy('id').execute()).map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
  }
})

import { afterAll, describe, expect, test } from 'bun:test'
import type { CompanyId } from '../../src/core/schema'
import type { TicketStatus } from '../../src/shared/enums'
import { companies, type Name, people, world } from '../world'

/**
 * The table of server-behaviour §3.1, asked over HTTP: every verb, by every profile, of one's own ticket, of a
 * colleague's in one's own queue, of one in another queue, and of one without queue.
 */
const actors = { admin: 'ana', supervisor: 'sara', user: 'bob', allTicket: 'caio' } as const satisfies Record<
  string,
  Name
>
type Actor = keyof typeof actors
const whose = ['own', 'colleague', 'otherQueue', 'queueless'] as const

type Api = Awaited<ReturnType<typeof world>>['as'] extends (name: Name) => infer A ? A : never
type Ask = (api: Api, id: number) => Promise<{ status: number }>
/** Four letters per profile, for the four kinds of ticket: `y` may, `-` may not, `.` there is no such ticket. */
interface Verb extends Record<Actor, string> {
  status: TicketStatus
  ask: Ask
}

const put =
  (patch: object): Ask =>
  (api, id) =>
    api.tickets({ id }).put(patch as never)
const readers = { admin: 'yyyy', supervisor: 'yy--', user: 'yy--', allTicket: 'yy-y' }
/** Nobody holds what is pending. */
const waitedFor = { admin: '.yyy', supervisor: '.y--', user: '.y--', allTicket: '.y-y' }
const leaders = { admin: 'yyyy', supervisor: 'yy--', user: 'y---', allTicket: 'y---' }
const admins = { admin: 'yyyy', supervisor: '----', user: '----', allTicket: '----' }

const verbs: Record<string, Verb> = {
  read: { status: 'open', ask: (api, id) => api.tickets({ id }).get(), ...readers },
  'read of what is closed': { status: 'closed', ask: (api, id) => api.tickets({ id }).get(), ...readers },
  'read the history': { status: 'open', ask: (api, id) => api.tickets({ id }).events.get(), ...readers },
  'read the messages': { status: 'open', ask: (api, id) => api.messages({ id }).get({ query: {} }), ...readers },
  peek: { status: 'pending', ask: (api, id) => api.messages({ id }).get({ query: {} }), ...waitedFor },
  'mark as read': { status: 'open', ask: (api, id) => api.tickets({ id }).read.post(), ...readers },
  'mark as unread': { status: 'open', ask: (api, id) => api.tickets({ id }).unread.post(), ...leaders },
  pin: { status: 'open', ask: (api, id) => api.tickets({ id }).pin.put(), ...readers },
  unpin: { status: 'open', ask: (api, id) => api.tickets({ id }).pin.delete(), ...readers },
  accept: { status: 'pending', ask: put({ status: 'open' }), ...waitedFor },
  return: { status: 'open', ask: put({ status: 'pending' }), ...leaders },
  'transfer to a queue': { status: 'open', ask: put({ queueId: 2 }), ...leaders },
  'transfer what waits': { status: 'pending', ask: put({ queueId: 2 }), ...waitedFor },
  'transfer to an admin': { status: 'open', ask: put({ userId: people.ana.id }), ...leaders },
  close: { status: 'open', ask: put({ status: 'closed' }), ...leaders },
  'close what waits': { status: 'pending', ask: put({ status: 'closed' }), ...waitedFor },
  reopen: { status: 'closed', ask: put({ status: 'open' }), ...readers },
  send: { status: 'open', ask: (api, id) => api.messages({ id }).post({ body: 'Olá' }), ...leaders },
  delete: { status: 'open', ask: (api, id) => api.tickets({ id }).delete(), ...admins },
}

/** One world for all: each question has a ticket of its own. */
const all = await world()
const colleague = 70
await all.store.write(async ({ kysely }) => {
  const companyId = companies.acme as CompanyId
  const person = { id: colleague, companyId, name: 'Davi', email: 'davi@acme.test', passwordHash: 'x' } as const
  await kysely
    .insertInto('users')
    .values({ ...person, profile: 'user', whatsappId: null, language: null })
    .execute()
  await kysely.insertInto('user_queues').values({ companyId, userId: people.caio.id, queueId: 1 }).execute()
})
const { id: whatsappId } = await all.connection()
afterAll(() => all.store.idle())

const ticketOf = (actor: Actor, status: TicketStatus, of: (typeof whose)[number]) => {
  const holder = of === 'own' ? people[actors[actor]].id : colleague
  const queueId = { own: 1, colleague: 1, otherQueue: 2, queueless: null }[of]
  return all.ticket({ status, whatsappId, queueId, userId: status === 'pending' ? null : holder })
}
const stored = (id: number) =>
  all.acme
    .select('tickets')
    .select(['status', 'userId', 'queueId', 'updatedAt'])
    .where('id', '=', id)
    .executeTakeFirst()

const cases = Object.entries(verbs).flatMap(([verb, { ask, status, ...table }]) =>
  (Object.keys(actors) as Actor[]).flatMap((actor) =>
    whose.flatMap((of, at) =>
      table[actor][at] === '.' ? [] : [{ verb, actor, of, ask, status, may: table[actor][at] === 'y' }],
    ),
  ),
)

describe('§3.1', () => {
  test('says something of every verb, profile and kind of ticket', () => {
    for (const verb of Object.values(verbs))
      for (const actor of Object.keys(actors) as Actor[]) expect(verb[actor]).toMatch(/^[y.-]{4}$/)
    expect(cases).toHaveLength(19 * 16 - 4 * 4)
  })

  test.each(cases)('$verb · $actor · $of: $may', async ({ actor, of, ask, status, may }) => {
    const { id } = await ticketOf(actor, status, of)
    const before = await stored(id)
    all.published.length = 0
    const answer = await ask(all.as(actors[actor]), id)
    await all.store.idle()
    expect(answer.status).toBe(may ? 200 : 403)
    if (may) return
    expect(await stored(id)).toEqual(before)
    expect(all.published).toEqual([])
  })
})

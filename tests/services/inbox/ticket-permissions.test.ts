import { afterAll, describe, expect, test } from 'bun:test'
import type { CompanyId } from '../../../src/core/storage/schema'
import { createTag } from '../../../src/features/contacts/tags/service'
import type { TicketStatus } from '../../../src/shared/enums'
import { companies, createInstallation, people } from '../../installation'
import { type Actor, actors, ticketKinds, type Verb, type VerbTarget, verbs } from './ticket-verbs'

/**
 * Permissions over HTTP (docs/behaviour.md, "Who may change a ticket"): every verb by every profile on the own ticket,
 * a colleague's ticket in the own queue, a ticket in another queue and one without queue.
 */

/** One installation for all cases; each case has its own ticket. */
const installation = await createInstallation()
const colleague = 70
await installation.store.write(async ({ kysely }) => {
  const companyId = companies.acme as CompanyId
  const person = { id: colleague, companyId, name: 'Davi', email: 'davi@acme.test', passwordHash: 'x' } as const
  await kysely
    .insertInto('users')
    .values({ ...person, profile: 'user', whatsappId: null, language: null })
    .execute()
  await kysely.insertInto('user_queues').values({ companyId, userId: people.caio.id, queueId: 1 }).execute()
})
const { id: whatsappId } = await installation.insertConnection()
const { id: spare } = await installation.insertConnection()
const { id: tag } = await createTag(installation.scopeOf('ana'), { name: 'Urgente' })
const { id: lane } = await createTag(installation.scopeOf('ana'), { name: 'Orçado', kanban: 1 })
afterAll(() => installation.store.idle())

let inserted = 0
/** Inserts a ticket with a recent message of the actor. */
async function insertTicketWithMessage(actor: Actor, status: TicketStatus, of: (typeof ticketKinds)[number]) {
  const { id: userId } = people[actors[actor]]
  const holder = of === 'own' ? userId : colleague
  const queueId = { own: 1, colleague: 1, otherQueue: 2, queueless: null }[of]
  const values = { status, whatsappId, queueId, userId: status === 'pending' ? null : holder }
  const { id: ticketId, contactId } = await installation.insertTicket(values)
  const row = {
    ...{ ticketId, contactId, whatsappId, waId: `W${++inserted}`, userId, body: 'fala' },
    ...{ fromMe: 1 as const, origin: 'agent' as const, mediaType: 'chat' as const, ack: 2 as const },
    ...{ mediaId: null, mediaStatus: null, detail: null, error: null },
    ...{ quotedWaId: null, proto: null, createdAt: new Date().toISOString() },
  }
  const { id: message } = await installation.acme.transaction((tx) =>
    tx.insert('messages', row).returning('id').executeTakeFirstOrThrow(),
  )
  return { id: ticketId, message }
}

async function createTarget(actor: Actor, status: TicketStatus, of: (typeof ticketKinds)[number]): Promise<VerbTarget> {
  const own = await insertTicketWithMessage(actor, 'open', 'own')
  return { ...(await insertTicketWithMessage(actor, status, of)), own, spare, tag, lane }
}

/** All rows of a ticket that a verb could change. */
async function ticketState(id: number) {
  const of = (table: 'messages' | 'ticket_notes' | 'ticket_tags') =>
    installation.acme
      .select(table)
      .selectAll()
      .where('ticketId', '=', id as never)
      .execute()
  const ticket = await installation.acme.select('tickets').selectAll().where('id', '=', id).executeTakeFirst()
  return { ticket, messages: await of('messages'), notes: await of('ticket_notes'), tags: await of('ticket_tags') }
}

const cases = Object.entries(verbs).flatMap(([name, verb]) =>
  (Object.keys(actors) as Actor[]).flatMap((actor) =>
    ticketKinds.flatMap((of, at) => (verb[actor][at] === '.' ? [] : [{ name, verb, actor, of, may: verb[actor][at] }])),
  ),
)

const refusals = ({ namesHolder }: Verb) => (namesHolder ? [403, 409] : [403])

describe('the table of permissions', () => {
  test('has an entry for every verb, profile and kind of ticket', () => {
    for (const verb of Object.values(verbs))
      for (const actor of Object.keys(actors) as Actor[]) expect(verb[actor]).toMatch(/^[yn.-]{4}$/)
    const nobodys = Object.values(verbs).filter(({ status }) => status === 'pending')
    expect(cases).toHaveLength(Object.keys(verbs).length * 16 - nobodys.length * 4)
  })

  test.each(cases)('$name · $actor · $of: $may', async ({ verb, actor, of, may }) => {
    const { status, first, ask, told } = verb
    const api = installation.clientAs(actors[actor])
    const place = await createTarget(actor, status, of)
    if (first) await first.ask({ admin: installation.clientAs('ana'), actor: api }[first.by], place)
    const before = await ticketState(place.id)
    installation.published.length = 0
    const answer = await ask(api, place)
    await installation.store.idle()
    const heard = new Set(installation.published.map(({ entity }) => entity))
    expect(may === '-' ? refusals(verb) : [200]).toContain(answer.status)
    if (told && may === 'y') return expect([...heard]).toContain(told)
    expect([...heard]).toEqual([])
    expect(await ticketState(place.id)).toEqual(before)
  })
})

/** A new ticket has no user yet, so its queue decides. */
describe('a new ticket', () => {
  const queues = { own: 1, other: 2, none: null } as const
  const agent = { own: 200, other: 403, none: 422 }
  const beginners: Record<Actor, Record<keyof typeof queues, number>> = {
    admin: { own: 200, other: 200, none: 200 },
    supervisor: agent,
    user: agent,
    allTicket: agent,
  }
  const begun = (Object.keys(beginners) as Actor[]).flatMap((actor) =>
    (Object.keys(queues) as (keyof typeof queues)[]).map((queue) => ({
      actor,
      queue,
      status: beginners[actor][queue],
    })),
  )
  test.each(begun)('$actor · $queue queue: $status', async ({ actor, queue, status }) => {
    const { id: contactId } = await installation.insertContact()
    installation.published.length = 0
    const answer = await installation.clientAs(actors[actor]).tickets.post({ contactId, queueId: queues[queue] })
    await installation.store.idle()
    expect(answer.status).toBe(status)
    const made = await installation.acme.select('tickets').selectAll().where('contactId', '=', contactId).execute()
    const mine = { status: 'open', userId: people[actors[actor]].id, queueId: queues[queue] }
    expect(made).toMatchObject(status === 200 ? [mine] : [])
    expect(installation.published.map(({ entity }) => entity)).toEqual(status === 200 ? ['ticket'] : [])
  })
})

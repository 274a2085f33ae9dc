import { describe, expect, test } from 'bun:test'
import type { Scope } from '../../../src/core/scope'
import { getTicketRow } from '../../../src/features/inbox/tickets/read'
import {
  acceptTicket,
  closeTicket,
  reopenTicket,
  returnTicket,
  stopBot,
  transferTicket,
} from '../../../src/features/inbox/tickets/state/change'
import {
  outcomeOf,
  type TicketActor,
  type TicketVerb,
  ticketActors,
  ticketVerbs,
} from '../../../src/features/inbox/tickets/state/states'
import { publishTransition, type Step, transition } from '../../../src/features/inbox/tickets/state/transition'
import { type TicketStatus, ticketStatuses } from '../../../src/shared/enums'
import { createInstallation, type Name, people } from '../../installation'

const bob = people.bob.id
const sara = people.sara.id

/**
 * Expected table of states, with letters for system, holder, changer, reader and stranger: o open, p pending, c closed,
 * `=` unchanged, n ERR_NO_PERMISSION, s ERR_TICKET_STATE, t ERR_TICKET_ALREADY_ACCEPTED.
 */
const expected: Record<TicketVerb, Record<TicketStatus, string>> = {
  accept: { pending: 'noonn', open: 'n=ttn', closed: 'ssssn' },
  return: { pending: '===nn', open: 'pppnn', closed: 'ssssn' },
  transferToQueue: { pending: 'pppnn', open: 'pppnn', closed: 'ssssn' },
  transferToUser: { pending: 'ooonn', open: 'ooonn', closed: 'ssssn' },
  changeQueue: { pending: 'pnnnn', open: 'onnnn', closed: 'ssssn' },
  changeConnection: { pending: 'pppnn', open: 'ooonn', closed: 'ssssn' },
  close: { pending: 'cccnn', open: 'cccnn', closed: '===nn' },
  reopen: { pending: 'ssssn', open: 'ssssn', closed: 'poonn' },
  restoreOpen: { pending: 'ssssn', open: 'ssssn', closed: 'onnnn' },
  restorePending: { pending: 'ssssn', open: 'ssssn', closed: 'pnnnn' },
  stopBot: { pending: 'pppnn', open: '===nn', closed: '===nn' },
}
const letters = {
  ...{ open: 'o', pending: 'p', closed: 'c', unchanged: '=' },
  ...{ ERR_NO_PERMISSION: 'n', ERR_TICKET_STATE: 's', ERR_TICKET_ALREADY_ACCEPTED: 't' },
} as const
type Letter = (typeof letters)[keyof typeof letters]

interface Combination {
  verb: TicketVerb
  status: TicketStatus
  actor: TicketActor
  letter: Letter
}
const combinations: Combination[] = ticketVerbs.flatMap((verb) =>
  ticketStatuses.flatMap((status) =>
    ticketActors.map((actor, at) => ({ verb, status, actor, letter: expected[verb][status][at] as Letter })),
  ),
)

test.each(combinations)('the table has $letter for $verb of a $status ticket by the $actor', (combination) => {
  const { verb, status, actor, letter } = combination
  expect(letters[outcomeOf(verb, status, actor)]).toBe(letter)
})

/** True if the verb changes the status. */
const changesStatus = ({ letter }: Combination) => 'opc'.includes(letter)

test('the table has every verb, status and actor', () => {
  expect(combinations).toHaveLength(ticketVerbs.length * 3 * 5)
  expect(combinations.filter(({ letter }) => letter === undefined)).toEqual([])
})

/** User and ticket columns that make the user this actor; undefined if there is no such ticket. */
const cast: Record<
  TicketActor,
  (status: TicketStatus) => { who: Name | null; userId: number | null; queueId: number } | undefined
> = {
  system: (status) => ({ who: null, userId: status === 'pending' ? null : sara, queueId: 1 }),
  holder: (status) => (status === 'pending' ? undefined : { who: 'bob', userId: bob, queueId: 1 }),
  changer: (status) => ({ ...changers[status], queueId: 1 }),
  reader: (status) => (status === 'open' ? { who: 'bob', userId: sara, queueId: 1 } : undefined),
  stranger: (status) => ({ who: 'bob', userId: status === 'pending' ? null : sara, queueId: 2 }),
}
/** Open tickets are changed by supervisors, others by every user who sees them. */
const changers: Record<TicketStatus, { who: Name; userId: number | null }> = {
  open: { who: 'sara', userId: bob },
  pending: { who: 'bob', userId: null },
  closed: { who: 'bob', userId: sara },
}

type Ask = (scope: Scope, id: number, spare: number) => Promise<unknown>
const directly =
  (step: Step): Ask =>
  (outer, id) =>
    outer.transaction(async (scope) => {
      const done = await transition(scope, await getTicketRow(scope, id), step)
      if (done) publishTransition(scope, done)
    })
const asks: Record<TicketVerb, Ask> = {
  accept: (scope, id) => acceptTicket(scope, id),
  return: (scope, id) => returnTicket(scope, id),
  transferToQueue: (scope, id) => transferTicket(scope, id, { queueId: 2 }),
  transferToUser: (scope, id) => transferTicket(scope, id, { userId: people.ana.id }),
  changeQueue: directly({ verb: 'changeQueue', event: 'transferred', change: () => ({ queueId: 2 }) }),
  changeConnection: (scope, id, whatsappId) => transferTicket(scope, id, { whatsappId }),
  close: (scope, id) => closeTicket(scope, id),
  reopen: (scope, id) => reopenTicket(scope, id),
  restoreOpen: directly({ verb: 'restoreOpen', event: 'reopened' }),
  restorePending: directly({ verb: 'restorePending', event: 'reopened' }),
  stopBot: (scope, id) => stopBot(scope, id),
}
/** Expected row of the history. */
const kinds: Record<TicketVerb, string> = {
  ...{ accept: 'accepted', return: 'returned', close: 'closed', reopen: 'reopened' },
  ...{ transferToQueue: 'transferred', transferToUser: 'transferred', changeQueue: 'transferred' },
  ...{ changeConnection: 'transferred', restoreOpen: 'reopened', restorePending: 'reopened' },
  stopBot: 'botStopped',
}

const now = new Date().toISOString()
const installation = await createInstallation()
const { id: whatsappId } = await installation.insertConnection()
const { id: spare } = await installation.insertConnection()

/** All rows that a transition may write. */
async function ticketState(ticketId: number) {
  const of = (table: 'ticket_events' | 'attendances') =>
    installation.acme.select(table).selectAll().where('ticketId', '=', ticketId).orderBy('id').execute()
  const ticket = await installation.acme
    .select('tickets')
    .selectAll()
    .where('id', '=', ticketId)
    .executeTakeFirstOrThrow()
  const jobs = await installation.acme.select('jobs').select('id').execute()
  return { ticket, events: await of('ticket_events'), attendances: await of('attendances'), jobs: jobs.length }
}

type Before = { userId: number | null; queueId: number; status: TicketStatus; actor: TicketActor }
/** Further columns that a verb sets. */
const effects: Partial<Record<TicketVerb, (before: Before) => object>> = {
  accept: () => ({ chatbot: 0, unreadMessages: 2 }),
  return: ({ queueId }) => ({ userId: null, queueId }),
  transferToQueue: () => ({ userId: null, queueId: 2 }),
  transferToUser: () => ({ userId: people.ana.id, chatbot: 0, unreadMessages: 2 }),
  changeQueue: ({ userId, status }) => ({ userId, status, queueId: 2, chatbot: 1 }),
  changeConnection: ({ userId, status, actor }) => ({
    ...{ userId, status, whatsappId: spare },
    chatbot: actor === 'system' ? 1 : 0,
  }),
  close: ({ userId, queueId, actor, status }) => ({
    userId: actor === 'changer' && status === 'pending' ? bob : userId,
    queueId,
    ...{ chatbot: 0, unreadMessages: 0 },
  }),
}

/** Inserts a ticket for the actor, with an open attendance row while it is live. */
async function ticketForMessage(actor: TicketActor, status: TicketStatus) {
  const { who, userId, queueId } = cast[actor](status) as NonNullable<ReturnType<(typeof cast)[TicketActor]>>
  const { id } = await installation.insertTicket({ status, userId, queueId, whatsappId })
  await installation.acme.transaction(async (tx) => {
    await tx.update('tickets').set({ chatbot: 1, unreadMessages: 2 }).where('id', '=', id).execute()
    const never = { startedAt: null, firstResponseAt: null, finishedAt: null, ratingSentAt: null, ratedAt: null }
    const running = { ticketId: id, queuedAt: now, userId, queueId, reason: null, createdAt: now, ...never }
    if (status !== 'closed') await tx.insert('attendances', running).execute()
  })
  return { id, scope: who ? installation.scopeOf(who) : installation.systemScope(), userId, queueId }
}
describe('transitions', () => {
  const possible = combinations.filter(({ actor, status }) => cast[actor](status))
  const [doing, refusing] = [possible.filter(changesStatus), possible.filter((one) => !changesStatus(one))]

  test.each(refusing)(
    '$verb of a $status ticket by the $actor changes and publishes nothing: $letter',
    async (combination) => {
      const { verb, status, actor, letter } = combination
      const { id, scope } = await ticketForMessage(actor, status)
      const before = await ticketState(id)
      installation.published.length = 0
      const refusal = await asks[verb](scope, id, spare).then(
        () => 'unchanged' as const,
        (error) => error.code as keyof typeof letters,
      )
      await installation.store.idle()
      expect(letters[refusal]).toBe(letter)
      expect(await ticketState(id)).toEqual(before)
      expect(installation.published).toEqual([])
    },
  )

  test.each(doing)(
    '$verb of a $status ticket by the $actor is stored, recorded and published once: $letter',
    async (combination) => {
      const { verb, status, actor, letter } = combination
      const { id, scope, userId, queueId } = await ticketForMessage(actor, status)
      installation.published.length = 0
      await asks[verb](scope, id, spare)
      await installation.store.idle()
      const { ticket, events, attendances } = await ticketState(id)
      expect(letters[ticket.status]).toBe(letter as 'o' | 'p' | 'c')
      expect(events.map(({ kind }) => kind) as string[]).toEqual([kinds[verb]])
      expect(attendances.map(({ finishedAt }) => finishedAt !== null)).toEqual([letter === 'c'])
      expect(ticket.closedAt !== null).toBe(letter === 'c')
      expect(ticket).toMatchObject(effects[verb]?.({ userId, queueId, status, actor }) ?? {})
      expect(installation.published).toMatchObject([
        { entity: 'ticket', payload: { ticket: { id, status: ticket.status }, was: { id, status } } },
      ])
    },
  )
})

test('only transition.ts of the features writes the status of a ticket', async () => {
  const writers: string[] = []
  for (const file of new Bun.Glob('src/features/**/*.ts').scanSync())
    if (/update\('tickets'\)[^;]{0,400}\bstatus:/s.test(await Bun.file(file).text())) writers.push(file)
  expect(writers).toEqual(['src/features/inbox/tickets/state/transition.ts'])
})

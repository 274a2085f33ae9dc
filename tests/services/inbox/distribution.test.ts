import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { Online } from '../../../src/features/accounts/users/online'
import { updateUser } from '../../../src/features/accounts/users/service'
import { updateQueue } from '../../../src/features/automation/queues/service'
import { distributeQueue } from '../../../src/features/inbox/distribution/distribute'
import { receiveBatch } from '../../../src/features/inbox/messages/receive/receive'
import { listHistory } from '../../../src/features/inbox/tickets/history/history'
import { acceptTicket, closeTicket, returnTicket } from '../../../src/features/inbox/tickets/state/change'
import type { Distribution } from '../../../src/shared/enums'
import { personIdentity, textMessage } from '../../inbound-events'
import { createInstallation, type Name, people } from '../../installation'
import { sizeOf } from '../../size'

const support = 1
const members = ['sara', 'bob', 'caio'] as const satisfies Name[]
type Member = (typeof members)[number]
const idOf = (name: Member): number => people[name].id

async function createQueue(distribution: Distribution, agentLimit = 0) {
  const installation = await createInstallation()
  const { scopeOf, acme, jobs, ports, platform } = installation
  const connection = await installation.insertConnection('acme', { queueIds: [support] })
  await acme.transaction((tx) => tx.insert('user_queues', { userId: idOf('caio'), queueId: support }).execute())
  const change = (input: Parameters<typeof updateQueue>[2]) => updateQueue(scopeOf('ana'), support, input)
  await change({ distribution, agentLimit })
  let now = Date.now()
  const online = new Online(ports, () => now)
  const connect = (name: Member) => online.connected(acme.companyId, idOf(name))
  const disconnect = async (name: Member) => {
    online.disconnected(idOf(name))
    now += 120_000
    await online.sweep()
  }
  const setAway = (name: Member, away: boolean) => updateUser(scopeOf(name), platform, idOf(name), { away })
  let arrived = 0
  const arrive = async () => {
    arrived++
    const chat = personIdentity(`55119${String(10_000_000 + arrived)}`)
    const at = new Date(now - 3_600_000 + arrived * 1000).toISOString()
    const to = { companyId: acme.companyId, whatsappId: connection.id }
    await receiveBatch(installation.systemScope(), to, [textMessage({ chat, at })])
  }
  const tickets = () =>
    acme
      .select('tickets')
      .select(['id', 'status', 'userId', 'waitingSince'])
      .where('status', '<>', 'closed')
      .orderBy('id')
      .execute()
  const settle = () => jobs.settle()
  return { ...installation, change, connect, disconnect, setAway, arrive, tickets, settle }
}

describe('distribution of a queue', () => {
  test('a ticket waits while no user is online, and is given to the first who comes', async () => {
    const { arrive, settle, tickets, connect, published, acme } = await createQueue('roundRobin')
    await arrive()
    await settle()
    expect(await tickets()).toMatchObject([{ status: 'pending', userId: null }])
    await connect('bob')
    await settle()
    const [given] = await tickets()
    expect(given).toMatchObject({ status: 'open', userId: idOf('bob') })
    expect(published).toContainEqual(
      expect.objectContaining({ entity: 'ticket', payload: expect.objectContaining({ action: 'update' }) }),
    )
    const events = await acme.select('ticket_events').select(['kind', 'actorId', 'toUserId']).orderBy('id').execute()
    expect(events.at(-1)).toEqual({ kind: 'distributed', actorId: null, toUserId: idOf('bob') })
  })

  test('two runs at once give two tickets to two users, and never exceed the limit', async () => {
    const { arrive, tickets, connect, systemScope, settle } = await createQueue('fewestOpen', 1)
    await Promise.all([connect('bob'), connect('sara')])
    await settle()
    for (let ticket = 0; ticket < 4; ticket++) await arrive()
    const run = () => distributeQueue.run(systemScope(), { queueId: support }, { number: 1, last: false })
    await Promise.all([run(), run(), run()])
    const open = (await tickets()).filter(({ status }) => status === 'open').map(({ userId }) => userId)
    expect(open.sort()).toEqual([idOf('sara'), idOf('bob')].sort())
  })

  test('a run and a user who accepts never give one ticket to two users', async () => {
    const { arrive, tickets, connect, systemScope, scopeOf, settle, acme } = await createQueue('off')
    await connect('bob')
    await arrive()
    await settle()
    const id = (await tickets())[0]!.id
    await acme.transaction((tx) => tx.update('queues').set({ distribution: 'roundRobin' }).execute())
    const run = () => distributeQueue.run(systemScope(), { queueId: support }, { number: 1, last: false })
    const [accepted] = await Promise.allSettled([acceptTicket(scopeOf('sara'), id), run()])
    const { history } = await listHistory(scopeOf('ana'), id).then((found) => ({ history: found.events }))
    const taken = history.filter(({ kind }) => kind === 'accepted' || kind === 'distributed')
    expect(taken).toHaveLength(1)
    expect(accepted.status).toBe(taken[0]!.kind === 'accepted' ? 'fulfilled' : 'rejected')
  })

  test('a returned ticket goes to another user, and waits without one', async () => {
    const { arrive, settle, tickets, connect, scopeOf } = await createQueue('roundRobin')
    await connect('bob')
    await arrive()
    await settle()
    const id = (await tickets())[0]!.id
    await returnTicket(scopeOf('bob'), id)
    await settle()
    expect(await tickets()).toMatchObject([{ status: 'pending', userId: null }])
    await connect('sara')
    await settle()
    expect(await tickets()).toMatchObject([{ status: 'open', userId: idOf('sara') }])
  })
})

test('tickets that a user has returned keep no later one from that user, 21 of them', async () => {
  const { arrive, settle, tickets, connect, scopeOf, change } = await createQueue('off')
  for (let n = 0; n < 21; n++) await arrive()
  await settle()
  for (const { id } of await tickets()) {
    await acceptTicket(scopeOf('bob'), id)
    await returnTicket(scopeOf('bob'), id)
  }
  await arrive()
  await settle()
  const newest = (await tickets()).at(-1)!.id
  await change({ distribution: 'roundRobin' })
  await connect('bob')
  await settle()
  const given = (await tickets()).filter(({ status }) => status === 'open')
  expect(given).toMatchObject([{ id: newest, userId: idOf('bob') }])
})

/** Event of a queue, with its agent or the position of its ticket. */
type Step =
  | { do: 'arrive' }
  | { do: 'close'; at: number }
  | { do: 'limit'; to: number }
  | { do: 'online' | 'offline' | 'away' | 'back'; who: Member }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Step>({ do: 'arrive' }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('close' as const), at: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('limit' as const), to: fc.integer({ min: 0, max: 3 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('online', 'offline', 'away', 'back'),
      who: fc.constantFrom(...members),
    }),
  },
)

/** The rule of distribution in memory: after each step, waiting tickets go to free users in order of arrival. */
class Model {
  waiting = 0
  readonly open: number[] = []
  readonly online = new Set<number>()
  readonly away = new Set<number>()
  readonly turns = new Map<number, number>()
  last = 0

  constructor(
    readonly rule: Distribution,
    public limit: number,
  ) {}

  distribute() {
    for (; this.waiting > 0; this.waiting--) {
      const free = members
        .map(idOf)
        .filter((id) => this.online.has(id) && !this.away.has(id))
        .map((userId) => ({
          ...{ userId, turn: this.turns.get(userId) ?? 0 },
          open: this.open.filter((holder) => holder === userId).length,
        }))
      const below = free.filter(({ open }) => this.limit === 0 || open < this.limit)
      const fewest = Math.min(...below.map(({ open }) => open))
      const equal = this.rule === 'fewestOpen' ? below.filter(({ open }) => open === fewest) : below
      const first = Math.min(...equal.map(({ turn }) => turn))
      const next = equal.filter(({ turn }) => turn === first).sort((a, b) => a.userId - b.userId)[0]
      if (!next) return
      this.turns.set(next.userId, ++this.last)
      this.open.push(next.userId)
    }
  }
}

test.each(['roundRobin', 'fewestOpen'] as const)(
  '%s gives each ticket to the user the rule names, through any sequence of changes',
  async (rule) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 22 }), async (steps) => {
        const queue = await createQueue(rule, 1)
        const model = new Model(rule, 1)
        for (const each of steps) {
          await perform(queue, model, each)
          await queue.settle()
          model.distribute()
          const tickets = await queue.tickets()
          const holders = tickets.filter(({ status }) => status === 'open').map(({ userId }) => userId)
          expect([holders, tickets.length - holders.length]).toEqual([model.open, model.waiting])
        }
      }),
      { numRuns: sizeOf({ everyday: 4, full: 12 }) },
    )
  },
)

async function perform(queue: Awaited<ReturnType<typeof createQueue>>, model: Model, each: Step) {
  if (each.do === 'arrive') {
    model.waiting++
    return queue.arrive()
  }
  if (each.do === 'limit') {
    model.limit = each.to
    return queue.change({ agentLimit: each.to })
  }
  if (each.do === 'close') {
    const open = (await queue.tickets()).filter(({ status }) => status === 'open')
    if (open.length === 0) return
    model.open.splice(each.at % open.length, 1)
    return closeTicket(queue.scopeOf('ana'), open[each.at % open.length]!.id)
  }
  await changePresence(queue, model, each)
}

async function changePresence(
  { connect, disconnect, setAway }: Awaited<ReturnType<typeof createQueue>>,
  model: Model,
  { do: what, who }: Extract<Step, { who: Member }>,
) {
  const id = idOf(who)
  if (what === 'away' || what === 'back') {
    model.away[what === 'away' ? 'add' : 'delete'](id)
    await setAway(who, what === 'away')
  } else if (what === 'online' && !model.online.has(id)) {
    model.online.add(id)
    await connect(who)
  } else if (what === 'offline' && model.online.delete(id)) await disconnect(who)
}

import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import type { Distribution } from '../../../shared/enums'

/** Members of a queue who may be given a ticket, with their open tickets in all queues. */
const freeMembers = hot<{ queueId: number }>()((db, p) =>
  db
    .select('user_queues')
    .innerJoin('users', 'users.id', 'user_queues.userId')
    .select(['user_queues.userId', 'user_queues.turn'])
    .select(({ selectFrom }) =>
      selectFrom('tickets')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('tickets.companyId', '=', 'user_queues.companyId')
        .whereRef('tickets.userId', '=', 'user_queues.userId')
        .where('tickets.status', '=', 'open')
        .as('open'),
    )
    .where('user_queues.queueId', '=', p('queueId'))
    .where('users.online', '=', 1)
    .where('users.away', '=', 0)
    .where('users.support', '=', 0),
)
const highestTurn = hot<{ queueId: number }>()((db, p) =>
  db
    .select('user_queues')
    .select(({ fn }) => fn.max('turn').as('turn'))
    .where('queueId', '=', p('queueId')),
)
const setTurn = hot<{ queueId: number; userId: number; turn: number }>()((db, p) =>
  db
    .update('user_queues')
    .set({ turn: p('turn') })
    .where('queueId', '=', p('queueId'))
    .where('userId', '=', p('userId')),
)

interface FreeMember {
  userId: number
  turn: number
  open: number
}

/** Returns the member to be given a ticket, or undefined: below the limit, by the fewest open tickets or by turn. */
function chooseMember(members: FreeMember[], distribution: Distribution, limit: number): FreeMember | undefined {
  const byTurn = (a: FreeMember, b: FreeMember) => a.turn - b.turn || a.userId - b.userId
  const order =
    distribution === 'fewestOpen' ? (a: FreeMember, b: FreeMember) => a.open - b.open || byTurn(a, b) : byTurn
  return members.filter(({ open }) => limit === 0 || open < limit).sort(order)[0]
}

/** Returns the id of the user who is given the queue's next ticket; never `except`. */
export async function findNextUser(
  scope: Scope,
  { id, distribution, agentLimit }: { id: number; distribution: Distribution; agentLimit: number },
  except: number | null,
): Promise<number | undefined> {
  const members = await scope.db.run(freeMembers, { queueId: id })
  const others = members.filter(({ userId }) => userId !== except)
  const free = others.map(({ userId, turn, open }) => ({ userId, turn, open: open ?? 0 }))
  return chooseMember(free, distribution, agentLimit)?.userId
}

/** Puts the user at the end of the queue's turns. */
export async function recordTurn(scope: Scope, queueId: number, userId: number) {
  const last = (await scope.db.first(highestTurn, { queueId }))?.turn ?? 0
  await scope.db.run(setTurn, { queueId, userId, turn: last + 1 })
}

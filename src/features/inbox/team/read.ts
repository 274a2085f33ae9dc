import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { lastMoment } from '../../../core/time'
import { can } from '../../../shared/permissions'
import { isOfTicketList, type ListedTicket, type TicketListName } from '../../../shared/ticket-lists'
import { toTicket } from '../tickets/read'
import { type HolderFigures, liveQueries, type QueueFigures, readPlacesOfWaits } from './live-figures'
import { readDue, readLongestWaits } from './longest-waits'
import type { Team, TeamAgent, TeamQueue } from './model'
import { seesQueue } from './seen-queues'

const queueRows = hot<{}>()((db) =>
  db.select('queues').select(['id', 'name', 'color']).orderBy('orderQueue').orderBy('id'),
)
const memberRows = hot<{}>()((db) => db.select('user_queues').select(['userId', 'queueId']))
const userRows = hot<{}>()((db) =>
  db
    .select('users')
    .select(['id', 'name', 'online', 'away', 'lastSeenAt', 'super'])
    .where('support', '=', 0)
    .orderBy('name')
    .orderBy('id'),
)

/** Limits of the queues that distribute; 0 is none. */
const limitRows = hot<{}>()((db) => db.select('queues').select(['id', 'agentLimit']).where('distribution', '<>', 'off'))

/**
 * Returns the team now. Admins see all queues and users; supervisors see their queues, and the users who share one.
 * Reads a fixed number of queries, each over live tickets or over the company's users and queues.
 */
export async function readTeam(scope: Scope): Promise<Team> {
  return {
    queues: await readQueues(scope),
    agents: await readAgents(scope),
    tickets: (await readLongestWaits(scope)).map((row) => toTicket(scope, row)),
    due: (await readDue(scope)).map((row) => toTicket(scope, row)),
  }
}

/** Queues in their order, then tickets without a queue, if there are any. */
async function readQueues(scope: Scope): Promise<TeamQueue[]> {
  const figures = await scope.db.run(liveQueries.byQueue, {})
  const late = await scope.db.run(liveQueries.lateByQueue, { now: new Date().toISOString() })
  const placeOfWait = await readPlacesOfWaits(
    scope,
    figures.map(({ since }) => since),
  )
  const figuresOf = (id: number | null) => {
    const own = queueFigures(figures, id)
    const waitingIn = placeOfWait(own.waitingSince, (row) => row.queueId === id && isOfPeople(row))
    return { ...own, waitingIn, late: late.find(({ queueId }) => queueId === id)?.count ?? 0 }
  }
  const named = (await scope.db.run(queueRows, {})).filter(({ id }) => seesQueue(scope.viewer, id))
  const queues: TeamQueue[] = named.map((queue) => ({ ...queue, ...figuresOf(queue.id) }))
  const none = figuresOf(null)
  const hasQueueless = seesQueue(scope.viewer, null) && none.pending + none.robot + none.open > 0
  return hasQueueless ? [...queues, { id: null, name: '', color: '', ...none }] : queues
}

/** True for a ticket that the robot does not have. */
const isOfPeople = (row: ListedTicket) => isOfTicketList('all', row) || isOfTicketList('waiting', row)

function queueFigures(all: QueueFigures[], queueId: number | null) {
  const figures = all.filter((row) => row.queueId === queueId)
  const sum = (rows: QueueFigures[], field: 'count' | 'waiting') => rows.reduce((total, row) => total + row[field], 0)
  const inList = (name: TicketListName) => figures.filter((row) => isOfTicketList(name, row))
  const [pending, open] = [inList('waiting'), inList('all')]
  return {
    pending: sum(pending, 'count'),
    robot: sum(inList('robot'), 'count'),
    open: sum(open, 'count'),
    unanswered: sum(open, 'waiting'),
    waitingSince: longest([...pending, ...open]),
  }
}

function longest(rows: { since: string }[]): string | null {
  const since = rows.map((row) => row.since).sort()[0] ?? lastMoment
  return since < lastMoment ? since : null
}

async function readAgents(scope: Scope): Promise<TeamAgent[]> {
  const members = await scope.db.run(memberRows, {})
  const limitOf = new Map((await scope.db.run(limitRows, {})).map(({ id, agentLimit }) => [id, agentLimit]))
  const held = new Map((await scope.db.run(liveQueries.byHolder, {})).map((row) => [row.userId as number, row]))
  const placeOfWait = await readPlacesOfWaits(
    scope,
    [...held.values()].map(({ since }) => since),
  )
  const agents = (await scope.db.run(userRows, {})).map(({ super: above, online, away, ...user }) => {
    const queueIds = members.filter(({ userId }) => userId === user.id).map(({ queueId }) => queueId)
    const figures = holderFigures(held.get(user.id))
    const isOwn = (row: { userId: number | null; status: string }) => row.userId === user.id && row.status === 'open'
    const waitingIn = placeOfWait(figures.waitingSince, isOwn)
    const limits = queueIds.map((id) => limitOf.get(id)).filter((limit) => limit !== undefined)
    const isFull = limits.length > 0 && limits.every((limit) => limit > 0 && figures.open >= limit)
    return { above, ...user, online: online === 1, away: away === 1, isFull, queueIds, ...figures, waitingIn }
  })
  return agents.filter((agent) => isShown(scope, agent)).map(({ above: _, ...agent }) => agent)
}

const holderFigures = (row: HolderFigures | undefined) => ({
  open: row?.count ?? 0,
  unanswered: row?.waiting ?? 0,
  waitingSince: row ? longest([row]) : null,
})

/** Supervisors see the users of their queues. The provider's super user is shown only when answering customers. */
function isShown({ viewer }: Scope, { above, queueIds, open, id }: TeamAgent & { above: 0 | 1 }) {
  if (above === 1 && queueIds.length === 0 && open === 0) return false
  return id === viewer.userId || can(viewer, 'ticket:showAll') || queueIds.some((queue) => seesQueue(viewer, queue))
}

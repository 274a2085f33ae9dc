import type { Scope } from '../../../core/scope'
import type { Gap } from './model'

interface Named {
  id: number
  name: string
}

/** Rows that decide which agents receive the customers of which number. `people` leaves out admins, who see all. */
export interface Reach {
  connections: (Named & { queueIds: number[]; transferQueueId: number | null })[]
  queues: Named[]
  people: (Named & { queueIds: number[]; seesQueueless: boolean })[]
}

/**
 * Returns the places where customers, queues and people are not connected, in the order to mend them: a number whose
 * customers agents do not see, a queue outside all numbers, a queue without agents, an agent without new customers.
 * None in a company without agents, whose admins see everything.
 */
export function findGaps({ connections, queues, people }: Reach): Gap[] {
  if (people.length === 0) return []
  const offered = new Set(connections.flatMap(({ queueIds, transferQueueId }) => [...queueIds, transferQueueId]))
  const staffed = new Set(people.flatMap(({ queueIds }) => queueIds))
  const areQueuelessSeen = people.every(({ seesQueueless }) => seesQueueless)
  const hasNumbers = connections.length > 0
  return [
    ...gapsOf('connectionWithoutQueue', connections, ({ queueIds }) => {
      return queues.length > 0 && queueIds.length === 0 && !areQueuelessSeen
    }),
    ...gapsOf('queueWithoutNumber', queues, ({ id }) => hasNumbers && !offered.has(id)),
    ...gapsOf('queueWithoutPeople', queues, ({ id }) => !staffed.has(id)),
    ...gapsOf('personWithoutTickets', people, ({ queueIds, seesQueueless }) => {
      return !seesQueueless && !queueIds.some((id) => !hasNumbers || offered.has(id))
    }),
  ]
}

/** Gaps shown per kind. */
const maxShown = 20

const gapsOf = <R extends Named>(kind: Gap['kind'], rows: R[], isGap: (row: R) => boolean): Gap[] =>
  rows
    .filter(isGap)
    .slice(0, maxShown)
    .map(({ id, name }) => ({ kind, id, name }))

/** People looked at; the first ones by id. */
const maxPeople = 500

/** Reads the gaps of a company; the cost does not grow beyond `maxPeople`. */
export async function readGaps({ db }: Scope): Promise<Gap[]> {
  const people = await db
    .select('users')
    .select(['id', 'name', 'allTicket'])
    .where('profile', '<>', 'admin')
    .where('support', '=', 0)
    .orderBy('id')
    .limit(maxPeople)
    .execute()
  if (people.length === 0) return []
  const queues = await db.select('queues').select(['id', 'name']).orderBy('orderQueue').orderBy('id').execute()
  const connections = await db.select('connections').select(['id', 'name', 'transferQueueId']).orderBy('id').execute()
  const links = await db.select('connection_queues').select(['whatsappId', 'queueId']).execute()
  const lastId = people.at(-1)?.id ?? 0
  const members = await db.select('user_queues').select(['userId', 'queueId']).where('userId', '<=', lastId).execute()
  const queuesOf = idsBy(links.map(({ whatsappId, queueId }) => [whatsappId, queueId]))
  const queuesOfPerson = idsBy(members.map(({ userId, queueId }) => [userId, queueId]))
  return findGaps({
    queues,
    connections: connections.map((row) => ({ ...row, queueIds: queuesOf.get(row.id) ?? [] })),
    people: people.map(({ id, name, allTicket }) => ({
      ...{ id, name, queueIds: queuesOfPerson.get(id) ?? [] },
      seesQueueless: allTicket === 'enabled',
    })),
  })
}

function idsBy(pairs: [key: number, id: number][]): Map<number, number[]> {
  const found = new Map<number, number[]>()
  for (const [key, id] of pairs) found.set(key, [...(found.get(key) ?? []), id])
  return found
}

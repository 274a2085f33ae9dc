import type { Scope } from '../../../core/scope'
import { listFlowsNaming } from '../flows/naming-flows'
import type { QueueUsers } from './model'

/** Returns the names of a queue's members, connections, prompts and flows, and its number of live tickets. */
export async function usersOf(scope: Scope, id: number): Promise<QueueUsers> {
  const members = await scope.db
    .select('user_queues')
    .innerJoin('users', 'users.id', 'user_queues.userId')
    .select('users.name')
    .where('user_queues.queueId', '=', id)
    .orderBy('users.name')
    .execute()
  const linked = scope.db.select('connection_queues').select('whatsappId').where('queueId', '=', id)
  const connections = await scope.db
    .select('connections')
    .select('name')
    .where(({ or, eb }) => or([eb('id', 'in', linked), eb('transferQueueId', '=', id)]))
    .orderBy('name')
    .execute()
  const prompts = await scope.db.select('prompts').select('name').where('queueId', '=', id).orderBy('name').execute()
  const names = (rows: { name: string }[]) => rows.map(({ name }) => name)
  const tickets = (await liveTickets(scope, id)).length
  const flows = await listFlowsNaming(scope, { kind: 'queue', id })
  return { members: names(members), connections: names(connections), prompts: names(prompts), flows, tickets }
}

/** Returns the ids of the pending and open tickets of a queue. */
export async function liveTickets(scope: Scope, id: number): Promise<number[]> {
  const rows = await scope.db
    .select('tickets')
    .select('id')
    .where('queueId', '=', id)
    .where('status', 'in', ['pending', 'open'])
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

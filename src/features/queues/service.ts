import type { Scope } from '../../core/scope'
import { AppError } from '../../shared/errors'
import { refuseBeyondPlan } from '../plans/limit'
import type { Queue, QueueInput } from './model'

const columns = ['id', 'name', 'color', 'orderQueue', 'greetingMessage', 'outOfHoursMessage'] as const

export const listQueues = (scope: Scope): Promise<Queue[]> =>
  scope.db.select('queues').select(columns).orderBy('orderQueue').orderBy('name').execute()

/** @throws ERR_NO_QUEUE_FOUND, also for another company's */
export async function getQueue(scope: Scope, id: number): Promise<Queue> {
  const queue = await scope.db.select('queues').select(columns).where('id', '=', id).executeTakeFirst()
  if (!queue) throw new AppError('ERR_NO_QUEUE_FOUND')
  return queue
}

/** @throws ERR_QUEUE_NAME_ALREADY_EXISTS, ERR_QUEUE_COLOR_ALREADY_EXISTS, ERR_PLAN_LIMIT */
export function createQueue(outer: Scope, input: QueueInput): Promise<Queue> {
  return outer.transaction(async (scope) => {
    await refuseBeyondPlan(scope, 'queues')
    await refuseTwin(scope, input, null)
    const { id } = await scope.db.insert('queues', input).returning('id').executeTakeFirstOrThrow()
    const queue = await getQueue(scope, id)
    scope.publish('queue', { action: 'create', queue })
    return queue
  })
}

/** @throws ERR_NO_QUEUE_FOUND, ERR_QUEUE_NAME_ALREADY_EXISTS, ERR_QUEUE_COLOR_ALREADY_EXISTS */
export function updateQueue(outer: Scope, id: number, input: Partial<QueueInput>): Promise<Queue> {
  return outer.transaction(async (scope) => {
    await getQueue(scope, id)
    await refuseTwin(scope, input, id)
    const updatedAt = new Date().toISOString()
    await scope.db
      .update('queues')
      .set({ ...input, updatedAt })
      .where('id', '=', id)
      .execute()
    const queue = await getQueue(scope, id)
    scope.publish('queue', { action: 'update', queue })
    return queue
  })
}

/** Its tickets become queueless, its members lose it (server-behaviour §14). */
export function deleteQueue(outer: Scope, id: number) {
  return outer.transaction(async (scope) => {
    await getQueue(scope, id)
    await scope.db.update('tickets').set({ queueId: null }).where('queueId', '=', id).execute()
    await scope.db.delete('queues').where('id', '=', id).execute()
    scope.rightsChanged()
    scope.publish('queue', { action: 'delete', queueId: id })
    return { id }
  })
}

async function refuseTwin(scope: Scope, { name, color }: Partial<QueueInput>, id: number | null) {
  for (const queue of await listQueues(scope)) {
    if (queue.id === id) continue
    if (queue.name === name) throw new AppError('ERR_QUEUE_NAME_ALREADY_EXISTS')
    if (queue.color.toLowerCase() === color?.toLowerCase()) throw new AppError('ERR_QUEUE_COLOR_ALREADY_EXISTS')
  }
}

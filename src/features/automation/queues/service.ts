import type { Scope } from '../../../core/scope'
import { AppError } from '../../../shared/errors'
import { enqueueQueue } from '../../inbox/distribution/enqueue-work'
import { recordAuditEntry } from '../../platform/audit/record'
import { refuseBeyondPlan } from '../../platform/company/plan-limit'
import { enqueueRecompute } from '../../platform/hours/enqueue-recompute'
import { hoursFromColumns, hoursToColumns } from '../../platform/hours/service'
import { assertIntegrationExists } from '../integrations/read'
import { assertPromptExists } from '../prompts/read'
import type { Queue, QueueInput } from './model'
import { usersOf } from './users'

const columns = [
  'id',
  'name',
  'color',
  'orderQueue',
  'greetingMessage',
  'outOfHoursMessage',
  'promptId',
  'integrationId',
  'answerMinutes',
  'nextAnswerMinutes',
  'resolutionMinutes',
  'distribution',
  'agentLimit',
  'schedules',
  'holidays',
] as const

/** Returns the company's queues in their order. */
export async function listQueues(scope: Scope): Promise<Queue[]> {
  const rows = await scope.db.select('queues').select(columns).orderBy('orderQueue').orderBy('name').execute()
  return rows.map((row) => ({ ...row, ...hoursFromColumns(row) }))
}

/** Returns a queue. @throws ERR_NO_QUEUE_FOUND, also for another company's */
export async function getQueue(scope: Scope, id: number): Promise<Queue> {
  const row = await scope.db.select('queues').select(columns).where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('ERR_NO_QUEUE_FOUND')
  return { ...row, ...hoursFromColumns(row) }
}

/**
 * Creates a queue. @throws ERR_QUEUE_NAME_ALREADY_EXISTS, ERR_QUEUE_COLOR_ALREADY_EXISTS, ERR_PLAN_LIMIT,
 * ERR_NO_PROMPT_FOUND, ERR_NO_INTEGRATION_FOUND, ERR_VALIDATION for its hours
 */
export function createQueue(outer: Scope, input: QueueInput): Promise<Queue> {
  return outer.transaction(async (scope) => {
    await refuseBeyondPlan(scope, 'queues')
    const values = await valuesOf(scope, input, null)
    const { id } = await scope.db
      .insert('queues', values as QueueInput & { schedules: string; holidays: string })
      .returning('id')
      .executeTakeFirstOrThrow()
    const queue = await getQueue(scope, id)
    await recordAuditEntry(scope, { action: 'create', entity: 'queue', entityId: id, name: queue.name, after: queue })
    scope.publish('queue', { action: 'create', queue })
    return queue
  })
}

/** Changes a queue. @throws ERR_NO_QUEUE_FOUND, and as createQueue */
export function updateQueue(outer: Scope, id: number, input: Partial<QueueInput>): Promise<Queue> {
  return outer.transaction(async (scope) => {
    const before = await getQueue(scope, id)
    const values = await valuesOf(scope, input, id)
    const updatedAt = new Date().toISOString()
    await scope.db
      .update('queues')
      .set({ ...values, updatedAt })
      .where('id', '=', id)
      .execute()
    const queue = await getQueue(scope, id)
    await recordAuditEntry(scope, {
      action: 'update',
      entity: 'queue',
      entityId: id,
      name: queue.name,
      before,
      after: queue,
    })
    scope.publish('queue', { action: 'update', queue })
    await enqueueWorkAfterChange(scope, queue, input)
    return queue
  })
}

/** Computes targets again after a change of targets or hours, and gives out waiting tickets after one of distribution. */
async function enqueueWorkAfterChange(scope: Scope, queue: Queue, input: Partial<QueueInput>) {
  const { answerMinutes, nextAnswerMinutes, resolutionMinutes, schedules, holidays } = input
  if ([answerMinutes, nextAnswerMinutes, resolutionMinutes, schedules, holidays].some((field) => field !== undefined))
    await enqueueRecompute(scope)
  if (queue.distribution !== 'off') await enqueueQueue(scope, queue.id)
}

/**
 * Deletes a queue and its menu; its closed tickets keep no queue. @throws ERR_QUEUE_IN_USE with its members,
 * connections, prompts, flows and number of live tickets
 */
export function deleteQueue(outer: Scope, id: number) {
  return outer.transaction(async (scope) => {
    const before = await getQueue(scope, id)
    const users = await usersOf(scope, id)
    const { tickets, members, connections, prompts, flows } = users
    if (tickets + members.length + connections.length + prompts.length + flows.length > 0)
      throw new AppError('ERR_QUEUE_IN_USE', { ...users })
    await scope.db.update('tickets').set({ queueId: null }).where('queueId', '=', id).execute()
    await scope.db.update('queue_options').set({ nextQueueId: null }).where('nextQueueId', '=', id).execute()
    await scope.db.delete('queues').where('id', '=', id).execute()
    await recordAuditEntry(scope, { action: 'delete', entity: 'queue', entityId: id, name: before.name, before })
    scope.publish('queue', { action: 'delete', queueId: id })
    return { id }
  })
}

/** Returns the columns to store. */
async function valuesOf(scope: Scope, input: Partial<QueueInput>, id: number | null) {
  const { schedules, holidays, ...rest } = input
  if (rest.name !== undefined) rest.name = nameOf(rest.name)
  await assertUnique(scope, rest, id)
  await assertIntegrationExists(scope, rest.integrationId)
  await assertPromptExists(scope, rest.promptId)
  return { ...rest, ...hoursToColumns({ schedules, holidays }) }
}

function nameOf(typed: string): string {
  const name = typed.trim()
  if (name.length < 2) throw new AppError('ERR_VALIDATION', { fields: ['name'] })
  return name
}

async function assertUnique(scope: Scope, { name, color }: Partial<QueueInput>, id: number | null) {
  for (const queue of await listQueues(scope)) {
    if (queue.id === id) continue
    if (queue.name.toLowerCase() === name?.toLowerCase())
      throw new AppError('ERR_QUEUE_NAME_ALREADY_EXISTS', { name: queue.name })
    if (queue.color.toLowerCase() === color?.toLowerCase())
      throw new AppError('ERR_QUEUE_COLOR_ALREADY_EXISTS', { name: queue.name })
  }
}

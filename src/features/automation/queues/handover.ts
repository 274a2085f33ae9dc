import type { Scope } from '../../../core/scope'
import { AppError } from '../../../shared/errors'
import { getTicketRow } from '../../inbox/tickets/read'
import { publishTransition, transition } from '../../inbox/tickets/state/transition'
import { recordAuditEntry } from '../../platform/audit/record'
import { getPrompt } from '../prompts/read'
import type { QueueUsers } from './model'
import { getQueue } from './service'
import { liveTickets, usersOf } from './users'

/**
 * Moves everything a queue serves to another queue or to none: its live tickets keep their users; its members,
 * connections and prompts are moved. Afterwards the queue can be deleted. Returns what was moved.
 * @throws ERR_NO_QUEUE_FOUND, ERR_VALIDATION for a handover to itself, ERR_QUEUE_IN_USE while flows name it, because
 * published versions never change
 */
export function handOver(outer: Scope, id: number, to: number | null): Promise<QueueUsers> {
  return outer.transaction(async (scope) => {
    const { name } = await getQueue(scope, id)
    if (to === id) throw new AppError('ERR_VALIDATION', { fields: ['queueId'] })
    const target = to === null ? null : await getQueue(scope, to)
    const users = await usersOf(scope, id)
    const { flows, ...moved } = users
    if (flows.length > 0) throw new AppError('ERR_QUEUE_IN_USE', { ...users })
    for (const ticketId of await liveTickets(scope, id)) await moveTicket(scope, ticketId, to)
    await replaceMembers(scope, id, to)
    await replaceOnConnections(scope, id, to)
    await replaceOnPrompts(scope, id, to)
    await recordAuditEntry(scope, {
      action: 'handover',
      entity: 'queue',
      entityId: id,
      name,
      after: { to: target?.name ?? null, ...moved },
    })
    scope.rightsChanged()
    return users
  })
}

async function moveTicket(scope: Scope, id: number, queueId: number | null) {
  const step = { verb: 'changeQueue', event: 'transferred', bySystem: true, change: () => ({ queueId }) } as const
  const done = await transition(scope, await getTicketRow(scope, id), step)
  if (done) publishTransition(scope, done)
}

async function replaceMembers(scope: Scope, id: number, to: number | null) {
  const members = await scope.db.select('user_queues').select('userId').where('queueId', '=', id).execute()
  await scope.db.delete('user_queues').where('queueId', '=', id).execute()
  if (to === null || members.length === 0) return
  const rows = members.map(({ userId }) => ({ userId, queueId: to }))
  await scope.db
    .insert('user_queues', rows)
    .onConflict((duplicate) => duplicate.doNothing())
    .execute()
}

async function replaceOnConnections(scope: Scope, id: number, to: number | null) {
  const linked = await scope.db.select('connection_queues').select('whatsappId').where('queueId', '=', id).execute()
  const pointing = await scope.db.select('connections').select('id').where('transferQueueId', '=', id).execute()
  await scope.db.delete('connection_queues').where('queueId', '=', id).execute()
  const rows = to === null ? [] : linked.map(({ whatsappId }) => ({ whatsappId, queueId: to }))
  if (rows.length > 0)
    await scope.db
      .insert('connection_queues', rows)
      .onConflict((duplicate) => duplicate.doNothing())
      .execute()
  await scope.db.update('queue_options').set({ nextQueueId: to }).where('nextQueueId', '=', id).execute()
  await scope.db.update('connections').set({ transferQueueId: to }).where('transferQueueId', '=', id).execute()
  const changed = new Set([...linked.map(({ whatsappId }) => whatsappId), ...pointing.map((row) => row.id)])
  for (const whatsappId of changed) await scope.call('connectionChanged', whatsappId)
}

async function replaceOnPrompts(scope: Scope, queueId: number, to: number | null) {
  const rows = await scope.db.select('prompts').select('id').where('queueId', '=', queueId).execute()
  for (const { id } of rows) {
    await scope.db.update('prompts').set({ queueId: to }).where('id', '=', id).execute()
    scope.publish('prompt', { action: 'update', prompt: await getPrompt(scope, id) })
  }
}

import type { Scope } from '../../core/scope'
import { AppError } from '../../shared/errors'
import { can } from '../../shared/permissions'
import type { ConnectionRef } from '../../whatsapp/contract'
import { refuseBeyondPlan } from '../plans/limit'
import type { Connection, ConnectionInput } from './model'

const columns = [
  'id',
  'name',
  'status',
  'reason',
  'number',
  'qrcode',
  'pairingCode',
  'retries',
  'isDefault',
  'greetingMessage',
  'complationMessage',
  'outOfHoursMessage',
  'createdAt',
  'updatedAt',
] as const

/** The company's connections, the default first; codes only for those who may link a phone. */
export async function listConnections(scope: Scope): Promise<Connection[]> {
  const rows = await scope.db.select('connections').select(columns).orderBy('isDefault', 'desc').orderBy('id').execute()
  const links = await scope.db.select('connection_queues').select(['whatsappId', 'queueId']).execute()
  return rows.map((row) => ({
    ...row,
    ...(mayLink(scope) ? {} : { qrcode: '', pairingCode: '' }),
    isDefault: row.isDefault === 1,
    queueIds: links.filter(({ whatsappId }) => whatsappId === row.id).map(({ queueId }) => queueId),
  }))
}

const mayLink = ({ actor }: Scope) => !('profile' in actor) || can(actor.profile, 'connection:edit')

/** @throws ERR_NO_WAPP_FOUND, also for another company's */
export async function getConnection(scope: Scope, id: number): Promise<Connection> {
  const connection = (await listConnections(scope)).find((each) => each.id === id)
  if (!connection) throw new AppError('ERR_NO_WAPP_FOUND')
  return connection
}

export const refOf = (scope: Scope, whatsappId: number): ConnectionRef => ({ companyId: scope.companyId, whatsappId })

/**
 * A new number; its session starts at once and asks for a phone. The first becomes the default.
 * @throws ERR_PLAN_LIMIT, ERR_WAPP_NAME_ALREADY_EXISTS, ERR_WAPP_GREETING_REQUIRED, ERR_NO_QUEUE_FOUND
 */
export async function createConnection(outer: Scope, input: ConnectionInput): Promise<Connection> {
  const connection = await outer.transaction(async (scope) => {
    await refuseBeyondPlan(scope, 'connections')
    await check(scope, input, null)
    const { queueIds = [], isDefault, ...rest } = input
    const first = (await listConnections(scope)).length === 0
    const row = { ...rest, wanted: 1, number: null, lid: null, connectedAt: null } as const
    const { id } = await scope.db.insert('connections', row).returning('id').executeTakeFirstOrThrow()
    if (first || isDefault) await makeDefault(scope, id)
    await linkQueues(scope, id, queueIds)
    return tell(scope, id)
  })
  await outer.ports.whatsapp.start(refOf(outer, connection.id))
  return connection
}

/** @throws as createConnection; ERR_NO_OTHER_WHATSAPP when it would leave the company without a default */
export function updateConnection(outer: Scope, id: number, input: Partial<ConnectionInput>): Promise<Connection> {
  return outer.transaction(async (scope) => {
    const before = await getConnection(scope, id)
    await check(scope, { ...before, ...input }, id)
    if (before.isDefault && input.isDefault === false) throw new AppError('ERR_NO_OTHER_WHATSAPP')
    const { queueIds, isDefault, ...rest } = input
    const updatedAt = new Date().toISOString()
    await scope.db
      .update('connections')
      .set({ ...rest, updatedAt })
      .where('id', '=', id)
      .execute()
    if (isDefault) await makeDefault(scope, id)
    if (queueIds) await linkQueues(scope, id, queueIds)
    return tell(scope, id)
  })
}

/** Tells everybody what the connection is now like; answers it. */
async function tell(scope: Scope, id: number): Promise<Connection> {
  const whatsapp = await getConnection(scope, id)
  scope.publish('whatsapp', { action: 'update', whatsapp })
  return whatsapp
}

async function check(scope: Scope, input: ConnectionInput, id: number | null) {
  const twin = (await listConnections(scope)).find(({ name }) => name === input.name)
  if (twin && twin.id !== id) throw new AppError('ERR_WAPP_NAME_ALREADY_EXISTS')
  const queueIds = input.queueIds ?? []
  if (queueIds.length > 1 && !input.greetingMessage?.trim()) throw new AppError('ERR_WAPP_GREETING_REQUIRED')
  const known = await scope.db.select('queues').select('id').execute()
  if (queueIds.some((each) => !known.some((queue) => queue.id === each))) throw new AppError('ERR_NO_QUEUE_FOUND')
}

/** Exactly one default: the database refuses a second, so the old one goes first. */
async function makeDefault(scope: Scope, id: number) {
  await scope.db.update('connections').set({ isDefault: 0 }).where('isDefault', '=', 1).execute()
  await scope.db.update('connections').set({ isDefault: 1 }).where('id', '=', id).execute()
}

async function linkQueues(scope: Scope, whatsappId: number, queueIds: number[]) {
  await scope.db.delete('connection_queues').where('whatsappId', '=', whatsappId).execute()
  const rows = [...new Set(queueIds)].map((queueId) => ({ whatsappId, queueId }))
  if (rows.length > 0) await scope.db.insert('connection_queues', rows).execute()
}

/** Rows changed at once while a connection is taken out of its history: short enough not to keep others waiting. */
const stride = 1000

/**
 * Unlinks the phone and removes the connection; closed tickets stay, without it. The oldest other one becomes the
 * default. @throws ERR_WAPP_IN_USE while customers wait or are attended on it
 */
export async function deleteConnection(scope: Scope, id: number) {
  await getConnection(scope, id)
  await refuseInUse(scope, id)
  await scope.ports.whatsapp.logout(refOf(scope, id))
  for (const table of ['messages', 'tickets'] as const) while (await forget(scope, table, id)) await Bun.sleep(0)
  await scope.transaction(async (scope) => {
    await refuseInUse(scope, id)
    while (await forgetHere(scope, 'messages', id));
    const { isDefault } = await getConnection(scope, id)
    await scope.db.update('users').set({ whatsappId: null }).where('whatsappId', '=', id).execute()
    await scope.db.delete('connections').where('id', '=', id).execute()
    const heir = (await listConnections(scope))[0]
    if (isDefault && heir) {
      await makeDefault(scope, heir.id)
      await tell(scope, heir.id)
    }
    scope.publish('whatsapp', { action: 'delete', whatsappId: id })
  })
  return { id }
}

async function refuseInUse(scope: Scope, id: number) {
  const live = await scope.db
    .select('tickets')
    .select('id')
    .where('whatsappId', '=', id)
    .where('status', '<>', 'closed')
    .limit(1)
    .executeTakeFirst()
  if (live) throw new AppError('ERR_WAPP_IN_USE')
}

const forget = (scope: Scope, table: 'messages' | 'tickets', id: number) =>
  scope.transaction((scope) => forgetHere(scope, table, id))

/** True while there may be more. */
async function forgetHere(scope: Scope, table: 'messages' | 'tickets', id: number): Promise<boolean> {
  const some = scope.db.select(table).select('id').where('whatsappId', '=', id).limit(stride)
  const rows = await some.execute()
  for (const row of rows) await scope.db.update(table).set({ whatsappId: null }).where('id', '=', row.id).execute()
  return rows.length === stride
}

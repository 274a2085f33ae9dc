import type { Scope } from '../../../core/scope'
import type { Sealer } from '../../../core/secrets'
import { AppError } from '../../../shared/errors'
import { limits } from '../../../shared/limits'
import { menuGreeting } from '../../../shared/menu-greeting'
import { can } from '../../../shared/permissions'
import type { ConnectionRef } from '../../../whatsapp/contract'
import { assertFlowExists } from '../../automation/flows/read'
import { assertIntegrationExists } from '../../automation/integrations/read'
import { assertPromptExists } from '../../automation/prompts/read'
import { recordAuditEntry } from '../../platform/audit/record'
import { companyLanguage } from '../../platform/company/language'
import { refuseBeyondPlan } from '../../platform/company/plan-limit'
import { enqueueRecompute } from '../../platform/hours/enqueue-recompute'
import { hoursFromColumns, hoursToColumns } from '../../platform/hours/service'
import { openCode } from './link-codes'
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
  'ratingMessage',
  'expiresInactiveMessage',
  'expiresTicket',
  'expiresWarning',
  'expiresWarningMessage',
  'timeUseBotQueues',
  'maxUseBotQueues',
  'timeToTransfer',
  'transferQueueId',
  'promptId',
  'integrationId',
  'flowIdWelcome',
  'flowIdNotPhrase',
  'provider',
  'schedules',
  'holidays',
  'createdAt',
  'updatedAt',
] as const

/**
 * The company's connections, default first, then by id. QR and pairing codes are empty without `connection:edit`, and
 * for API keys, because they link an account.
 */
export const listConnections = (scope: Scope): Promise<Connection[]> => readConnections(scope, maySeeCodes(scope))

async function readConnections(scope: Scope, withCodes: boolean): Promise<Connection[]> {
  const rows = await scope.db.select('connections').select(columns).orderBy('isDefault', 'desc').orderBy('id').execute()
  const sealer = withCodes ? await scope.sealer() : null
  const linked = Map.groupBy(await listLinkedQueues(scope), ({ whatsappId }) => whatsappId)
  return rows.map((row) => {
    const queues = (linked.get(row.id) ?? []).map(({ whatsappId: _, ...queue }) => queue)
    return {
      ...row,
      ...hoursFromColumns(row),
      ...(sealer ? openCodes(sealer, row) : { qrcode: '', pairingCode: '' }),
      isDefault: row.isDefault === 1,
      queues,
      queueIds: queues.map(({ id }) => id),
    }
  })
}

const listLinkedQueues = ({ db }: Scope) =>
  db
    .select('connection_queues')
    .innerJoin('queues', 'queues.id', 'connection_queues.queueId')
    .select(['connection_queues.whatsappId', 'queues.id', 'queues.name', 'queues.color'])
    .orderBy('queues.orderQueue')
    .orderBy('queues.id')
    .execute()

const maySeeCodes = ({ actor }: Scope) =>
  !('profile' in actor) || (actor.key === undefined && can(actor, 'connection:edit'))

const openCodes = (
  sealer: Sealer,
  { id, qrcode, pairingCode }: { id: number; qrcode: string; pairingCode: string },
) => ({
  qrcode: openCode(sealer, id, 'qrcode', qrcode),
  pairingCode: openCode(sealer, id, 'pairingCode', pairingCode),
})

/** A connection of the company. @throws ERR_NO_WAPP_FOUND also for a connection of another company */
export async function getConnection(scope: Scope, id: number): Promise<Connection> {
  const connection = (await listConnections(scope)).find((each) => each.id === id)
  if (!connection) throw new AppError('ERR_NO_WAPP_FOUND')
  return connection
}

export const connectionRef = (scope: Scope, whatsappId: number): ConnectionRef => ({
  companyId: scope.companyId,
  whatsappId,
})

/**
 * Creates a connection and starts its session, which offers a QR code. A company's first becomes the default, and takes
 * all queues unless the request names some.
 * @throws ERR_PLAN_LIMIT, ERR_WAPP_NAME_ALREADY_EXISTS, ERR_WAPP_GREETING_REQUIRED, ERR_NO_QUEUE_FOUND,
 * ERR_NO_PROMPT_FOUND, ERR_NO_INTEGRATION_FOUND, ERR_NO_FLOW_FOUND, ERR_VALIDATION for the name or the hours
 */
export async function createConnection(outer: Scope, given: ConnectionInput): Promise<Connection> {
  const connection = await outer.transaction(async (scope) => {
    await refuseBeyondPlan(scope, 'connections')
    const first = (await listConnections(scope)).length === 0
    const input = first && given.queueIds === undefined ? await withAllQueues(scope, given) : given
    await checkInput(scope, input, null)
    const row = {
      name: input.name,
      ...valuesOf(input),
      shouldConnect: 1,
      number: null,
      lid: null,
      connectedAt: null,
    } as const
    const { id } = await scope.db.insert('connections', row).returning('id').executeTakeFirstOrThrow()
    if (first || input.isDefault) await makeDefault(scope, id)
    await linkQueues(scope, id, input.queueIds ?? [])
    return auditAndPublish(scope, id, null)
  })
  await outer.ports.whatsapp.start(connectionRef(outer, connection.id))
  return connection
}

/**
 * Changes a connection. @throws ERR_NO_WAPP_FOUND, ERR_NO_OTHER_WHATSAPP when the company would lose its default, and
 * the errors of `createConnection` but ERR_PLAN_LIMIT
 */
export function updateConnection(outer: Scope, id: number, input: Partial<ConnectionInput>): Promise<Connection> {
  return outer.transaction(async (scope) => {
    const before = await getConnection(scope, id)
    await checkInput(scope, { ...before, ...input }, id)
    if (before.isDefault && input.isDefault === false) throw new AppError('ERR_NO_OTHER_WHATSAPP')
    const updatedAt = new Date().toISOString()
    await scope.db
      .update('connections')
      .set({ ...valuesOf(input), updatedAt })
      .where('id', '=', id)
      .execute()
    if (input.isDefault) await makeDefault(scope, id)
    if (input.queueIds) await linkQueues(scope, id, input.queueIds)
    if (input.schedules || input.holidays) await enqueueRecompute(scope)
    return auditAndPublish(scope, id, before)
  })
}

/** Adds all queues, and a greeting if they need a menu: without them agents do not see the customers of the number. */
async function withAllQueues(scope: Scope, input: ConnectionInput): Promise<ConnectionInput> {
  const queueIds = (await scope.db.select('queues').select('id').execute()).map(({ id }) => id)
  if (queueIds.length < 2 || input.greetingMessage?.trim()) return { ...input, queueIds }
  return { ...input, queueIds, greetingMessage: menuGreeting[await companyLanguage(scope)] }
}

/** Columns of the given fields. */
function valuesOf({ queueIds, isDefault, schedules, holidays, name, ...rest }: Partial<ConnectionInput>) {
  return { ...rest, ...(name !== undefined && { name: name.trim() }), ...hoursToColumns({ schedules, holidays }) }
}

/** Logs and publishes a created or changed connection; returns it. */
async function auditAndPublish(scope: Scope, id: number, before: Connection | null): Promise<Connection> {
  const after = await publishConnection(scope, id)
  const action = before ? 'update' : 'create'
  await recordAuditEntry(scope, {
    action,
    entity: 'connection',
    entityId: id,
    name: after.name,
    before: auditFields(before),
    after: auditFields(after),
  })
  return after
}

/** Fields for the audit log: those a person sets, without the state of the session. */
export function auditFields(connection: Connection | null) {
  if (!connection) return null
  // `queueIds` holds the queues that a person sets.
  const { qrcode, pairingCode, status, reason, retries, number, queues, ...set } = connection
  return set
}

/** Publishes the current state of a connection, with its codes also when a key changed it; returns what the caller sees. */
export async function publishConnection(scope: Scope, id: number): Promise<Connection> {
  const whatsapp = (await readConnections(scope, true)).find((each) => each.id === id)
  if (!whatsapp) throw new AppError('ERR_NO_WAPP_FOUND')
  scope.publish('whatsapp', { action: 'update', whatsapp })
  return maySeeCodes(scope) ? whatsapp : { ...whatsapp, qrcode: '', pairingCode: '' }
}

type CheckedInput = Pick<
  ConnectionInput,
  'name' | 'queueIds' | 'greetingMessage' | 'transferQueueId' | 'integrationId' | 'promptId' | FlowField
>
type FlowField = 'flowIdWelcome' | 'flowIdNotPhrase'

async function checkInput(scope: Scope, input: CheckedInput, id: number | null) {
  const typed = input.name.trim()
  if (typed.length < limits.connectionName.min) throw new AppError('ERR_VALIDATION', { fields: ['name'] })
  const duplicate = (await listConnections(scope)).find(({ name }) => name === typed)
  if (duplicate && duplicate.id !== id) throw new AppError('ERR_WAPP_NAME_ALREADY_EXISTS', { name: duplicate.name })
  const queueIds = input.queueIds ?? []
  if (queueIds.length > 1 && !input.greetingMessage?.trim()) throw new AppError('ERR_WAPP_GREETING_REQUIRED')
  const queues = await scope.db.select('queues').select('id').execute()
  const givenIds = input.transferQueueId ? [...queueIds, input.transferQueueId] : queueIds
  if (givenIds.some((each) => !queues.some((queue) => queue.id === each))) throw new AppError('ERR_NO_QUEUE_FOUND')
  await assertIntegrationExists(scope, input.integrationId)
  await assertPromptExists(scope, input.promptId)
  await assertFlowExists(scope, input.flowIdWelcome)
  await assertFlowExists(scope, input.flowIdNotPhrase)
}

/** Makes a connection the only default. The old one is cleared first, because the database refuses two. */
export async function makeDefault(scope: Scope, id: number) {
  await scope.db.update('connections').set({ isDefault: 0 }).where('isDefault', '=', 1).execute()
  await scope.db.update('connections').set({ isDefault: 1 }).where('id', '=', id).execute()
}

async function linkQueues(scope: Scope, whatsappId: number, queueIds: number[]) {
  await scope.db.delete('connection_queues').where('whatsappId', '=', whatsappId).execute()
  const rows = [...new Set(queueIds)].map((queueId) => ({ whatsappId, queueId }))
  if (rows.length > 0) await scope.db.insert('connection_queues', rows).execute()
}

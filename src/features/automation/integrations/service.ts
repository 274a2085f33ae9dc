import type { Scope } from '../../../core/scope'
import { isSigned } from '../../../shared/enums'
import { AppError } from '../../../shared/errors'
import { foldText } from '../../../shared/text'
import { recordAuditEntry } from '../../platform/audit/record'
import { deleteDeliveriesTo } from '../../platform/deliveries/erase'
import { assertFlowExists } from '../flows/read'
import { checkIntegration } from './check-input'
import { assertKeyMayMove, keyMayMove } from './key-address'
import type { IntegrationInput, QueueIntegration, SavedIntegration } from './model'
import { getIntegration, getIntegrationRow } from './read'
import { createSigningKey, isMasked, sealSecret } from './secrets'
import { isInUse, usersOf } from './users'

type Values = Partial<IntegrationInput>

/**
 * Creates an integration. @throws ERR_NO_FLOW_FOUND, ERR_VALIDATION with the fields its type needs,
 * ERR_INTEGRATION_NAME_ALREADY_EXISTS
 */
export function createIntegration(outer: Scope, input: IntegrationInput): Promise<SavedIntegration> {
  return outer.transaction(async (scope) => {
    const values = await checkedValues(scope, input, null)
    const row = { ...values, type: input.type, jsonSealed: null, secretSealed: null, flowId: input.flowId ?? null }
    const { id } = await scope.db.insert('queue_integrations', row).returning('id').executeTakeFirstOrThrow()
    const newSecret = await storeSecrets(scope, id, input)
    return { ...(await auditAndPublish(scope, 'create', null, id)), ...newSecret }
  })
}

/**
 * Changes an integration. @throws ERR_NO_INTEGRATION_FOUND, ERR_PROMPT_KEY for a new address without the Google key, and
 * as createIntegration
 */
export function updateIntegration(outer: Scope, id: number, input: Values): Promise<SavedIntegration> {
  return outer.transaction(async (scope) => {
    const before = await getIntegration(scope, id)
    const values = await checkedValues(scope, input, before)
    const change = { ...values, ...keyAfterMove(before, values, input), updatedAt: new Date().toISOString() }
    await scope.db.update('queue_integrations').set(change).where('id', '=', id).execute()
    const newSecret = await storeSecrets(scope, id, input)
    return { ...(await auditAndPublish(scope, 'update', before, id)), ...newSecret }
  })
}

/** Replaces the key of the signatures; the old one is used no more. @throws ERR_NO_INTEGRATION_FOUND */
export function rotateSecret(outer: Scope, id: number): Promise<SavedIntegration> {
  return outer.transaction(async (scope) => {
    const before = await getIntegration(scope, id)
    const newSecret = await storeSigningKey(scope, id)
    return { ...(await auditAndPublish(scope, 'update', before, id)), newSecret }
  })
}

/**
 * Deletes an integration. @throws ERR_NO_INTEGRATION_FOUND, ERR_INTEGRATION_IN_USE with the names of its queues,
 * connections and flows
 */
export function deleteIntegration(outer: Scope, id: number) {
  return outer.transaction(async (scope) => {
    const before = await getIntegration(scope, id)
    const users = await usersOf(scope, id)
    if (isInUse(users)) throw new AppError('ERR_INTEGRATION_IN_USE', { ...users })
    await scope.db.delete('queue_integrations').where('id', '=', id).execute()
    await deleteDeliveriesTo(scope, 'integration', id)
    const entry = { entity: 'integration', entityId: id, name: before.name } as const
    await recordAuditEntry(scope, { ...entry, action: 'delete', before: auditFields(before) })
    scope.publish('queueIntegration', { action: 'delete', integrationId: id })
    return { id }
  })
}

/** The columns to store, checked together with the stored ones. */
async function checkedValues(scope: Scope, input: Values, before: QueueIntegration | null) {
  const { jsonContent = '', ...rest } = input
  await assertFlowExists(scope, rest.flowId)
  const { type = 'webhook', name = '', projectName = '', urlN8N = '', typebotSlug = '' } = { ...before, ...rest }
  const newJson = isMasked(jsonContent) ? '' : jsonContent
  const hasJson = before !== null && before.jsonContent !== ''
  checkIntegration({ type, name, projectName, urlN8N, typebotSlug, jsonContent: newJson, hasJson })
  const code = foldText(name.trim())
  await refuseDuplicateName(scope, code, before?.id ?? 0)
  // Only Dialogflow has projects; for other types the API shows the integration's name.
  const project = type === 'dialogflow' ? projectName.trim() : name.trim()
  const address = { urlN8N: urlN8N.trim(), typebotSlug: typebotSlug.trim() }
  return { ...rest, ...address, name: name.trim(), code, projectName: project }
}

/** Removes a stored Google key with its address when the type no longer needs it. @throws ERR_PROMPT_KEY when it does */
function keyAfterMove(before: QueueIntegration, { urlN8N }: { urlN8N: string }, { type, jsonContent = '' }: Values) {
  if (before.jsonContent === '' || !isMasked(jsonContent) || keyMayMove(before.urlN8N, urlN8N)) return {}
  if ((type ?? before.type) === 'dialogflow') assertKeyMayMove(before.urlN8N, urlN8N)
  return { jsonSealed: null }
}

async function refuseDuplicateName(scope: Scope, code: string, id: number) {
  const duplicate = await scope.db
    .select('queue_integrations')
    .select('id')
    .where('code', '=', code)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (duplicate) throw new AppError('ERR_INTEGRATION_NAME_ALREADY_EXISTS')
}

/** Stores a new JSON key, and makes the key of the signatures when the type needs one for the first time. */
async function storeSecrets(scope: Scope, id: number, { jsonContent = '' }: Values) {
  if (!isMasked(jsonContent)) {
    const jsonSealed = await sealSecret(scope, 'jsonSealed', id, jsonContent)
    await scope.db.update('queue_integrations').set({ jsonSealed }).where('id', '=', id).execute()
  }
  const { type, secretSealed } = await getIntegrationRow(scope, id)
  return isSigned(type) && secretSealed === null ? { newSecret: await storeSigningKey(scope, id) } : {}
}

async function storeSigningKey(scope: Scope, id: number): Promise<string> {
  const key = createSigningKey()
  const secretSealed = await sealSecret(scope, 'secretSealed', id, key)
  await scope.db.update('queue_integrations').set({ secretSealed }).where('id', '=', id).execute()
  return key
}

/** Logs and publishes the current state of an integration; returns it. */
async function auditAndPublish(scope: Scope, action: 'create' | 'update', before: QueueIntegration | null, id: number) {
  const queueIntegration = await getIntegration(scope, id)
  await recordAuditEntry(scope, {
    ...{ action, entity: 'integration', entityId: id, name: queueIntegration.name },
    before: before && auditFields(before),
    after: auditFields(queueIntegration),
  })
  scope.publish('queueIntegration', { action, queueIntegration })
  return queueIntegration
}

/** Fields for the audit log: those a person sets. */
function auditFields(integration: QueueIntegration) {
  const { id, createdAt, updatedAt, failure, failedAt, ...set } = integration
  return set
}

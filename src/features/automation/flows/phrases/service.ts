import type { Scope } from '../../../../core/scope'
import { AppError } from '../../../../shared/errors'
import { phraseText } from '../../../../shared/flow/phrase'
import { limits } from '../../../../shared/limits'
import { recordAuditEntry } from '../../../platform/audit/record'
import type { FlowCampaign, FlowCampaignInput, FlowCampaignPatch } from './model'
import { getPhrase } from './read'

/**
 * Creates a phrase, active unless told otherwise. @throws ERR_NO_FLOW_FOUND, ERR_NO_WAPP_FOUND, ERR_TOO_MANY_PHRASES,
 * ERR_VALIDATION for a phrase without text
 */
export function createPhrase(outer: Scope, { status = true, ...input }: FlowCampaignInput): Promise<FlowCampaign> {
  return outer.transaction(async (scope) => {
    await refuseBeyondLimit(scope)
    const { whatsappId = null, matching = 'exact', ...values } = await checkedValues(scope, input)
    const row = { ...input, ...values, whatsappId, matching, status: status ? 1 : 0 } as const
    const { id } = await scope.db.insert('flow_phrases', row).returning('id').executeTakeFirstOrThrow()
    return auditAndPublish(scope, 'create', null, id)
  })
}

/** Changes a phrase. @throws ERR_NO_FLOW_CAMPAIGN_FOUND, and as createPhrase */
export function updatePhrase(outer: Scope, { id, status, ...input }: FlowCampaignPatch): Promise<FlowCampaign> {
  return outer.transaction(async (scope) => {
    const before = await getPhrase(scope, id)
    const values = await checkedValues(scope, input)
    const active = { status: (status ?? before.status) ? 1 : 0 } as const
    const updatedAt = new Date().toISOString()
    await scope.db
      .update('flow_phrases')
      .set({ ...values, ...active, updatedAt })
      .where('id', '=', id)
      .execute()
    return auditAndPublish(scope, 'update', before, id)
  })
}

/** @throws ERR_NO_FLOW_CAMPAIGN_FOUND */
export function deletePhrase(outer: Scope, id: number) {
  return outer.transaction(async (scope) => {
    const before = await getPhrase(scope, id)
    await scope.db.delete('flow_phrases').where('id', '=', id).execute()
    const entry = { action: 'delete', entity: 'flowCampaign', entityId: id, name: before.name } as const
    await recordAuditEntry(scope, { ...entry, before: auditFields(before) })
    scope.publish('flowCampaign', { action: 'delete', flowCampaignId: id })
    return { id }
  })
}

/**
 * Switches the phrases of a connection off before the connection is deleted; without one they would count for every
 * connection. Call within a transaction.
 */
export async function detachPhrases(scope: Scope, whatsappId: number) {
  const rows = await scope.db.select('flow_phrases').select('id').where('whatsappId', '=', whatsappId).execute()
  for (const { id } of rows) {
    const before = await getPhrase(scope, id)
    const change = { whatsappId: null, status: 0, updatedAt: new Date().toISOString() } as const
    await scope.db.update('flow_phrases').set(change).where('id', '=', id).execute()
    await auditAndPublish(scope, 'update', before, id)
  }
}

async function refuseBeyondLimit(scope: Scope) {
  const rows = await scope.db.select('flow_phrases').select('id').limit(limits.phrases).execute()
  if (rows.length === limits.phrases) throw new AppError('ERR_TOO_MANY_PHRASES')
}

type Values = Omit<FlowCampaignPatch, 'id' | 'status'>

/** The columns to store. @throws as createPhrase */
async function checkedValues<V extends Values>(scope: Scope, input: V) {
  const { name, phrase, flowId, whatsappId } = input
  if (flowId !== undefined) await assertFlowExists(scope, flowId)
  if (typeof whatsappId === 'number') await assertConnectionExists(scope, whatsappId)
  const searchText = phrase === undefined ? undefined : phraseText(phrase)
  if (searchText === '') throw new AppError('ERR_VALIDATION', { fields: ['phrase'] })
  return {
    ...input,
    ...(name !== undefined && { name: name.trim() }),
    ...(phrase !== undefined && { phrase: phrase.trim(), searchText }),
  } as V & { searchText: string }
}

async function assertFlowExists(scope: Scope, id: number) {
  const row = await scope.db.select('flows').select('id').where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('ERR_NO_FLOW_FOUND')
}

async function assertConnectionExists(scope: Scope, id: number) {
  const row = await scope.db.select('connections').select('id').where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('ERR_NO_WAPP_FOUND')
}

/** Logs and publishes the current state of a phrase; returns it. */
async function auditAndPublish(scope: Scope, action: 'create' | 'update', before: FlowCampaign | null, id: number) {
  const flowCampaign = await getPhrase(scope, id)
  await recordAuditEntry(scope, {
    ...{ action, entity: 'flowCampaign', entityId: id, name: flowCampaign.name },
    before: before && auditFields(before),
    after: auditFields(flowCampaign),
  })
  scope.publish('flowCampaign', { action, flowCampaign })
  return flowCampaign
}

const auditFields = ({ name, flowId, whatsappId, phrase, matching, status }: FlowCampaign) => ({
  ...{ name, flowId, whatsappId, phrase, matching, status },
})

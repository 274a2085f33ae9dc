import type { Scope } from '../../../core/scope'
import { isDeletable, isEditable } from '../../../shared/campaign/status'
import { variantsOf } from '../../../shared/campaign/variants'
import { AppError } from '../../../shared/errors'
import { limits } from '../../../shared/limits'
import { cutText, foldText } from '../../../shared/text'
import { recordAuditEntry } from '../../platform/audit/record'
import { columnsOf } from '../recipients/values'
import { planStart, rememberBasis } from '../sending/schedule'
import { assertStepsValid, readSteps, storeSteps } from '../steps/rows'
import type { Campaign, CampaignChange, CampaignInput } from './model'
import { type CampaignRow, getCampaignRow, publishCampaign, stepsOf } from './read'

/**
 * Creates a campaign: scheduled if nothing is missing for the start, else inactive.
 * @throws ERR_VALIDATION, ERR_CAMPAIGN_INCOMPLETE, ERR_SCHEDULE_PAST, and the errors of the ids it names
 */
export function createCampaign(outer: Scope, input: CampaignInput): Promise<Campaign> {
  return outer.transaction(async (scope) => {
    const columns = await columnsOf(scope, input)
    const steps = await readGivenSteps(scope, input)
    const id = await insertCampaign(scope, columns)
    if (steps) await storeSteps(scope, id, steps)
    await rememberBasis(scope, columns.basis)
    await planStart(scope, id, columns.scheduledAt !== undefined)
    return auditAndPublish(scope, 'create', null, id)
  })
}

/** Changes a campaign that may be changed. @throws as createCampaign, ERR_NO_CAMPAIGN_FOUND, ERR_CAMPAIGN_STATE */
export function updateCampaign(outer: Scope, id: number, change: CampaignChange): Promise<Campaign> {
  return outer.transaction(async (scope) => {
    const before = await getEditable(scope, id)
    const columns = await columnsOf(scope, change)
    const steps = await readGivenSteps(scope, change)
    await storeCampaign(scope, id, columns)
    if (steps) await storeSteps(scope, id, steps)
    await rememberBasis(scope, columns.basis)
    // A cancelled campaign that is sent back with the time it has stays cancelled.
    const isNewTime = columns.scheduledAt !== undefined && columns.scheduledAt !== before.scheduledAt
    await planStart(scope, id, isNewTime)
    return auditAndPublish(scope, 'update', before, id)
  })
}

/** The later messages that a request names, checked. */
async function readGivenSteps(scope: Scope, { steps: given }: CampaignChange) {
  const steps = given?.map((step) => ({ ...step, endTagId: step.endTagId ?? null }))
  if (steps) await assertStepsValid(scope, steps)
  return steps
}

/** Copies a campaign, inactive and without a time. @throws ERR_NO_CAMPAIGN_FOUND */
export function duplicateCampaign(outer: Scope, id: number): Promise<Campaign> {
  return outer.transaction(async (scope) => {
    const row = await getCampaignRow(scope, id)
    const { message1, message2, message3, message4, message5, basis, mediaId } = row
    const ending = ' (2)'
    const name = `${cutText(row.name, limits.campaignName.max - ending.length)}${ending}`
    const { whatsappId, contactListId, tagId, fileListId, flowId } = row
    const texts = { message1, message2, message3, message4, message5, basis, mediaId }
    const uses = { whatsappId, contactListId, tagId, fileListId, flowId }
    const copy = await insertCampaign(scope, { name, searchText: foldText(name), ...texts, ...uses })
    await storeSteps(scope, copy, await readSteps(scope, id))
    return auditAndPublish(scope, 'create', null, copy)
  })
}

/** Deletes a campaign with its recipients. @throws ERR_NO_CAMPAIGN_FOUND, ERR_CAMPAIGN_STATE while it runs */
export async function deleteCampaign(outer: Scope, id: number) {
  const assertDeletable = async (scope: Scope) => {
    const row = await getCampaignRow(scope, id)
    if (!isDeletable(row)) throw new AppError('ERR_CAMPAIGN_STATE', { status: row.status })
    return row
  }
  await outer.transaction(async (scope) => {
    if ((await assertDeletable(scope)).status === 'PROGRAMADA') await storeCampaign(scope, id, { scheduledAt: null })
    await planStart(scope, id, true)
  })
  while (await outer.transaction((scope) => deleteSomeRecipients(scope, id))) await Bun.sleep(0)
  return outer.transaction(async (scope) => {
    const before = await assertDeletable(scope)
    await scope.db.delete('campaigns').where('id', '=', id).execute()
    const entry = { action: 'delete', entity: 'campaign', entityId: id, name: before.name } as const
    await recordAuditEntry(scope, { ...entry, before: auditFields(before) })
    scope.publish('campaign', { action: 'delete', campaignId: id })
    return { id }
  })
}

/** Recipients deleted in one transaction, so that other writes wait briefly. */
const batchSize = 500

/** Returns true while more may follow. */
async function deleteSomeRecipients({ db }: Scope, campaignId: number): Promise<boolean> {
  const some = db.select('campaign_recipients').select('id').where('campaignId', '=', campaignId).limit(batchSize)
  const { numDeletedRows } = await db.delete('campaign_recipients').where('id', 'in', some).executeTakeFirstOrThrow()
  return Number(numDeletedRows) === batchSize
}

/** Returns the row of a campaign that may be changed. @throws ERR_NO_CAMPAIGN_FOUND, ERR_CAMPAIGN_STATE */
export async function getEditable(scope: Scope, id: number): Promise<CampaignRow> {
  const row = await getCampaignRow(scope, id)
  if (!isEditable(row)) throw new AppError('ERR_CAMPAIGN_STATE', { status: row.status })
  return row
}

async function insertCampaign(scope: Scope, columns: object): Promise<number> {
  const { userId } = scope.viewer
  const row = { ...noUses, userId, ...columns } as never
  return (await scope.db.insert('campaigns', row).returning('id').executeTakeFirstOrThrow()).id
}

const noUses = {
  ...{ reason: null, basis: null, whatsappId: null, contactListId: null, tagId: null, fileListId: null, mediaId: null },
  ...{ flowId: null, scheduledAt: null, startedAt: null, preparedAt: null, completedAt: null },
} as const

/** Stores a change. Call within a transaction. */
export async function storeCampaign(scope: Scope, id: number, change: object) {
  const updatedAt = new Date().toISOString()
  await scope.db
    .update('campaigns')
    .set({ ...change, updatedAt })
    .where('id', '=', id)
    .execute()
}

/** Logs and publishes the current state of a campaign; returns it. */
export async function auditAndPublish(
  scope: Scope,
  action: 'create' | 'update',
  before: CampaignRow | null,
  id: number,
) {
  const campaign = await publishCampaign(scope, id, action)
  await recordAuditEntry(scope, {
    ...{ action, entity: 'campaign', entityId: id, name: campaign.name },
    before: before && auditFields(before),
    after: auditFields(await getCampaignRow(scope, id)),
  })
  return campaign
}

const auditFields = (row: CampaignRow) => ({
  ...{ name: row.name, status: row.status, reason: row.reason, basis: row.basis, scheduledAt: row.scheduledAt },
  followUps: stepsOf(row.stepsJson).map(({ afterHours, message }) => `${afterHours} h: ${message}`),
  messages: variantsOf(row).map(({ message }) => message),
  ...{ whatsappId: row.whatsappId, recipients: row.listName ?? row.tagName, fileList: row.fileListName },
  ...{ flow: row.flowName, media: row.originalName },
})

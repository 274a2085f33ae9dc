import type { Scope } from '../../../core/scope'
import { containsText, jsonObjects } from '../../../core/storage/expressions'
import { hot, type Tables } from '../../../core/storage/tenant'
import { AppError } from '../../../shared/errors'
import { parseJson } from '../../../shared/json'
import { pageSizes } from '../../../shared/limits'
import { foldText } from '../../../shared/text'
import type { Campaign, CampaignQuery } from './model'

const stepFields = { afterHours: 's.afterHours', message: 's.message', endTagId: 's.endTagId', endTagName: 't.name' }
type StepJson = Pick<Campaign['steps'][number], 'afterHours' | 'message' | 'endTagId'> & { endTagName: string | null }

/** Campaigns with the names of what they use. */
const campaignRows = (db: Tables) =>
  db
    .select('campaigns')
    .leftJoin('connections', 'connections.id', 'campaigns.whatsappId')
    .leftJoin('contact_lists', 'contact_lists.id', 'campaigns.contactListId')
    .leftJoin('tags', 'tags.id', 'campaigns.tagId')
    .leftJoin('file_lists', 'file_lists.id', 'campaigns.fileListId')
    .leftJoin('flows', (join) =>
      join.onRef('flows.id', '=', 'campaigns.flowId').onRef('flows.companyId', '=', 'campaigns.companyId'),
    )
    .leftJoin('users', 'users.id', 'campaigns.userId')
    .leftJoin('media', 'media.id', 'campaigns.mediaId')
    .select(['campaigns.id', 'campaigns.name', 'campaigns.status', 'campaigns.reason', 'campaigns.basis'])
    .select(['message1', 'message2', 'message3', 'message4', 'message5'])
    .select(['campaigns.whatsappId', 'campaigns.contactListId', 'campaigns.tagId', 'campaigns.fileListId'])
    .select(['campaigns.mediaId', 'campaigns.flowId', 'campaigns.userId', 'scheduledAt', 'campaigns.startedAt'])
    .select(['preparedAt', 'preparedUpTo', 'recipientCount', 'completedAt'])
    .select(['campaigns.createdAt', 'campaigns.updatedAt'])
    .select(['connections.name as whatsappName', 'contact_lists.name as listName', 'tags.name as tagName'])
    .select(['file_lists.name as fileListName', 'flows.name as flowName', 'users.name as userName'])
    .select(['media.originalName'])
    .select(({ selectFrom }) =>
      selectFrom('campaign_steps as s')
        .leftJoin('tags as t', (join) => join.onRef('t.id', '=', 's.endTagId').onRef('t.companyId', '=', 's.companyId'))
        .whereRef('s.companyId', '=', 'campaigns.companyId')
        .whereRef('s.campaignId', '=', 'campaigns.id')
        .select(jsonObjects(stepFields, 's.position').as('json'))
        .as('stepsJson'),
    )

const byId = hot<{ id: number }>()((db, p) => campaignRows(db).where('campaigns.id', '=', p('id')))
export type CampaignRow = NonNullable<(typeof byId)['row']>

export const findCampaignRow = (scope: Scope, id: number): Promise<CampaignRow | undefined> =>
  scope.db.first(byId, { id })

/** @throws ERR_NO_CAMPAIGN_FOUND also for a campaign of another company */
export async function getCampaignRow(scope: Scope, id: number): Promise<CampaignRow> {
  const row = await findCampaignRow(scope, id)
  if (!row) throw new AppError('ERR_NO_CAMPAIGN_FOUND')
  return row
}

/** @throws ERR_NO_CAMPAIGN_FOUND */
export const getCampaign = async (scope: Scope, id: number): Promise<Campaign> =>
  toCampaign(scope, await getCampaignRow(scope, id))

/** Publishes a campaign's current state and returns it. */
export async function publishCampaign(scope: Scope, id: number, action: 'create' | 'update' = 'update') {
  const campaign = await getCampaign(scope, id)
  scope.publish('campaign', { action, campaign })
  return campaign
}

/** Returns a page of the company's campaigns, newest first, with the count of all that match. */
export async function listCampaigns(scope: Scope, { searchParam = '', status, pageNumber = 1 }: CampaignQuery) {
  const size = pageSizes.other
  let matching = campaignRows(scope.db)
  const text = foldText(searchParam)
  if (text !== '') matching = matching.where(containsText('campaigns.searchText', text))
  if (status) matching = matching.where('campaigns.status', '=', status)
  const rows = await matching
    .orderBy('campaigns.id', 'desc')
    .limit(size + 1)
    .offset((pageNumber - 1) * size)
    .execute()
  const { count } = await matching
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const records = rows.slice(0, size).map((row) => toCampaign(scope, row))
  return { records, hasMore: rows.length > size, count }
}

const namedRow = (id: number | null, name: string | null) => (id === null || name === null ? null : { id, name })

function toCampaign(scope: Scope, row: CampaignRow): Campaign {
  const { whatsappName, listName, tagName, fileListName, flowName, userName, originalName, ...fields } = row
  const { preparedUpTo: _, stepsJson, ...shown } = fields
  return {
    ...shown,
    companyId: scope.companyId,
    steps: stepsOf(stepsJson),
    whatsapp: namedRow(row.whatsappId, whatsappName),
    contactList: namedRow(row.contactListId, listName),
    tag: namedRow(row.tagId, tagName),
    fileList: namedRow(row.fileListId, fileListName),
    flowId: flowName === null ? null : row.flowId,
    flow: namedRow(row.flowId, flowName),
    userName: userName ?? '',
    mediaName: originalName,
    mediaPath: row.mediaId === null ? null : scope.mediaLink(row.mediaId),
  }
}

export const stepsOf = (json: string | null): Campaign['steps'] =>
  (parseJson(json ?? '[]') as StepJson[]).map(({ endTagName, ...step }) => ({
    ...step,
    endTag: namedRow(step.endTagId, endTagName),
  }))

import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Scope } from '../../../core/scope'
import type { Database } from '../../../core/storage/schema'
import type { CampaignPart } from '../../contacts/listeners'

type Condition = (eb: ExpressionBuilder<Database, 'campaigns'>) => Expression<SqlBool>

/** Condition under which a campaign names a row: what it sends, or to whom, or what ends its follow-ups. */
const naming: Record<CampaignPart['kind'], (scope: Scope, id: number) => Condition> = {
  contactList: (_, id) => (eb) => eb('contactListId', '=', id),
  fileList: (_, id) => (eb) => eb('fileListId', '=', id),
  tag: (scope, id) => {
    const ended = scope.db.select('campaign_steps').select('campaignId').where('endTagId', '=', id)
    return ({ eb, or }) => or([eb('tagId', '=', id), eb('id', 'in', ended)])
  },
}

/** Names of the scheduled and running campaigns that name a row, in ascending order; the row cannot be deleted. */
export async function listCampaignsNaming(scope: Scope, { kind, id }: CampaignPart): Promise<string[]> {
  const rows = await scope.db
    .select('campaigns')
    .select('name')
    .where('status', 'in', ['PROGRAMADA', 'EM_ANDAMENTO'])
    .where(naming[kind](scope, id))
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}

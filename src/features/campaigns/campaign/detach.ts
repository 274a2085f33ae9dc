import type { Scope } from '../../../core/scope'
import { cancelFor } from '../sending/status'
import { publishCampaign } from './read'
import { storeCampaign } from './service'

/**
 * Takes a connection from its campaigns before it is deleted; those that run or are scheduled are cancelled with the
 * reason, and another connection can be chosen for the restart. Call within a transaction.
 */
export async function detachCampaigns(scope: Scope, whatsappId: number) {
  const rows = await scope.db.select('campaigns').select('id').where('whatsappId', '=', whatsappId).execute()
  for (const { id } of rows) {
    await cancelFor(scope, id, 'connectionDeleted')
    await storeCampaign(scope, id, { whatsappId: null })
    await publishCampaign(scope, id)
  }
}

import type { Scope } from '../../core/scope'
import { findFirstRecipient } from './next-recipient'
import { publishCampaign } from './read'
import { storeCampaign } from './service'

/** Finishes a running campaign when no recipient is left; receipts may follow (open decision 16). */
export const finishCampaign = (outer: Scope, id: number) =>
  outer.transaction(async (scope) => {
    if (await findFirstRecipient(scope, id)) return
    const { numUpdatedRows } = await scope.db
      .update('campaigns')
      .set({ status: 'FINALIZADA', completedAt: new Date().toISOString() })
      .where('id', '=', id)
      .where('status', '=', 'EM_ANDAMENTO')
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return
    await storeCampaign(scope, id, {})
    await publishCampaign(scope, id)
  })

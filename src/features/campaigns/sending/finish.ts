import type { Scope } from '../../../core/scope'
import { publishCampaign } from '../campaign/read'
import { storeCampaign } from '../campaign/service'
import { findFirstRecipient } from './next-recipient'

/** Finishes a running campaign when no recipient is left; receipts may follow. */
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

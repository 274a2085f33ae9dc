import { type JobHandler, NotYet } from '../../../core/jobs/job'
import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { getCampaignRow, publishCampaign } from '../campaign/read'
import { missingFor } from './schedule'
import { beginRun, cancelFor } from './status'

/** Milliseconds after its time within which a campaign still starts. */
const latest = 12 * 3_600_000

const claimDue = hot<{ id: number; now: string }>()((db, p) =>
  db
    .update('campaigns')
    .set({ status: 'EM_ANDAMENTO', updatedAt: p('now') })
    .where('id', '=', p('id'))
    .where('status', '=', 'PROGRAMADA')
    .where('scheduledAt', '<=', p('now'))
    .returning('scheduledAt'),
)
const scheduledTime = hot<{ id: number }>()((db, p) =>
  db.select('campaigns').select('scheduledAt').where('id', '=', p('id')).where('status', '=', 'PROGRAMADA'),
)

/** Starts a campaign at its time: never early, at most 12 hours late, else it is cancelled as missed. */
export const startCampaign: JobHandler<{ campaignId: number }> = {
  async run(outer, { campaignId: id }) {
    const due = (await outer.db.first(scheduledTime, { id }))?.scheduledAt
    if (!due) return
    const early = Date.parse(due) - Date.now()
    if (early > 0) throw new NotYet(Math.min(early / 1000, 3600)) // the clock was set back
    await outer.transaction((scope) => claim(scope, id))
  },
}

async function claim(scope: Scope, id: number) {
  const now = new Date().toISOString()
  const claimed = await scope.db.first(claimDue, { id, now })
  if (!claimed?.scheduledAt) return
  const row = await getCampaignRow(scope, id)
  if (Date.parse(now) - Date.parse(claimed.scheduledAt) > latest) return void (await cancelFor(scope, id, 'missed'))
  const [missing] = missingFor(row)
  if (missing)
    return void (await cancelFor(
      scope,
      id,
      missing === 'message' ? 'noMessage' : missing === 'whatsapp' ? 'connectionDeleted' : 'noRecipients',
    ))
  await beginRun(scope, id)
  await publishCampaign(scope, id)
}

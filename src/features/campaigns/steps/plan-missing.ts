import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { planNextStep } from './plan'

/** Recipients of one transaction. */
const batchSize = 250

const reachedWithoutNext = hot<{ campaignId: number; after: number; limit: number }>()((db, p) =>
  db
    .select('campaign_recipients')
    .select(['id', 'step', 'number', 'name', 'jid', 'sentAt'])
    .where('campaignId', '=', p('campaignId'))
    .where('id', '>', p('after'))
    .where('state', '=', 'sent')
    .where('sentAt', 'is not', null)
    .where('answeredAt', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('campaign_recipients as later')
            .select('later.id')
            .whereRef('later.companyId', '=', 'campaign_recipients.companyId')
            .whereRef('later.campaignId', '=', 'campaign_recipients.campaignId')
            .whereRef('later.number', '=', 'campaign_recipients.number')
            .whereRef('later.step', '>', 'campaign_recipients.step'),
        ),
      ),
    )
    .orderBy('id')
    .limit(p('limit')),
)
const deleteWaiting = hot<{ campaignId: number; limit: number }>()((db, p) =>
  db
    .delete('campaign_recipients')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('campaign_recipients as waiting')
        .select('waiting.id')
        .whereRef('waiting.companyId', '=', 'campaign_recipients.companyId')
        .where('waiting.campaignId', '=', p('campaignId'))
        .where('waiting.step', '>', 0)
        .where('waiting.state', '=', 'pending')
        .where('waiting.attempts', '=', 0)
        .limit(p('limit')),
    )
    .returning('id'),
)

/**
 * Plans the later messages of a campaign that starts again, in steps that others' writes run between: those that wait are
 * written again with the present texts, times and number of steps. Repeating it changes nothing.
 */
export async function planMissingSteps(outer: Scope, campaignId: number) {
  const remove = (scope: Scope) => scope.db.run(deleteWaiting, { campaignId, limit: batchSize })
  while ((await outer.transaction(remove)).length === batchSize) await Bun.sleep(0)
  for (let after = 0; ; await Bun.sleep(0)) {
    const rows = await outer.db.run(reachedWithoutNext, { campaignId, after, limit: batchSize })
    await outer.transaction(async (scope) => {
      for (const { sentAt, ...reached } of rows) await planNextStep(scope, campaignId, reached, sentAt as string)
    })
    const last = rows.at(-1)
    if (!last || rows.length < batchSize) return
    after = last.id
  }
}

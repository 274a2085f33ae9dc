import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import type { RecipientState } from '../../../shared/enums'
import type { CampaignCounts } from './report-model'

/** Recipients of a campaign by step, variant, state and reason, as triggers count them. */
const groups = hot<{ campaignId: number }>()((db, p) =>
  db
    .select('campaign_counts')
    .select(['step', 'variant', 'state', 'reason', 'recipients as count'])
    .select(['delivered', 'read', 'answered', 'optedOut'])
    .where('campaignId', '=', p('campaignId'))
    .where('recipients', '>', 0),
)
export type CountGroup = NonNullable<(typeof groups)['row']>

export const readCountGroups = (scope: Scope, campaignId: number): Promise<CountGroup[]> =>
  scope.db.run(groups, { campaignId })

/** Sums groups to the counts of the report. */
export function sumGroups(rows: CountGroup[]): CampaignCounts {
  const total = (of: (row: CountGroup) => number) => rows.reduce((sum, row) => sum + of(row), 0)
  const inState = (state: RecipientState) => total((row) => (row.state === state ? row.count : 0))
  return {
    valid: total(({ count }) => count) - inState('invalid'),
    pending: inState('pending'),
    sending: inState('sending'),
    sent: inState('sent'),
    delivered: total(({ delivered }) => delivered),
    read: total(({ read }) => read),
    answered: total(({ answered }) => answered),
    optedOut: total(({ optedOut }) => optedOut),
    failed: inState('failed'),
    unknown: inState('unknown'),
    suppressed: inState('suppressed'),
  }
}

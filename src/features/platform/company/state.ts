import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { hasLicenceEnded, licenceColumns } from './licence'
import { ownCompanyRow } from './own-row'

const stateQuery = hot<{}>()((db) =>
  ownCompanyRow(db)
    .innerJoin('plans', 'plans.id', 'companies.planId')
    .select(['companies.status', 'plans.useSchedules', 'plans.useIntegrations', 'plans.useCampaigns'])
    .select(licenceColumns),
)

const noFeatures = { useSchedules: false, useIntegrations: false, useCampaigns: false }

/**
 * State of the company. `mayAct` decides what an expired licence stops: without it no work that no request began sends
 * messages; it is false with an expired licence or a disabled company (ADR 21). `isEnabled`: whether the company is. The
 * others: whether the plan includes the feature.
 */
export async function readCompanyState(scope: Scope, now = new Date()) {
  const row = await scope.db.first(stateQuery, {})
  if (!row) return { mayAct: false, isEnabled: false, ...noFeatures }
  const { status } = row
  const mayAct = status === 1 && !hasLicenceEnded(row, now)
  return {
    mayAct,
    isEnabled: status === 1,
    useSchedules: row.useSchedules === 1,
    useIntegrations: row.useIntegrations === 1,
    useCampaigns: row.useCampaigns === 1,
  }
}

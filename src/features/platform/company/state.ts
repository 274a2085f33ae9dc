import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { isPastDueDay } from '../../../core/time'
import { ownCompanyRow } from './own-row'

const stateQuery = hot<{}>()((db) =>
  ownCompanyRow(db)
    .innerJoin('plans', 'plans.id', 'companies.planId')
    .select([
      'companies.status',
      'companies.dueDate',
      'companies.timeZone',
      'plans.useSchedules',
      'plans.useIntegrations',
      'plans.useCampaigns',
    ]),
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
  const { status, dueDate, timeZone } = row
  const mayAct = status === 1 && !isPastDueDay(dueDate, timeZone, now)
  return {
    mayAct,
    isEnabled: status === 1,
    useSchedules: row.useSchedules === 1,
    useIntegrations: row.useIntegrations === 1,
    useCampaigns: row.useCampaigns === 1,
  }
}

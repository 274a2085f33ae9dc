import type { Scope } from '../../core/scope'
import { hot } from '../../core/storage/tenant'
import { isOver } from '../../core/time'
import { ownCompanyRow } from './own-row'

const stateQuery = hot<{}>()((db) =>
  ownCompanyRow(db)
    .innerJoin('plans', 'plans.id', 'companies.planId')
    .select(['companies.status', 'companies.dueDate', 'companies.timeZone', 'plans.useSchedules']),
)

/**
 * Whether anything may leave in the company's name by itself just now, for work that nobody's request began: with a
 * licence that ran out, or shut by the provider, nothing does (server-behaviour §9.3).
 */
export async function readCompanyState(scope: Scope, now = new Date()) {
  const row = await scope.db.first(stateQuery, {})
  if (!row) return { mayAct: false, useSchedules: false }
  const { status, dueDate, timeZone } = row
  return { mayAct: status === 1 && !isOver(dueDate, timeZone, now), useSchedules: row.useSchedules === 1 }
}

import type { Scope } from '../../core/scope'
import { hot } from '../../core/tenant'
import { usualZone } from '../../core/time'

const zone = hot<{}>()((db) =>
  db.select('users').innerJoin('companies', 'companies.id', 'users.companyId').select('companies.timeZone').limit(1),
)

/** The time zone whose days and hours are this company's; at once, no await. */
export const zoneOf = (scope: Scope): string => scope.db.first(zone, {})?.timeZone ?? usualZone

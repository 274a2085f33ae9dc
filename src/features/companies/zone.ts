import type { Scope } from '../../core/scope'
import { hot } from '../../core/tenant'
import { usualZone } from '../../core/time'
import { ownRow } from './own-row'

const zone = hot<{}>()((db) => ownRow(db).select('companies.timeZone'))

/** The time zone whose days and hours are this company's; at once, no await. */
export const zoneOf = (scope: Scope): string => scope.db.first(zone, {})?.timeZone ?? usualZone

import type { Scope } from '../../core/scope'
import { hot } from '../../core/storage/tenant'
import { addDays, dayStart, usualZone } from '../../core/time'
import { AppError } from '../../shared/errors'
import { ownCompanyRow } from './own-row'

const timeZoneQuery = hot<{}>()((db) => ownCompanyRow(db).select('companies.timeZone'))

/** The time zone whose days and hours are this company's; at once, no await. */
export const timeZoneOf = async (scope: Scope): Promise<string> =>
  (await scope.db.first(timeZoneQuery, {}))?.timeZone ?? usualZone

/**
 * When a day (`yyyy-mm-dd`) of the company's calendar, or the one so many days `later`, begins: UTC ISO.
 * @throws ERR_VALIDATION, naming the field, for what has the form of a day and is none, like the 31st of February
 */
export async function startOfDay(scope: Scope, field: string, day: string, later = 0): Promise<string> {
  const zone = await timeZoneOf(scope)
  try {
    return dayStart(zone, addDays(day, later))
  } catch {
    throw new AppError('ERR_VALIDATION', { fields: [field] })
  }
}

import type { Reader, Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { addDays, dayStart, usualZone } from '../../../core/time'
import { AppError } from '../../../shared/errors'
import { ownCompanyRow } from './own-row'

const timeZoneQuery = hot<{}>()((db) => ownCompanyRow(db).select('companies.timeZone'))

/** The company's time zone (IANA name). */
export const timeZoneOf = async (scope: Reader): Promise<string> =>
  (await scope.db.first(timeZoneQuery, {}))?.timeZone ?? usualZone

/**
 * Start of a day (`yyyy-mm-dd`) in the company's time zone, or of the day `later` days after it, as UTC ISO text.
 * @throws ERR_VALIDATION with the field's name for a day that the calendar does not have, such as 31 February
 */
export async function startOfDay(scope: Scope, field: string, day: string, later = 0): Promise<string> {
  const zone = await timeZoneOf(scope)
  try {
    return dayStart(zone, addDays(day, later))
  } catch {
    throw new AppError('ERR_VALIDATION', { fields: [field] })
  }
}

import type { Scope } from '../../../core/scope'
import { dayIn } from '../../../core/time'
import { timeZoneOf } from '../../platform/company/time-zone'
import type { ProviderDay } from './bills'

/** Today in the time zone of the acting super user's company, which is the installation's. */
export async function providerDay(scope: Scope, now: number): Promise<ProviderDay> {
  return { today: dayIn(await timeZoneOf(scope), new Date(now)), own: scope.companyId }
}

import type { Platform, Scope } from '../../../core/scope'
import { timeZoneOf } from '../../platform/company/time-zone'
import { readBackupAge } from './backup'
import { listCancellations, listEndingTrials, listLateInvoices, listWaitingClaims } from './bills'
import { readDisks } from './disk'
import { type Morning, maxShown } from './model'
import { listNewCompanies } from './new-companies'
import { listNumbersInTrouble } from './numbers'
import { listOtherAmounts } from './other-amounts'
import { listNearlyFull } from './plan-use'
import { providerDay } from './provider-day'
import { readRevenue } from './revenue'
import { listFailing, listParked } from './work'

/** The provider's overview of all companies, each part with its first rows and its count. */
export async function readMorning(scope: Scope, platform: Platform, now = Date.now()): Promise<Morning> {
  const zone = await timeZoneOf(scope)
  const day = await providerDay(scope, now)
  const invoices = await listLateInvoices(platform, day)
  return {
    at: new Date(now).toISOString(),
    numbers: firstOf(await listNumbersInTrouble(platform, now)),
    claims: firstOf(await listWaitingClaims(platform)),
    amounts: firstOf(await listOtherAmounts(platform)),
    invoices: { ...firstOf(invoices), cents: invoices.reduce((sum, { value }) => sum + value, 0) },
    trials: firstOf(await listEndingTrials(platform, day)),
    cancellations: firstOf(await listCancellations(platform, day)),
    use: firstOf(await listNearlyFull(platform)),
    jobs: firstOf(await listParked(platform, now)),
    webhooks: firstOf(await listFailing(platform)),
    newCompanies: firstOf(await listNewCompanies(platform, day, zone)),
    disks: await readDisks(platform, new Date(now)),
    backup: await readBackupAge(platform),
    revenue: await readRevenue(platform, day, zone, now),
  }
}

const firstOf = <R>(rows: R[]) => ({ count: rows.length, rows: rows.slice(0, maxShown) })

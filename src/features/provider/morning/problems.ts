import type { Platform } from '../../../core/scope'
import type { CompanyId } from '../../../core/storage/schema'
import type { CompanyProblem } from '../../../shared/morning'
import { endedLicences, endingTrials, type ProviderDay, waitingClaims } from './bills'
import { listNumbersInTrouble } from './numbers'
import { otherAmounts } from './other-amounts'
import { nearlyFullCompanies } from './plan-use'
import { failingReceivers, newestParked } from './work'

type Db = Platform['db']
type Ids = { execute(): Promise<{ companyId: CompanyId }[]> }

/** Companies with each problem, by the rules of the parts of the overview. */
const readers: Record<Exclude<CompanyProblem, 'numbers'>, (db: Db, day: ProviderDay, now: number) => Ids> = {
  claim: (db) => waitingClaims(db).select('invoices.companyId').distinct(),
  amount: (db) => otherAmounts(db).select('invoices.companyId').distinct(),
  expired: (db, day) => endedLicences(db, day).select('companies.id as companyId'),
  trial: (db, day) => endingTrials(db, day).select('companies.id as companyId'),
  use: (db) => nearlyFullCompanies(db).select('company_figures.companyId'),
  jobs: (db, _, now) => db.selectFrom(newestParked(db, now).as('parked')).select('parked.companyId').distinct(),
  webhooks: (db) => failingReceivers(db).select('delivery_receivers.companyId').distinct(),
}

/** Problems by company, in the order of `companyProblems`. A company without one has no entry. */
export async function readProblems(platform: Platform, day: ProviderDay, now: number) {
  const found = new Map<number, CompanyProblem[]>()
  const add = (companyId: number, problem: CompanyProblem) => {
    const list = found.get(companyId) ?? []
    if (!list.includes(problem)) found.set(companyId, [...list, problem])
  }
  for (const { companyId } of await listNumbersInTrouble(platform, now)) add(companyId, 'numbers')
  for (const [problem, read] of Object.entries(readers))
    for (const { companyId } of await read(platform.db, day, now).execute()) add(companyId, problem as CompanyProblem)
  return found
}

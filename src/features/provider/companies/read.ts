import type { ExpressionBuilder } from 'kysely'
import type { Platform, Viewer } from '../../../core/scope'
import type { CompanyId, Database } from '../../../core/storage/schema'
import { dayIn } from '../../../core/time'
import { planFlags, planFlagsOf } from '../../../shared/enums'
import { AppError } from '../../../shared/errors'
import { pageSizes } from '../../../shared/limits'
import { billingDayOf, daysBetween } from '../../../shared/recurrence'
import { foldText } from '../../../shared/text'
import { lastDayOfWork, licenceColumns } from '../../platform/company/licence'
import { toCancellation } from '../cancellation/model'
import type { Company, CompanyQuery } from './model'

const size = pageSizes.other

/** A page of companies by name. The cursor is the last name of the previous page; names are unique. */
export async function listCompanies(platform: Platform, { searchParam = '', pageNumber = 1, cursor }: CompanyQuery) {
  const text = foldText(searchParam)
  const skipped = cursor === undefined ? (pageNumber - 1) * size : 0
  const rows =
    text === ''
      ? await companyRows(platform)
          .$if(cursor !== undefined, (query) => query.where('companies.name', '>', cursor ?? ''))
          .orderBy('companies.name')
          .limit(size + 1)
          .offset(skipped)
          .execute()
      : await searchCompanies(platform, text, cursor, skipped)
  const page = rows.slice(0, size).map(toCompany)
  const hasMore = rows.length > size
  return { companies: page, hasMore, next: hasMore ? (page.at(-1)?.name ?? null) : null }
}

/** Companies whose name or e-mail contains the text. SQLite does not fold accents, so the names are compared here. */
async function searchCompanies(platform: Platform, text: string, cursor = '', skipped = 0) {
  const all = await platform.db
    .selectFrom('companies')
    .select(['id', 'name', 'email'])
    .where('name', '>', cursor)
    .orderBy('name')
    .execute()
  const ids = all
    .filter(({ name, email }) => foldText(name).includes(text) || email.includes(text))
    .slice(skipped, skipped + size + 1)
    .map(({ id }) => id)
  return ids.length === 0
    ? []
    : companyRows(platform).where('companies.id', 'in', ids).orderBy('companies.name').execute()
}

/** A company: any for the provider, only their own for an admin. @throws ERR_NO_COMPANY_FOUND */
export async function getCompany(platform: Platform, me: Viewer, ownId: CompanyId, id: number): Promise<Company> {
  if (!me.super && (id !== ownId || me.profile !== 'admin')) throw new AppError('ERR_NO_COMPANY_FOUND')
  return findCompany(platform, id)
}

/** A company, without a check of rights. @throws ERR_NO_COMPANY_FOUND */
export async function findCompany(platform: Platform, id: number): Promise<Company> {
  const row = await companyRows(platform)
    .where('companies.id', '=', id as CompanyId)
    .executeTakeFirst()
  if (!row) throw new AppError('ERR_NO_COMPANY_FOUND')
  return toCompany(row)
}

/** The plan of a company: of any for the provider, else only of the person's own. @throws ERR_NO_COMPANY_FOUND */
export async function planOfCompany({ db }: Platform, me: Viewer, ownId: CompanyId, id: number) {
  const row =
    id === ownId || me.super
      ? await db
          .selectFrom('companies')
          .innerJoin('plans', 'plans.id', 'companies.planId')
          .select([
            'plans.id',
            'plans.name',
            'plans.users',
            'plans.connections',
            'plans.queues',
            'plans.devices',
            'plans.value',
          ])
          .select(planFlags.map((flag) => `plans.${flag}` as const))
          .where('companies.id', '=', id as CompanyId)
          .executeTakeFirst()
      : undefined
  if (!row) throw new AppError('ERR_NO_COMPANY_FOUND')
  return { plan: { ...row, ...planFlagsOf(row) } }
}

const companyRows = ({ db }: Platform) =>
  db
    .selectFrom('companies')
    .innerJoin('plans', 'plans.id', 'companies.planId')
    .select(['companies.id', 'companies.name', 'email', 'phone', 'planId', 'plans.name as planName', 'status'])
    .select(['campaignsEnabled', 'billingDay', 'recurrence', 'language'])
    .select(licenceColumns)
    .select(['companies.createdAt', 'cancelReason'])
    .select(hasPeople)
    .select(planFlags.map((flag) => `plans.${flag}` as const))

/** Column `people`: 1 if a person has an account, the provider's support aside. */
const hasPeople = ({ exists, selectFrom }: ExpressionBuilder<Database, 'companies'>) =>
  exists(
    selectFrom('users as u').select('u.id').whereRef('u.companyId', '=', 'companies.id').where('u.support', '=', 0),
  )
    .$castTo<number>()
    .as('people')

type Row = Awaited<ReturnType<ReturnType<typeof companyRows>['execute']>>[number]

function toCompany(row: Row): Company {
  const { id, name, email, phone, planId, dueDate, recurrence, trialExpiration, timeZone, language, createdAt } = row
  return {
    ...{ id, name, email, phone, planId, dueDate, recurrence, trialExpiration, timeZone, language, createdAt },
    plan: { id: planId, name: row.planName, ...planFlagsOf(row) },
    status: row.status === 1,
    campaignsEnabled: row.campaignsEnabled === 1,
    worksUntil: lastDayOfWork(row),
    cancellation: toCancellation(row),
    billingDay: billingDayOf(row),
    isInvited: !row.people,
    daysLeft: daysBetween(dayIn(timeZone), dueDate),
  }
}

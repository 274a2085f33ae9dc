import { textCursor, textOfCursor } from '../../../core/http/cursor'
import type { Platform, Scope } from '../../../core/scope'
import { inList, listOf, sortsAfter, sortsBefore } from '../../../core/storage/expressions'
import { dayIn } from '../../../core/time'
import { AppError } from '../../../shared/errors'
import { pageSizes } from '../../../shared/limits'
import type { CompanyProblem, CompanySort } from '../../../shared/morning'
import { daysBetween } from '../../../shared/recurrence'
import { foldText } from '../../../shared/text'
import type { CompanyLine, CompanyLineQuery } from './model'
import { fullestPart, storageLimit } from './plan-use'
import { readProblems } from './problems'
import { providerDay } from './provider-day'

const size = pageSizes.other

/** Columns by which each order goes; the id decides between equal values. Each pair has an index. */
const columns = {
  name: 'companies.name',
  activity: 'company_figures.activeAt',
  use: 'company_figures.share',
  due: 'companies.dueDate',
} as const satisfies Record<CompanySort, string>

/** Order without a choice of the person: names from A on, the fullest and the least active first. */
const usualOrder = { name: 'asc', activity: 'asc', use: 'desc', due: 'asc' } as const

/**
 * A page of companies with their use and their problems. The figures were counted at most ten minutes ago; a company that
 * was never counted has zeros, and is left out of the orders by use and activity.
 * @throws ERR_VALIDATION for an invalid cursor
 */
export async function listCompanyLines(scope: Scope, platform: Platform, query: CompanyLineQuery, now = Date.now()) {
  const found = await readProblems(platform, await providerDay(scope, now), now)
  const rows = await readPage(platform, query, query.attention ? [...found.keys()] : null)
  const room = await storageLimit(platform)
  const page = rows.slice(0, size)
  const last = page.at(-1)
  const hasMore = rows.length > size
  return {
    companies: page.map((row) => toLine(row, room, found.get(row.id) ?? [])),
    hasMore,
    next: hasMore && last ? textCursor({ text: String(sortedValue(last, query.sort ?? 'name')), id: last.id }) : null,
  }
}

/** Rows of a page and one more if there is one. @param among companies to choose from; null for all */
async function readPage(
  platform: Platform,
  { sort = 'name', order = usualOrder[sort], search = '', cursor }: CompanyLineQuery,
  among: number[] | null,
): Promise<Row[]> {
  let rows = lines(platform)
  if (among) rows = rows.where('companies.id', 'in', inList(listOf(among)) as never)
  const text = foldText(search)
  if (text) rows = rows.where('companies.id', 'in', inList(listOf(await idsOfMatches(platform, text))) as never)
  const isCounted = sort === 'activity' || sort === 'use'
  if (isCounted) rows = rows.where('company_figures.companyId', 'is not', null)
  const id = isCounted ? 'company_figures.companyId' : 'companies.id' // the index of the order has it
  const after = positionOf(sort, cursor)
  if (after) rows = rows.where((order === 'asc' ? sortsAfter : sortsBefore)([columns[sort], id], after))
  return rows
    .orderBy(columns[sort], order)
    .orderBy(id, order)
    .limit(size + 1)
    .execute()
}

const lines = ({ db }: Platform) =>
  db
    .selectFrom('companies')
    .innerJoin('plans', 'plans.id', 'companies.planId')
    .leftJoin('company_figures', 'company_figures.companyId', 'companies.id')
    .select(['companies.id', 'companies.name', 'plans.name as plan', 'companies.status', 'trialExpiration', 'dueDate'])
    .select(['timeZone', 'storedBytes', 'share', 'activeAt'])
    .select(['company_figures.users', 'company_figures.connections', 'company_figures.queues'])
    .select(['plans.users as maxUsers', 'plans.connections as maxConnections', 'plans.queues as maxQueues'])

type Row = Awaited<ReturnType<ReturnType<typeof lines>['execute']>>[number]

const sortedValue = (row: Row, sort: CompanySort) =>
  ({ name: row.name, activity: row.activeAt, use: row.share, due: row.dueDate })[sort]

function positionOf(sort: CompanySort, cursor: string | undefined): [string | number, number] | undefined {
  const position = textOfCursor(cursor)
  if (!position) return undefined
  if (sort !== 'use') return [position.text, position.id]
  if (!/^\d{1,15}$/.test(position.text)) throw new AppError('ERR_VALIDATION', { fields: ['cursor'] })
  return [Number(position.text), position.id]
}

/** Companies whose name or e-mail contains the text. The database does not fold accents, so they are compared here. */
async function idsOfMatches({ db }: Platform, text: string): Promise<number[]> {
  const all = await db.selectFrom('companies').select(['id', 'name', 'email']).execute()
  return all.filter(({ name, email }) => foldText(name).includes(text) || email.includes(text)).map(({ id }) => id)
}

function toLine(row: Row, room: number, problems: CompanyProblem[]): CompanyLine {
  const used = {
    users: row.users ?? 0,
    connections: row.connections ?? 0,
    queues: row.queues ?? 0,
    storage: row.storedBytes ?? 0,
  }
  const limit = { users: row.maxUsers, connections: row.maxConnections, queues: row.maxQueues, storage: room }
  return {
    ...{ id: row.id, name: row.name, plan: row.plan, dueDate: row.dueDate.slice(0, 10) },
    status: row.status === 1,
    trial: row.trialExpiration !== null,
    daysLeft: daysBetween(dayIn(row.timeZone), row.dueDate),
    users: { used: used.users, limit: limit.users },
    connections: { used: used.connections, limit: limit.connections },
    queues: { used: used.queues, limit: limit.queues },
    storage: { used: used.storage, limit: limit.storage },
    percent: fullestPart(used, limit).percent,
    activeAt: row.activeAt || null,
    problems,
  }
}

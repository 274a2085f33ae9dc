import type { Platform } from '../../../core/scope'
import type { CompanyId } from '../../../core/storage/schema'
import { type Amounts, fullestPart, storageLimit } from './plan-use'

/** Rows of one statement; each has seven values. */
const batchSize = 200

interface Figures {
  companyId: CompanyId
  users: number
  connections: number
  queues: number
  storedBytes: number
  share: number
  activeAt: string
}

/** Scheduled task: counts what each company uses of its plan and when it was last active. Writes rows that differ. */
export async function countCompanies(platform: Platform) {
  const counted = await readFigures(platform)
  const stored = new Map((await storedFigures(platform)).map((row) => [row.companyId, row]))
  const changed = counted.filter((row) => !Bun.deepEquals(row, stored.get(row.companyId)))
  for (let at = 0; at < changed.length; at += batchSize) await storeFigures(platform, changed.slice(at, at + batchSize))
}

const columns = ['companyId', 'users', 'connections', 'queues', 'storedBytes', 'share', 'activeAt'] as const

const storedFigures = ({ db }: Platform): Promise<Figures[]> =>
  db.selectFrom('company_figures').select(columns).execute()

async function readFigures(platform: Platform): Promise<Figures[]> {
  const { db } = platform
  const room = await storageLimit(platform)
  const people = byCompany(await countUsers(db))
  const numbers = byCompany(await countConnections(db))
  const queues = byCompany(await countQueues(db))
  const files = byCompany(await db.selectFrom('media_used').select(['companyId', 'bytes']).execute())
  const companies = await db
    .selectFrom('companies')
    .innerJoin('plans', 'plans.id', 'companies.planId')
    .select(['companies.id', 'plans.users', 'plans.connections', 'plans.queues'])
    .execute()
  return companies.map(({ id, ...plan }) => {
    const [users, numbersOf] = [people.get(id), numbers.get(id)]
    const used: Amounts = {
      users: users?.count ?? 0,
      connections: numbersOf?.count ?? 0,
      queues: queues.get(id)?.count ?? 0,
      storage: files.get(id)?.bytes ?? 0,
    }
    const { storage: storedBytes, ...counts } = used
    const times = [users?.seenAt, numbersOf?.inAt, numbersOf?.outAt].map((time) => time ?? '')
    const share = fullestPart(used, { ...plan, storage: room }).percent
    return { companyId: id, ...counts, storedBytes, share, activeAt: times.sort().at(-1) ?? '' }
  })
}

const byCompany = <R extends { companyId: CompanyId }>(rows: R[]) => new Map(rows.map((row) => [row.companyId, row]))

type Db = Platform['db']

const countUsers = (db: Db) =>
  db
    .selectFrom('users')
    .select(({ fn }) => ['companyId', fn.countAll<number>().as('count'), fn.max('lastSeenAt').as('seenAt')])
    .where('support', '=', 0)
    .groupBy('companyId')
    .execute()

const countConnections = (db: Db) =>
  db
    .selectFrom('connections')
    .leftJoin('connection_health', 'connection_health.whatsappId', 'connections.id')
    .select(({ fn }) => ['connections.companyId', fn.countAll<number>().as('count')])
    .select(({ fn }) => [fn.max('lastInAt').as('inAt'), fn.max('lastOutAt').as('outAt')])
    .groupBy('connections.companyId')
    .execute()

const countQueues = (db: Db) =>
  db
    .selectFrom('queues')
    .select(({ fn }) => ['companyId', fn.countAll<number>().as('count')])
    .groupBy('companyId')
    .execute()

/** Companies that were deleted meanwhile are left out. */
const storeFigures = (platform: Platform, rows: Figures[]) =>
  platform.transaction(async ({ db }) => {
    const ids = rows.map(({ companyId }) => companyId)
    const existing = await db.selectFrom('companies').select('id').where('id', 'in', ids).execute()
    const kept = rows.filter(({ companyId }) => existing.some(({ id }) => id === companyId))
    if (kept.length === 0) return
    await db
      .insertInto('company_figures')
      .values(kept)
      .onConflict((conflict) =>
        conflict.column('companyId').doUpdateSet(({ ref }) => ({
          users: ref('excluded.users'),
          connections: ref('excluded.connections'),
          queues: ref('excluded.queues'),
          storedBytes: ref('excluded.storedBytes'),
          share: ref('excluded.share'),
          activeAt: ref('excluded.activeAt'),
        })),
      )
      .execute()
  })

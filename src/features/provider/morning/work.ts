import type { Platform } from '../../../core/scope'
import { maxCountedLines } from '../../../shared/morning'
import type { FailingReceiver, ParkedJobs } from './model'

const dayMs = 24 * 3_600_000
/** Age in ms up to which parked jobs are listed. */
const listedAge = 7 * dayMs
/** Failed attempts since the last success from which a receiver counts as failing. */
const failing = 3

type Db = Platform['db']

/** Newest jobs of the last seven days that were given up, at most `maxCountedLines`. */
export const newestParked = (db: Db, now: number) =>
  db
    .selectFrom('jobs')
    .select(['companyId', 'name', 'failedAt'])
    .where('failedAt', 'is not', null)
    .where('failedAt', '>=', new Date(now - listedAge).toISOString())
    .orderBy('failedAt', 'desc')
    .limit(maxCountedLines)

/** Parked jobs by company and name, the last one first. Reads no content and no error of a job. */
export async function listParked({ db }: Platform, now: number): Promise<ParkedJobs[]> {
  return await db
    .selectFrom(newestParked(db, now).as('parked'))
    .innerJoin('companies', 'companies.id', 'parked.companyId')
    .select(['parked.companyId', 'companies.name as company', 'parked.name as job'])
    .select(({ fn }) => [fn.countAll<number>().as('jobs'), fn.max<string>('parked.failedAt').as('lastAt')])
    .groupBy(['parked.companyId', 'companies.name', 'parked.name'])
    .orderBy('lastAt', 'desc')
    .execute()
}

/** Webhooks and integrations of active companies whose requests fail. */
export const failingReceivers = (db: Db) =>
  db
    .selectFrom('delivery_receivers')
    .innerJoin('companies', 'companies.id', 'delivery_receivers.companyId')
    .where('failingSince', 'is not', null)
    .where('failures', '>=', failing)
    .where('companies.status', '=', 1)

/** Failing receivers, the one that fails longest first, at most `maxCountedLines`; without their addresses. */
export async function listFailing({ db }: Platform): Promise<FailingReceiver[]> {
  const rows = await failingReceivers(db)
    .leftJoin('webhooks', (join) =>
      join.onRef('webhooks.id', '=', 'delivery_receivers.sourceId').on('delivery_receivers.source', '=', 'webhook'),
    )
    .leftJoin('queue_integrations', (join) =>
      join
        .onRef('queue_integrations.id', '=', 'delivery_receivers.sourceId')
        .on('delivery_receivers.source', '=', 'integration'),
    )
    .select(['delivery_receivers.companyId', 'companies.name as company', 'source', 'failures', 'failingSince'])
    .select(['webhooks.name as webhook', 'queue_integrations.name as integration'])
    .orderBy('failingSince')
    .orderBy('delivery_receivers.id')
    .limit(maxCountedLines)
    .execute()
  return rows.map(({ webhook, integration, failingSince, ...row }) => ({
    ...row,
    name: webhook ?? integration ?? '',
    since: failingSince ?? '',
  }))
}

import type { Platform } from '../../../core/scope'
import { listNumbersInTrouble } from './numbers'
import { failingReceivers, newestParked } from './work'

/** Figures of the overview for `/metrics`, of the whole installation. */

/** Connections by status, of active companies. */
export async function countNumbersByStatus({ db }: Platform): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('connections')
    .innerJoin('companies', 'companies.id', 'connections.companyId')
    .select(({ fn }) => ['connections.status', fn.countAll<number>().as('count')])
    .where('companies.status', '=', 1)
    .groupBy('connections.status')
    .execute()
  return Object.fromEntries(rows.map(({ status, count }) => [status.toLowerCase(), count]))
}

/** Numbers down and restricted by kind, each kind up to `maxCountedLines`; kinds without a number are 0. */
export async function countNumbersInTrouble(platform: Platform): Promise<Record<string, number>> {
  const counts = { down: 0, timeLock: 0, quota: 0, refused: 0 }
  for (const { kind } of await listNumbersInTrouble(platform, Date.now())) counts[kind]++
  return counts
}

/** Newest jobs of the last seven days that were given up, by name, up to `maxCountedLines` in all. */
export async function countParked({ db }: Platform): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom(newestParked(db, Date.now()).as('parked'))
    .select(({ fn }) => ['parked.name', fn.countAll<number>().as('count')])
    .groupBy('parked.name')
    .execute()
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

/** Webhooks and integrations whose requests fail. */
export async function countFailing({ db }: Platform): Promise<Record<string, number>> {
  const rows = await failingReceivers(db)
    .select(({ fn }) => ['source', fn.countAll<number>().as('count')])
    .groupBy('source')
    .execute()
  return { webhook: 0, integration: 0, ...Object.fromEntries(rows.map(({ source, count }) => [source, count])) }
}

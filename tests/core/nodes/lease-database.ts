import { SQL } from 'bun'
import { clientOptions } from '../../../src/core/storage/postgres/address'
import { PostgresStore } from '../../../src/core/storage/postgres/store'
import type { CompanyId } from '../../../src/core/storage/schema'
import { migratedDatabase } from '../../postgres-databases'
import { addressOf, createDatabase } from '../../postgres-server'

export const companyId = 1 as CompanyId

export interface LeaseDatabase {
  options: Record<string, unknown>
  /** For what tests read and change by themselves. */
  admin: SQL
  openStore(): Promise<PostgresStore>
  /** Leaves this many connections, which should connect, and no leases or nodes. */
  reset(connections: number): Promise<void>
  stop(): Promise<void>
}

/** A database of PostgreSQL with the schema, one company and a clock that tests drive (`drivenClock`). */
export async function createLeaseDatabase(): Promise<LeaseDatabase> {
  const options = clientOptions(await addressOf(await createDatabase(await migratedDatabase())))
  const openStore = async () => {
    const store = new PostgresStore(options)
    await store.learnSchema()
    return store
  }
  const store = await openStore()
  await store.write(({ kysely }) => insertCompany(kysely))
  await store.close()
  const admin = new SQL({ ...options, max: 1 } as never)
  await admin.unsafe('create table driven_clock (at bigint not null)')
  await admin.unsafe('insert into driven_clock values (1000000)')
  return {
    options,
    admin,
    openStore,
    async reset(connections) {
      await admin.unsafe('delete from leases; delete from nodes; delete from connections')
      await admin.unsafe(
        `insert into connections (id, "companyId", name, "shouldConnect")
        overriding system value select n, ${companyId}, 'c' || n, 1 from generate_series(1, ${connections}) n`,
      )
    },
    async stop() {
      await admin.close({ timeout: 0 })
    },
  }
}

/** Expression for `LeaseRows` that reads the time which a test has set. */
export const drivenClock = '(select at from driven_clock)'

async function insertCompany(kysely: Parameters<Parameters<PostgresStore['write']>[0]>[0]['kysely']) {
  const flags = { useCampaigns: 0, useSchedules: 0, useInternalChat: 0, useExternalApi: 0, useKanban: 0 } as const
  const plan = { id: 1, name: 'p', users: 1, connections: 500, queues: 1, value: 0, ...flags } as const
  await kysely
    .insertInto('plans')
    .values({ ...plan, useOpenAi: 0, useIntegrations: 0, isPublic: 0 })
    .execute()
  const company = { id: companyId, name: 'c', email: 'c@c.test', phone: '1', planId: 1, dueDate: '2099-01-01' }
  await kysely.insertInto('companies').values(company).execute()
}

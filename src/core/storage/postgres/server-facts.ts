import type { PostgresStore } from './store'

/** Facts of a server that decide whether it can hold the database. */
export interface ServerFacts {
  /** Major version, such as 15. */
  version: number
  encoding: string
  isReplica: boolean
  /** Its clock, in ms since 1970. */
  clock: number
}

const text = `select current_setting('server_version_num')::int / 10000 as version,
  current_setting('server_encoding') as encoding, pg_is_in_recovery() as "isReplica",
  extract(epoch from clock_timestamp()) * 1000 as clock`

export async function serverFacts(store: PostgresStore): Promise<ServerFacts> {
  const [row] = await store.withLine((line) => line.rows(text, []))
  const { version, encoding, isReplica, clock } = row as Record<keyof ServerFacts, number> & { encoding: string }
  return { version, encoding, isReplica: isReplica === 1, clock }
}

/** Connections that only a serving process has (wire.ts, lease-rows.ts). */
const servingText = `select count(*) as connections from pg_stat_activity
  where datname = current_database() and application_name in ('balcao events', 'balcao leases')`

/** True while a process serves this database. */
export async function isServed(store: PostgresStore): Promise<boolean> {
  const [row] = await store.withLine((line) => line.rows(servingText, []))
  return Number(row?.connections) > 0
}

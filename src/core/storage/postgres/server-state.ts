import { parseJson } from '../../../shared/json'
import type { Handle } from '../db'

/** State of a server and of the processes that use its database, for people who look after them. */
export interface ServerState {
  /** Such as `15.18`. */
  version: string
  megabytes: number
  /** Clock of the server, in ms since 1970. */
  clock: number
  missingExtensions: string[]
  /** Columns of text that sort otherwise than SQLite does. */
  otherCollations: number
  nodes: { name: string; version: string; sessions: number; silentSeconds: number }[]
  /** Numbers that should connect and that no living process holds. */
  unheld: number
  replicas: { name: string; lagSeconds: number }[]
}

const clock = '(extract(epoch from clock_timestamp()) * 1000)::bigint'
/** Time in ms after which a process that did not renew its leases counts as gone (lease-rows.ts). */
const ttlMs = 20_000

const text = `select
  split_part(current_setting('server_version'), ' ', 1) as version,
  pg_database_size(current_database()) / 1000000 as megabytes,
  ${clock} as clock,
  (select coalesce(json_agg(name), '[]') from unnest(array['pg_trgm', 'btree_gin']) name
    where name not in (select extname from pg_extension))::text as "missingExtensions",
  (select count(*) from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'kysely%' and a.attnum > 0
      and not a.attisdropped and a.atttypid = 'text'::regtype and a.attcollation <> '"C"'::regcollation
  ) as "otherCollations",
  (select coalesce(json_agg(n order by name), '[]') from (
    select name, version, (${clock} - "beatAt") / 1000.0 as "silentSeconds",
      (select count(*) from leases where node = nodes.id and "expiresAt" > ${clock}) as sessions
    from nodes where "beatAt" > ${clock} - ${ttlMs}) n)::text as nodes,
  (select count(*) from connections c where "shouldConnect" = 1
    and not exists (select 1 from leases l where l."whatsappId" = c.id and l."expiresAt" > ${clock})) as unheld,
  (select coalesce(json_agg(r), '[]') from (
    select application_name as name, coalesce(extract(epoch from replay_lag), 0) as "lagSeconds"
    from pg_stat_replication where state = 'streaming') r)::text as replicas`

export async function serverState(handle: Handle): Promise<ServerState> {
  const row = (await handle.first(text, [])) as Record<keyof ServerState, string & number>
  const { version, megabytes, clock, otherCollations, unheld } = row
  return {
    ...{ version, megabytes, clock, otherCollations, unheld },
    missingExtensions: parseJson(row.missingExtensions),
    nodes: parseJson(row.nodes),
    replicas: parseJson(row.replicas),
  }
}

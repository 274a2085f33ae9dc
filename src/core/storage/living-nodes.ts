import { type RawBuilder, sql } from 'kysely'
import type { Handle } from './db'
import { engineForms } from './engine-forms'
import { statementClock, ttlMs } from './postgres/node-ttl'

const isLiving = `"beatAt" > ${statementClock} - ${ttlMs}`

/**
 * True for rows of `jobs` that another node than this one runs and that has ended. One process serves a file
 * (core/storage/lock.ts), so every other node has ended. On a server, a node has ended that is not in `nodes` any more or
 * has been silent for 20 s.
 */
export const runsAtEndedNode = (node: string): RawBuilder<boolean> =>
  engineForms({
    sqlite: sql<boolean>`node is not ${node}`,
    postgres: sql`(node is distinct from ${node}
      and not exists (select 1 from nodes where nodes.id = jobs.node and ${sql.raw(isLiving)}))`,
  })

const eldestText = `select id from nodes where state = 'serving' and ${isLiving} order by "startedAt", id limit 1`

/**
 * True for the living node that started first: it runs the tasks that the installation needs once. Also true when no
 * node is known to live: a task may run twice, but must not rest for ever.
 * @param node null for an installation of one process
 */
export async function isEldestNode(handle: Handle, node: string | null): Promise<boolean> {
  if (node === null) return true
  const eldest = (await handle.first(eldestText, [])) as { id: string } | undefined
  return eldest === undefined || eldest.id === node
}

const ofFormer = 'select id from nodes where id = $1 and name = (select name from nodes where id = $2)'

/**
 * Records that the node has ended that ran before this one in the same data directory, instead of after 20 s of silence:
 * its jobs and leases are free. A directory that was copied to another machine names a node of another name, which may
 * live. Call within a transaction.
 */
export async function recordEndOfFormerNode(tx: Handle, former: string, self: string) {
  await tx.run(`update leases set node = '', "expiresAt" = 0 where node in (${ofFormer})`, [former, self])
  await tx.run(`delete from nodes where id in (${ofFormer})`, [former, self])
}

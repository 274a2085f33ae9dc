import type { Platform } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { maxAge } from './deliver'
import { pruneLog } from './prune'

/** Number of deliveries given up in one transaction. */
const batchSize = 200

const endWaiting = hot<{ id: number }>()((db, p) =>
  db
    .update('deliveries')
    .set(({ eb, fn }) => ({ state: 'failed', nextAt: null, error: fn.coalesce('error', eb.val('overdue' as const)) }))
    .where('id', '=', p('id'))
    .where('state', '=', 'waiting')
    .returning(['id', 'source', 'sourceId']),
)

/**
 * Scheduled task: gives up deliveries that wait since a day for a receiver that is down, with their jobs. The job of the
 * one that tries the receiver gives up only itself.
 */
export async function endOverdue(platform: Platform, now = Date.now()) {
  const before = new Date(now - maxAge).toISOString()
  for (let batch = batchSize; batch === batchSize; ) {
    const rows = await platform.db
      .selectFrom('deliveries')
      .select(['id', 'companyId'])
      .where('state', '=', 'waiting')
      .where('createdAt', '<', before)
      .where('queuedAt', '<', before)
      .limit(batchSize)
      .execute()
    batch = rows.length
    for (const [companyId, ofCompany] of Map.groupBy(rows, (row) => row.companyId))
      await platform.scope(companyId, { system: 'job' }).transaction(async (scope) => {
        for (const { id } of ofCompany) {
          const ended = await scope.db.first(endWaiting, { id })
          if (!ended) continue
          await scope.ports.cancelJob(scope.db, 'webhook.deliver', String(id))
          await pruneLog(scope, ended, 'failed')
        }
      })
  }
}

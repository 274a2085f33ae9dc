import type { JobHandler } from '../../../core/jobs/job'
import { literal, unindexedColumn } from '../../../core/storage/expressions'
import { hot } from '../../../core/storage/tenant'

/** Tickets of one run. */
const batchSize = 200

const liveAfter = hot<{ id: number; limit: number }>()((db, p) =>
  db
    .select('tickets')
    .select('id')
    .where('status', '<>', literal('closed'))
    .where(unindexedColumn('tickets.id'), '>', p('id'))
    .orderBy(unindexedColumn('tickets.id'))
    .limit(p('limit')),
)

/** Enqueues a check of each live ticket, in steps: opening hours or targets of a queue changed. */
export const recomputeTargets: JobHandler<{ afterId: number }> = {
  run: (outer, { afterId }) =>
    outer.transaction(async (scope) => {
      const found = await scope.db.run(liveAfter, { id: afterId, limit: batchSize })
      for (const { id } of found) await scope.enqueue('ticket.target', { ticketId: id }, { key: String(id) })
      const last = found.at(-1)
      if (last && found.length === batchSize)
        await scope.enqueue('targets.recompute', { afterId: last.id }, { key: 'all' })
    }),
}

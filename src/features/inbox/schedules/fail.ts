import type { JobHandler } from '../../../core/jobs/job'
import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { publishSchedule } from './publish-schedule'

const setFailed = hot<{ id: number; error: string; now: string }>()((db, p) =>
  db
    .update('schedules')
    .set({ status: 'ERRO', error: p('error'), waitUntil: null, updatedAt: p('now') })
    .where('id', '=', p('id')),
)
const ofMessage = hot<{ messageId: number }>()((db, p) =>
  db.select('schedules').select('id').where('messageId', '=', p('messageId')).where('status', '=', 'ENVIADA'),
)

/** Marks a schedule as failed, with the reason; editing it enqueues it again. Call within a transaction. */
export async function markScheduleFailed(scope: Scope, id: number, error: string) {
  await scope.db.run(setFailed, { id, error, now: new Date().toISOString() })
  await publishSchedule(scope, id)
}

/** Marks the schedule of a message that WhatsApp refused as failed. */
export const failRefusedSchedule: JobHandler<{ messageId: number }> = {
  run: (outer, { messageId }) =>
    outer.transaction(async (scope) => {
      const schedule = await scope.db.first(ofMessage, { messageId })
      if (schedule) await markScheduleFailed(scope, schedule.id, 'ERR_SENDING_WAPP_MSG')
    }),
}

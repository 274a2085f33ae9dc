import type { JobHandler, Jobs } from '../../../../core/jobs/job'
import type { Scope } from '../../../../core/scope'
import { hot } from '../../../../core/storage/tenant'
import { addDays } from '../../../../core/time'
import { timeZoneOf } from '../../../platform/company/time-zone'
import { dueDay, overviewAt } from './days'

const rowOf = hot<{ userId: number }>()((db, p) =>
  db
    .select('overview_mails')
    .select(['hour', 'mail', 'phone', 'whatsappId', 'plannedDay', 'mailedDay', 'toldDay'])
    .where('userId', '=', p('userId')),
)
const setPlanned = hot<{ userId: number; day: string }>()((db, p) =>
  db
    .update('overview_mails')
    .set({ plannedDay: p('day') })
    .where('userId', '=', p('userId')),
)

/** Stored wish of a super user; undefined for one who never set it. */
export const findOverviewRow = (scope: Scope, userId: number) => scope.db.first(rowOf, { userId })
export type OverviewRow = NonNullable<Awaited<ReturnType<typeof findOverviewRow>>>

/** True when the overview is sent at all. */
export const isWanted = ({ mail, phone }: Pick<OverviewRow, 'mail' | 'phone'>) => mail === 1 || phone !== ''

/** Stores the job of the next overview, or removes it; call within the transaction that changes the row. */
export async function planOverview(scope: Scope, userId: number) {
  const row = await findOverviewRow(scope, userId)
  if (row && isWanted(row)) await enqueueDay(scope, userId, row)
  else await scope.cancelJob('overview.due', String(userId))
}

async function enqueueDay(scope: Scope, userId: number, { plannedDay, hour }: OverviewRow) {
  const runAt = new Date(overviewAt(await timeZoneOf(scope), plannedDay, hour))
  await scope.enqueue('overview.due', { userId }, { key: String(userId), runAt })
}

/**
 * Enqueues the overview of the day that is due, and plans the next day in the same transaction: a second run finds a day
 * to come. Of days missed while the server was off only the last is sent.
 */
export const enqueueOverview: JobHandler<Jobs['overview.due']> = {
  run: (outer, { userId }) =>
    outer.transaction(async (scope) => {
      const row = await findOverviewRow(scope, userId)
      if (!row || !isWanted(row)) return
      const day = dueDay(await timeZoneOf(scope), row.hour, row.plannedDay, new Date())
      if (day === null) return enqueueDay(scope, userId, row) // the company moved to another time zone
      const plannedDay = addDays(day, 1)
      await scope.db.run(setPlanned, { userId, day: plannedDay })
      await enqueueDay(scope, userId, { ...row, plannedDay })
      // A key replaces the overview of the day before that could not be sent until now.
      const key = String(userId)
      if (row.mail === 1 && scope.ports.mail.configured) await scope.enqueue('overview.mail', { userId, day }, { key })
      if (row.phone !== '') await scope.enqueue('overview.tell', { userId, day }, { key })
    }),
  perGroup: 1,
}

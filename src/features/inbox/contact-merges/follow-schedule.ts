import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { parseJson } from '../../../shared/json'
import { undoableSince } from './merge-by-person'
import type { MergeRecord } from './merge-with-record'

const undoableOf = hot<{ contactId: number; since: string }>()((db, p) =>
  db
    .select('contact_merges')
    .select(['id', 'moved'])
    .where('contactId', '=', p('contactId'))
    .where('createdAt', '>=', p('since')),
)
const setMoved = hot<{ id: number; moved: string }>()((db, p) =>
  db
    .update('contact_merges')
    .set({ moved: p('moved') })
    .where('id', '=', p('id')),
)

/**
 * Adds the new row of a repetition to each merge that recorded the row before it: undoing the merge then returns the
 * repetition to its contact (ADR 156). Call within the transaction that creates the row.
 */
export async function followSchedule(scope: Scope, contactId: number, { from, to }: { from: number; to: number }) {
  for (const { id, moved } of await scope.db.run(undoableOf, { contactId, since: undoableSince() })) {
    const record = parseJson<MergeRecord>(moved)
    if (!record.ids.schedules?.includes(from)) continue
    record.ids.schedules.push(to)
    await scope.db.run(setMoved, { id, moved: JSON.stringify(record) })
  }
}

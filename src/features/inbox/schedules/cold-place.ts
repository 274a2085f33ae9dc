import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { dayMs } from '../../../shared/campaign/pace'
import type { Destination } from './destination'

const newestMessage = hot<{ contactId: number }>()((db, p) =>
  db.select('messages').select('createdAt').where('contactId', '=', p('contactId')).orderBy('id', 'desc').limit(1),
)

/** True for a person without a live ticket and without a message in the last 24 hours. */
export async function isCold(scope: Scope, { live }: Destination, contactId: number): Promise<boolean> {
  if (live) return false
  const newest = await scope.db.first(newestMessage, { contactId })
  return newest === undefined || Date.now() - Date.parse(newest.createdAt) > dayMs
}

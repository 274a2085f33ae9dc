import type { Scope } from '../../core/scope'
import { hot } from '../../core/storage/tenant'
import { dayMs } from '../../shared/campaign/pace'
import { readLane } from '../lane-rows/rows'
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

/**
 * Returns the time at which the number may write to the next such person, by its interval and its pause after errors;
 * null for now. Window, caps and pauses of campaigns do not hold a message whose time a user chose.
 */
export async function nextColdPlace(scope: Scope, whatsappId: number): Promise<string | null> {
  const lane = (await readLane(scope, whatsappId))?.lane
  const times = [lane?.nextSendAt, lane?.backOffUntil].filter((at) => typeof at === 'string')
  const latest = times.toSorted().at(-1)
  return latest !== undefined && Date.parse(latest) > Date.now() ? latest : null
}

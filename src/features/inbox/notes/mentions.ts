import type { Scope } from '../../../core/scope'
import { inList, type ListParameter, listOf } from '../../../core/storage/expressions'
import { hot } from '../../../core/storage/tenant'
import { seesTicket, type TicketAssignment } from '../../../shared/permissions'
import { withheldFrom } from '../../../shared/role-limits'
import { roleLimitsColumn } from '../../platform/settings/role-limits'

const people = hot<{ ids: ListParameter }>()((db, p) =>
  db
    .select('users')
    .select(['id', 'profile', 'allTicket'])
    .select(roleLimitsColumn)
    .where('users.id', 'in', inList(p('ids'))),
)
const queuesOf = hot<{ userId: number }>()((db, p) =>
  db.select('user_queues').select('queueId').where('userId', '=', p('userId')),
)

/** Returns the mentioned users who may see the ticket, without the author; only they are notified. */
export async function mentionedWhoSee(scope: Scope, ticket: TicketAssignment, mentioned: number[]): Promise<number[]> {
  const ids = [...new Set(mentioned)].filter((id) => id !== scope.viewer.userId)
  if (ids.length === 0) return []
  const seeing: number[] = []
  for (const { id: userId, profile, allTicket, roleLimits } of await scope.db.run(people, { ids: listOf(ids) })) {
    const queueIds = (await scope.db.run(queuesOf, { userId })).map(({ queueId }) => queueId)
    const withheld = withheldFrom(profile, roleLimits)
    if (seesTicket({ userId, profile, withheld, allTicket, queueIds }, ticket)) seeing.push(userId)
  }
  return seeing
}

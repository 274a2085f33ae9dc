import { sql } from 'kysely'
import type { Scope } from '../../core/scope'
import { hot } from '../../core/tenant'
import { type Held, seesTicket } from '../../shared/permissions'

const people = hot<{ ids: string }>()((db, p) =>
  db
    .select('users')
    .select(['id', 'profile', 'allTicket'])
    .where(sql<boolean>`"users"."id" in (select value from json_each(${p('ids')}))`),
)
const queuesOf = hot<{ userId: number }>()((db, p) =>
  db.select('user_queues').select('queueId').where('userId', '=', p('userId')),
)

/** Of the colleagues a note names, those who may see the ticket: nobody else is told of it. */
export function seeing(scope: Scope, ticket: Held, named: number[]): number[] {
  const ids = [...new Set(named)].filter((id) => id !== scope.viewer.userId)
  if (ids.length === 0) return []
  return scope.db
    .run(people, { ids: JSON.stringify(ids) })
    .filter(({ id: userId, profile, allTicket }) => {
      const queueIds = scope.db.run(queuesOf, { userId }).map(({ queueId }) => queueId)
      return seesTicket({ userId, profile, allTicket, queueIds }, ticket)
    })
    .map(({ id }) => id)
}

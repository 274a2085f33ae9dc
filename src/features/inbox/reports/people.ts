import type { Scope, Viewer } from '../../../core/scope'
import { hot, type Tables } from '../../../core/storage/tenant'
import type { Language } from '../../../shared/enums'
import { roleHas } from '../../../shared/permissions'
import { withheldFrom } from '../../../shared/role-limits'
import { roleLimitsColumn } from '../../platform/settings/role-limits'

const users = (db: Tables) =>
  db
    .select('users')
    .select(['id', 'name', 'email', 'language', 'profile', 'super', 'allTicket'])
    .select(roleLimitsColumn)
    .where('support', '=', 0)
const allUsers = hot<{}>()((db) => users(db).orderBy('name').orderBy('id'))
const oneUser = hot<{ id: number }>()((db, p) => users(db).where('id', '=', p('id')))
const queuesOf = hot<{ userId: number }>()((db, p) =>
  db.select('user_queues').select('queueId').where('userId', '=', p('userId')),
)

/** Users of the company who may see the dashboard, by name, without the provider's support. */
export async function listReportReaders(scope: Scope): Promise<{ id: number; name: string }[]> {
  const found = await scope.db.run(allUsers, {})
  return found.filter(({ profile }) => roleHas(profile, 'dashboard:view')).map(({ id, name }) => ({ id, name }))
}

export interface ReportReader {
  viewer: Viewer
  email: string
  language: Language | null
}

/** A user with present rights; undefined for one who was deleted or may no longer see the dashboard. */
export async function findReportReader(scope: Scope, id: number): Promise<ReportReader | undefined> {
  const row = await scope.db.first(oneUser, { id })
  if (!row || !roleHas(row.profile, 'dashboard:view')) return undefined
  const queues = await scope.db.run(queuesOf, { userId: id })
  const { name, email, language, profile, allTicket } = row
  const queueIds = queues.map(({ queueId }) => queueId)
  const withheld = withheldFrom(profile, row.roleLimits)
  return {
    viewer: { userId: id, name, profile, withheld, allTicket, super: row.super === 1, queueIds },
    email,
    language,
  }
}

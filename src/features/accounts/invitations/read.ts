import type { Scope } from '../../../core/scope'
import { AppError } from '../../../shared/errors'
import { parseJson } from '../../../shared/json'
import type { Invitation } from './model'

const rows = (scope: Scope) =>
  scope.db
    .select('invitations')
    .innerJoin('users', 'users.id', 'invitations.userId')
    .select(['invitations.id', 'invitations.name', 'invitations.email', 'invitations.profile', 'queueIds'])
    .select(['invitations.createdAt', 'invitations.expiresAt', 'users.name as invitedBy'])

/** Returns the company's invitations, the newest first; those that expired stay for some days. */
export async function listInvitations(scope: Scope): Promise<Invitation[]> {
  const found = await rows(scope).orderBy('invitations.id', 'desc').execute()
  return withQueues(scope, found)
}

/** Returns an invitation. @throws ERR_NO_INVITATION_FOUND */
export async function getInvitation(scope: Scope, id: number): Promise<Invitation> {
  const row = await rows(scope).where('invitations.id', '=', id).executeTakeFirst()
  const [invitation] = row ? await withQueues(scope, [row]) : []
  if (!invitation) throw new AppError('ERR_NO_INVITATION_FOUND')
  return invitation
}

/** Adds the queues that still exist. */
async function withQueues<R extends { queueIds: string }>(scope: Scope, rows: R[]) {
  const queues = await scope.db.select('queues').select(['id', 'name', 'color']).orderBy('orderQueue').execute()
  return rows.map(({ queueIds, ...invitation }) => {
    const ids: number[] = parseJson(queueIds)
    return { ...invitation, queues: queues.filter(({ id }) => ids.includes(id)) }
  })
}

/** Name of an invitation in the audit log. */
export const labelOf = ({ email, name, id }: { email: string | null; name: string; id: number }) =>
  email ?? (name || `${id}`)

/** Fields of an invitation written to the audit log. */
export const auditFields = ({ name, email, profile, queues, expiresAt }: Invitation) => ({
  ...{ name, email, profile, expiresAt },
  queues: queues.map(({ name }) => name),
})

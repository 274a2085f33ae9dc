import type { Scope } from '../../../core/scope'
import { recordAuditEntry } from '../../platform/audit/record'
import { auditFields, getInvitation, labelOf } from './read'

/** Deletes an invitation, so that its link opens nothing. @throws ERR_NO_INVITATION_FOUND */
export const revokeInvitation = (outer: Scope, id: number): Promise<{ id: number }> =>
  outer.transaction(async (scope) => {
    const invitation = await getInvitation(scope, id)
    await scope.db.delete('invitations').where('id', '=', id).execute()
    await recordAuditEntry(scope, {
      ...{ action: 'delete', entity: 'invitation', entityId: id, name: labelOf(invitation) },
      before: auditFields(invitation),
    })
    return { id }
  })

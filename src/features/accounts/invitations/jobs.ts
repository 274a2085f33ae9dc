import type { JobHandler, Jobs } from '../../../core/jobs/job'
import { hot } from '../../../core/storage/tenant'
import { ownCompanyRow } from '../../platform/company/own-row'
import { validDays } from './create'
import { invitationText } from './texts'
import { hashOf, linkOf, tokenOf } from './token'

const invited = hot<{ id: number }>()((db, p) =>
  db
    .select('invitations')
    .innerJoin('users', 'users.id', 'invitations.userId')
    .select(['invitations.id', 'invitations.name', 'invitations.email', 'invitations.language'])
    .select(['invitations.createdAt', 'invitations.expiresAt', 'users.name as invitedBy', 'invitations.tokenHash'])
    .where('invitations.id', '=', p('id')),
)
const replaceHash = hot<{ id: number; tokenHash: string }>()((db, p) =>
  db
    .update('invitations')
    .set({ tokenHash: p('tokenHash') })
    .where('id', '=', p('id')),
)
const companyName = hot<{}>()((db) => ownCompanyRow(db).select('companies.name'))

/** Mails the link, unless the invitation is used, revoked or expired. A repeat sends the same mail. */
export const mailInvitation: JobHandler<Jobs['mail.invitation']> = {
  async run(scope, { invitationId }) {
    const invitation = await scope.db.first(invited, { id: invitationId })
    if (!invitation?.email || invitation.expiresAt <= new Date().toISOString()) return
    const { id, email: to, language, name, invitedBy, createdAt } = invitation
    const { mail, secrets, publicUrl } = scope.ports
    const company = (await scope.db.first(companyName, {}))?.name ?? ''
    const token = tokenOf(secrets, invitation)
    const tokenHash = hashOf(secrets, token)
    // An earlier root key made the link: the mailed one takes its place.
    if (tokenHash !== invitation.tokenHash)
      await scope.transaction((scope) => scope.db.run(replaceHash, { id, tokenHash }))
    const link = linkOf(publicUrl, token)
    const { subject, text } = invitationText(language, { name, company, invitedBy, link, days: validDays })
    await mail.send({ to, subject, text, id: `invitation-${id}-${Date.parse(createdAt)}` })
  },
  attempts: 6,
  backoffSeconds: 5,
  timeoutSeconds: 60,
  concurrency: 4,
}

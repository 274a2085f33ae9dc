import { Link2, Mail, X } from 'lucide-react'
import { useEffect } from 'react'
import type { Invitation } from '../../../../src/features/accounts/invitations/model'
import { IconButton } from '../../../components/icon-button'
import { classes } from '../../../lib/classes'
import { useList } from '../../../lib/list'
import { formatDate } from '../../../lib/time'
import { useTranslation } from '../../../lib/use-translation'
import { invitations, revoke } from './invitations'

/** Open invitations above the users; nothing while there are none. */
export function InvitationRows() {
  const { t } = useTranslation()
  const { rows } = useList(invitations)
  useEffect(() => void invitations.reload(), [])
  if (rows.length === 0) return null
  return (
    <section aria-label={t('invitations.title')} className="mb-4">
      <h2 className="mb-2 font-semibold">{t('invitations.title')}</h2>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {rows.map((invitation) => (
          <Row key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </section>
  )
}

function Row({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation()
  const { email, name, profile, queues, invitedBy, expiresAt } = invitation
  const label = name || email || t('invitations.anyone')
  const isExpired = expiresAt <= new Date().toISOString()
  const Icon = email ? Mail : Link2
  const parts = [
    ...(name && email ? [email] : []),
    t(`users.profiles.${profile}`),
    ...queues.map((queue) => queue.name),
    t('invitations.by', { name: invitedBy }),
  ]
  return (
    <li className="flex items-center gap-3 py-2 pr-2 pl-4">
      <Icon aria-hidden className="size-5 shrink-0 text-faint" />
      <div className="min-w-0 flex-1">
        <p className="break-words font-medium">{label}</p>
        <p className="break-words text-muted text-sm">{parts.join(' · ')}</p>
        <p className={classes('text-sm', isExpired ? 'text-danger-ink' : 'text-faint')}>
          {t(isExpired ? 'invitations.expired' : 'invitations.until', { date: formatDate(expiresAt) })}
        </p>
      </div>
      <IconButton
        label={t('invitations.revokeOf', { name: label })}
        tone="danger"
        onClick={() => void revoke(invitation, label)}
      >
        <X aria-hidden />
      </IconButton>
    </li>
  )
}

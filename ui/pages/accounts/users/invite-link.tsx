import { Share2 } from 'lucide-react'
import type { CreatedInvitation } from '../../../../src/features/accounts/invitations/model'
import { Alert } from '../../../components/alert'
import { Button } from '../../../components/button'
import { CopyableText } from '../../../components/copyable-text'
import { Dialog } from '../../../components/dialog'
import { IconButton } from '../../../components/icon-button'
import { useMe } from '../../../lib/session'
import { formatDate } from '../../../lib/time'
import { useTranslation } from '../../../lib/use-translation'

interface Props {
  created: CreatedInvitation
  /** Name of the company; that of the signed-in person unless given. */
  company?: string
  onClose: () => void
}

/** The link of a new invitation, which the server never returns again. */
export function InviteLink({ created: { invitation, link, mailed }, company, onClose }: Props) {
  const { t } = useTranslation()
  const own = useMe().company.name
  // A person who closes the system's sheet has not failed.
  const share = () => navigator.share({ text: t('invitations.shareText', { company: company ?? own }), url: link })
  const canShare = typeof navigator.share === 'function'
  return (
    <Dialog
      open
      title={t('invitations.linkTitle')}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('invitations.done')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Alert tone="good">
          {mailed
            ? t('invitations.mailed', { email: invitation.email, interpolation: { escapeValue: false } })
            : t('invitations.linkReady')}
        </Alert>
        <CopyableText text={link} label={t('invitations.link')} copyLabel={t('invitations.copy')}>
          {canShare && (
            <IconButton label={t('invitations.share')} onClick={() => void share().catch(() => undefined)}>
              <Share2 aria-hidden />
            </IconButton>
          )}
        </CopyableText>
        <p className="text-muted text-sm">{t('invitations.linkHint', { date: formatDate(invitation.expiresAt) })}</p>
      </div>
    </Dialog>
  )
}

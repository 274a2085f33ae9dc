import { useTranslation } from '../lib/use-translation'
import { ShownOnceDialog } from './shown-once-dialog'

/** Shows a new signing key, which the server never returns again. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <ShownOnceDialog
      title={t('integrations.newSecretTitle')}
      warning={t('integrations.secretOnce')}
      text={secret}
      label={t('integrations.secret')}
      copyLabel={t('integrations.copySecret')}
      copiedToast={t('integrations.secretCopied')}
      onClose={onClose}
    >
      {t('integrations.secretUse')}
    </ShownOnceDialog>
  )
}

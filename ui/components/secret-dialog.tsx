import { Copy } from 'lucide-react'
import { copyText } from '../lib/copy-text'
import { useTranslation } from '../lib/use-translation'
import { Alert } from './alert'
import { Button } from './button'
import { Dialog } from './dialog'
import { IconButton } from './icon-button'

/** Shows a new signing key, which the server never returns again. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog
      open
      title={t('integrations.newSecretTitle')}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('integrations.secretDone')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Alert tone="warn">{t('integrations.secretOnce')}</Alert>
        <div className="flex items-center gap-1 rounded-md border border-line bg-sunken py-1 pr-1 pl-3">
          <output aria-label={t('integrations.secret')} className="min-w-0 flex-1 break-all font-mono text-sm">
            {secret}
          </output>
          <IconButton
            label={t('integrations.copySecret')}
            onClick={() => void copyText(secret, t('integrations.secretCopied'))}
          >
            <Copy aria-hidden />
          </IconButton>
        </div>
        <p className="text-muted text-sm">{t('integrations.secretUse')}</p>
      </div>
    </Dialog>
  )
}

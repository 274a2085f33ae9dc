import { ShownOnceDialog } from '../../../components/shown-once-dialog'
import { useTranslation } from '../../../lib/use-translation'

/** Shows a new API key, which the server never returns again. */
export function NewKeyDialog({ apiKey, onClose }: { apiKey: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <ShownOnceDialog
      title={t('apiKeys.newTitle')}
      warning={t('apiKeys.once')}
      text={apiKey}
      label={t('apiKeys.key')}
      copyLabel={t('apiKeys.copy')}
      copiedToast={t('apiKeys.copied')}
      onClose={onClose}
    >
      {t('apiKeys.use')}
    </ShownOnceDialog>
  )
}

import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import type { QueueIntegration } from '../../../src/features/integrations/model'
import { Button } from '../../components/button'
import { useTranslation } from '../../lib/use-translation'
import { rotateIntegrationSecret } from './store'

interface SecretFieldProps {
  /** Null while the integration is created. */
  integration: QueueIntegration | null
  onSecret: (secret: string) => void
}

/** The signing key, masked, with a button that replaces it; before the first save, how the key is made. */
export function SecretField({ integration, onSecret }: SecretFieldProps) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  if (!integration?.secret) return <p className="text-muted text-sm">{t('integrations.secretLater')}</p>
  const rotate = async () => {
    setBusy(true)
    const secret = await rotateIntegrationSecret(integration)
    setBusy(false)
    if (secret) onSecret(secret)
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-line p-3">
      <div className="min-w-0 flex-1">
        <p className="font-medium text-sm">{t('integrations.secret')}</p>
        <p className="font-mono text-muted text-sm">{integration.secret}</p>
      </div>
      <Button size="sm" busy={busy} icon={<RefreshCw aria-hidden />} onClick={() => void rotate()}>
        {t('integrations.rotate')}
      </Button>
    </div>
  )
}

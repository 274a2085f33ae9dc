import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../lib/use-translation'
import { Button } from './button'
import { confirm } from './confirm'

interface SecretFieldProps {
  /** Masked key; empty or absent before the first save. */
  secret: string | undefined
  /** Replaces the key; returns the new one, or undefined after a failure that was shown. */
  onRotate: () => Promise<string | undefined>
  onSecret: (secret: string) => void
}

/** The signing key, masked, with a button that replaces it; before the first save, how the key is made. */
export function SecretField({ secret, onRotate, onSecret }: SecretFieldProps) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  if (!secret) return <p className="text-muted text-sm">{t('integrations.secretLater')}</p>
  const rotate = async () => {
    const [title, text, action] = [
      t('integrations.rotateTitle'),
      t('integrations.rotateText'),
      t('integrations.rotate'),
    ]
    if (!(await confirm({ title, text, action, danger: true }))) return
    setBusy(true)
    const rotated = await onRotate()
    setBusy(false)
    if (rotated) onSecret(rotated)
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-line p-3">
      <div className="min-w-0 flex-1">
        <p className="font-medium text-sm">{t('integrations.secret')}</p>
        <p className="font-mono text-muted text-sm">{secret}</p>
      </div>
      <Button size="sm" busy={busy} icon={<RefreshCw aria-hidden />} onClick={() => void rotate()}>
        {t('integrations.rotate')}
      </Button>
    </div>
  )
}

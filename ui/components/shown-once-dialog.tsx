import { type ReactNode, useState } from 'react'
import { toastWarning } from '../lib/toast'
import { useTranslation } from '../lib/use-translation'
import { Alert } from './alert'
import { Button } from './button'
import { CopyableText } from './copyable-text'
import { Dialog } from './dialog'

interface Props {
  title: string
  /** Why the text must be copied now. */
  warning: string
  text: string
  /** Name of the text for screen readers. */
  label: string
  copyLabel: string
  copiedToast: string
  onClose: () => void
  /** Explanation below the text. */
  children: ReactNode
}

/**
 * Shows a key that the server never returns again. Until it is copied, only the button at the foot closes the dialog:
 * Escape or a click beside would lose the key.
 */
export function ShownOnceDialog({ title, warning, text, label, copyLabel, copiedToast, onClose, children }: Props) {
  const { t } = useTranslation()
  const [isCopied, setCopied] = useState(false)
  const footer = (
    <Button variant="primary" onClick={onClose}>
      {t('integrations.secretDone')}
    </Button>
  )
  return (
    <Dialog open title={title} onClose={isCopied ? onClose : () => toastWarning(warning)} footer={footer}>
      <div className="flex flex-col gap-4">
        <Alert tone="warn">{warning}</Alert>
        <CopyableText
          text={text}
          label={label}
          copyLabel={copyLabel}
          copiedToast={copiedToast}
          onCopied={() => setCopied(true)}
        />
        <p className="text-muted text-sm">{children}</p>
      </div>
    </Dialog>
  )
}

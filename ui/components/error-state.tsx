import { RotateCw } from 'lucide-react'
import { errorText } from '../lib/toast'
import { useTranslation } from '../lib/use-translation'
import { Button } from './button'

interface ErrorStateProps {
  /** Thrown error, shown as text; `text` overrides it. */
  failure?: unknown
  text?: string
  title?: string
  onRetry?: () => void
}

/** Replaces content that could not be loaded: the reason and a retry button. */
export function ErrorState({ failure, text, title, onRetry }: ErrorStateProps) {
  const { t } = useTranslation()
  return (
    <div role="alert" className="flex flex-col items-center justify-center gap-3 px-6 py-12 text-center">
      <div className="max-w-sm">
        <p className="font-semibold text-lg">{title ?? t('common.loadFailed')}</p>
        <p className="mt-1 text-muted">{text ?? errorText(failure)}</p>
      </div>
      {onRetry && (
        <Button icon={<RotateCw aria-hidden />} onClick={onRetry}>
          {t('common.retry')}
        </Button>
      )}
    </div>
  )
}

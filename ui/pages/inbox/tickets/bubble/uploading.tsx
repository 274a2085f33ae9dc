import { X } from 'lucide-react'
import { IconButton } from '../../../../components/icon-button'
import { discardMessage } from '../../../../lib/outbox/outbox'
import { useTranslation } from '../../../../lib/use-translation'
import type { Sending } from '../store/rows'

/** Upload progress with a cancel button. */
export function Uploading({ sending }: { sending: Sending }) {
  const { t } = useTranslation()
  const percent = Math.round((sending.progress ?? 0) * 100)
  return (
    <div className="flex min-w-48 items-center gap-2">
      <div
        role="progressbar"
        aria-label={t('tickets.uploading', { percent })}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-1 flex-1 overflow-hidden rounded-full bg-line"
      >
        <div className="h-full bg-accent transition-[width]" style={{ width: `${percent}%` }} />
      </div>
      <IconButton size="sm" label={t('tickets.cancelUpload')} onClick={() => discardMessage(sending.clientId)}>
        <X aria-hidden />
      </IconButton>
    </div>
  )
}

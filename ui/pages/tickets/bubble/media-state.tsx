import { RotateCw, TriangleAlert } from 'lucide-react'
import type { Message } from '../../../../src/features/messages/model'
import { Button } from '../../../components/button'
import { toastError } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { retryMessage } from '../store/requests'
import { mediaKind } from './media-kind'
import { pictureSize } from './picture-size'

const hasPicture = ({ mediaType }: Message) => mediaType === 'image' || mediaType === 'video'

/** Placeholder of a file that the server is still downloading from WhatsApp. */
export function PendingMedia({ message }: { message: Message }) {
  const { t } = useTranslation()
  const kind = mediaKind(message.mediaType, message.detail?.voice)
  return (
    <div role="status" className="flex max-w-full flex-col gap-1">
      {hasPicture(message) && <div style={pictureSize(message.detail ?? {})} className="skeleton" />}
      <span className="flex items-center gap-2 py-1 text-muted text-sm [&_svg]:size-4">
        {kind?.icon}
        {t('tickets.mediaPending')}
      </span>
    </div>
  )
}

/** Notice for a failed download with a retry, if a retry can help; the result arrives by event. */
export function FailedMedia({ message }: { message: Message }) {
  const missing = message.detail?.missing
  const retry = () => retryMessage(message.id).catch(toastError)
  if (missing === 'tooLarge') return <MediaNotice text="tickets.mediaTooLarge" />
  return <MediaNotice text={missing === 'noRoom' ? 'tickets.mediaNoRoom' : 'tickets.mediaFailed'} onRetry={retry} />
}

/** Notice for a file that did not load here, usually because its signed address has expired. */
export const BrokenMedia = ({ onRetry }: { onRetry: () => void }) => (
  <MediaNotice text="tickets.mediaBroken" onRetry={onRetry} />
)

type Notice = 'tickets.mediaFailed' | 'tickets.mediaBroken' | 'tickets.mediaTooLarge' | 'tickets.mediaNoRoom'

function MediaNotice({ text, onRetry }: { text: Notice; onRetry?: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-sm border border-line bg-surface px-3 py-2 text-sm">
      <TriangleAlert aria-hidden className="size-4 shrink-0 text-warn" />
      <span className="text-muted">{t(text)}</span>
      {onRetry && (
        <Button size="sm" icon={<RotateCw aria-hidden />} onClick={onRetry}>
          {t('tickets.retry')}
        </Button>
      )}
    </div>
  )
}

import { RotateCw, TriangleAlert } from 'lucide-react'
import type { Message } from '../../../../../src/features/inbox/messages/model'
import { Button } from '../../../../components/button'
import { toastError } from '../../../../lib/toast'
import { useTranslation } from '../../../../lib/use-translation'
import { retryMessage } from '../store/requests'
import { DownloadLink } from './download-link'
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

/**
 * Notice for a file that did not load here, with its download: the browser does not know its type, the file is damaged,
 * or its signed address has expired. A retry helps only in the last case.
 */
export function BrokenMedia({ message, onRetry }: { message?: Message; onRetry?: () => void }) {
  const isShowable = !message || mayBeShown(message)
  return (
    <MediaNotice
      text={isShowable ? 'tickets.mediaBroken' : 'tickets.mediaUnshown'}
      onRetry={isShowable ? onRetry : undefined}
      download={message}
    />
  )
}

/** Types that every browser shows; others depend on browser and system. */
const shownEverywhere = /^(image\/(jpeg|png|gif|webp)|video\/(mp4|webm)|audio\/)/

/** False for a file whose type only some browsers show. */
export const mayBeShown = ({ detail }: Message) => !detail?.mime || shownEverywhere.test(detail.mime)

type Notice =
  | 'tickets.mediaFailed'
  | 'tickets.mediaBroken'
  | 'tickets.mediaUnshown'
  | 'tickets.mediaTooLarge'
  | 'tickets.mediaNoRoom'

interface NoticeProps {
  text: Notice
  onRetry?: () => void
  /** Message whose file can be saved. */
  download?: Message
}

function MediaNotice({ text, onRetry, download }: NoticeProps) {
  const { t } = useTranslation()
  return (
    <div className="flex max-w-full flex-wrap items-center gap-2 rounded-sm border border-line bg-surface px-3 py-2 text-sm">
      {download?.detail?.thumbnail ? (
        <img src={download.detail.thumbnail} alt="" className="size-12 shrink-0 rounded-sm object-cover" />
      ) : (
        <TriangleAlert aria-hidden className="size-4 shrink-0 text-warn" />
      )}
      <span className="min-w-32 flex-1 text-muted">{t(text)}</span>
      {download && <DownloadLink message={download} />}
      {onRetry && (
        <Button size="sm" icon={<RotateCw aria-hidden />} onClick={onRetry}>
          {t('tickets.retry')}
        </Button>
      )}
    </div>
  )
}

import { Play } from 'lucide-react'
import { type CSSProperties, useState } from 'react'
import type { Message } from '../../../../../src/features/inbox/messages/model'
import { useTranslation } from '../../../../lib/use-translation'
import { openLightbox } from './lightbox-state'
import { BrokenMedia } from './media-state'
import { pictureSize } from './picture-size'
import { useMediaUrl } from './use-media-url'

const thumbnailStyle = (message: Message) =>
  message.detail?.thumbnail
    ? { backgroundImage: `url("${message.detail.thumbnail}")`, backgroundSize: 'cover', backgroundPosition: 'center' }
    : {}

interface MediaProps {
  message: Message
  onBroken: () => void
}

export function Picture(props: MediaProps) {
  const { t } = useTranslation()
  const { detail, body } = props.message
  return <LoadedPicture {...props} alt={body || t('tickets.image')} style={pictureSize(detail ?? {})} />
}

/** Picture of an album, cropped; the lightbox shows it whole. */
export function Tile({ wide, ...props }: MediaProps & { wide: boolean }) {
  const { t } = useTranslation()
  return (
    <LoadedPicture
      {...props}
      alt={t('tickets.image')}
      isLazy
      style={{ width: '100%', aspectRatio: wide ? '2 / 1' : '1 / 1' }}
    />
  )
}

interface LoadedPictureProps extends MediaProps {
  alt: string
  style: CSSProperties
  isLazy?: boolean
}

function LoadedPicture({ message, onBroken, alt, style, isLazy = false }: LoadedPictureProps) {
  const { t } = useTranslation()
  const { url, isBroken, onError } = useMediaUrl(message.mediaUrl!)
  if (isBroken) return <BrokenMedia message={message} onRetry={onBroken} />
  return (
    <button
      type="button"
      aria-label={t('tickets.openImage')}
      onClick={() => openLightbox(message)}
      style={{ ...thumbnailStyle(message), ...style }}
      className="block overflow-hidden rounded-sm bg-sunken"
    >
      <img
        src={url}
        alt={alt}
        loading={isLazy ? 'lazy' : undefined}
        decoding="async"
        draggable={false}
        onError={onError}
        className="size-full object-cover"
      />
    </button>
  )
}

/** Video; only its poster loads before play is pressed. */
export function VideoClip({ message, onBroken }: MediaProps) {
  const { t } = useTranslation()
  const [started, setStarted] = useState(false)
  const { url, isBroken, onError } = useMediaUrl(message.mediaUrl!)
  const style = { ...pictureSize(message.detail ?? {}), ...thumbnailStyle(message) }
  if (isBroken) return <BrokenMedia message={message} onRetry={onBroken} />
  if (!started && message.detail?.thumbnail)
    return (
      <button
        type="button"
        aria-label={t('tickets.play')}
        onClick={() => setStarted(true)}
        style={style}
        className="flex items-center justify-center rounded-sm bg-sunken"
      >
        <span className="flex size-12 items-center justify-center rounded-full bg-black/60 text-white">
          <Play aria-hidden className="size-6 translate-x-0.5" />
        </span>
      </button>
    )
  return (
    // biome-ignore lint/a11y/useMediaCaption: customers send no captions with their videos.
    <video
      src={url}
      controls
      autoPlay={started}
      playsInline
      preload="metadata"
      onError={onError}
      // A browser that knows only the sound of a file plays it without a picture and reports no error.
      onLoadedMetadata={({ currentTarget }) => currentTarget.videoWidth === 0 && onError()}
      style={style}
      className="rounded-sm bg-black"
    />
  )
}

/** Sticker without a bubble, as in WhatsApp. */
export function Sticker({ message, onBroken }: MediaProps) {
  const { t } = useTranslation()
  const { url, isBroken, onError } = useMediaUrl(message.mediaUrl!)
  if (isBroken) return <BrokenMedia message={message} onRetry={onBroken} />
  return <img src={url} alt={t('tickets.sticker')} onError={onError} className="size-36 object-contain" />
}

import { Play } from 'lucide-react'
import { type CSSProperties, useState } from 'react'
import type { Message } from '../../../../src/features/messages/model'
import { useTranslation } from '../../../lib/use-translation'
import { openLightbox } from './lightbox-state'
import { BrokenMedia } from './media-state'
import { frame } from './picture-size'

const backdrop = (message: Message) =>
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
  return <Shown {...props} alt={body || t('tickets.image')} style={frame(detail ?? {})} />
}

/** Picture of an album, cropped; the lightbox shows it whole. */
export function Tile({ wide, ...props }: MediaProps & { wide: boolean }) {
  const { t } = useTranslation()
  return (
    <Shown {...props} alt={t('tickets.image')} lazy style={{ width: '100%', aspectRatio: wide ? '2 / 1' : '1 / 1' }} />
  )
}

interface ShownProps extends MediaProps {
  alt: string
  style: CSSProperties
  lazy?: boolean
}

function Shown({ message, onBroken, alt, style, lazy = false }: ShownProps) {
  const { t } = useTranslation()
  const [broken, setBroken] = useState('')
  const url = message.mediaUrl!
  if (broken === url) return <BrokenMedia onRetry={onBroken} />
  return (
    <button
      type="button"
      aria-label={t('tickets.openImage')}
      onClick={() => openLightbox(message)}
      style={{ ...backdrop(message), ...style }}
      className="block overflow-hidden rounded-sm bg-sunken"
    >
      <img
        src={url}
        alt={alt}
        loading={lazy ? 'lazy' : undefined}
        decoding="async"
        draggable={false}
        onError={() => setBroken(url)}
        className="size-full object-cover"
      />
    </button>
  )
}

/** Video; only its poster loads before play is pressed. */
export function Clip({ message, onBroken }: MediaProps) {
  const { t } = useTranslation()
  const [started, setStarted] = useState(false)
  const [broken, setBroken] = useState('')
  const url = message.mediaUrl!
  const style = { ...frame(message.detail ?? {}), ...backdrop(message) }
  if (broken === url) return <BrokenMedia onRetry={onBroken} />
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
      onError={() => setBroken(url)}
      style={style}
      className="rounded-sm bg-black"
    />
  )
}

/** Sticker without a bubble, as in WhatsApp. */
export function Sticker({ message, onBroken }: MediaProps) {
  const { t } = useTranslation()
  const [broken, setBroken] = useState('')
  const url = message.mediaUrl!
  if (broken === url) return <BrokenMedia onRetry={onBroken} />
  return <img src={url} alt={t('tickets.sticker')} onError={() => setBroken(url)} className="size-36 object-contain" />
}

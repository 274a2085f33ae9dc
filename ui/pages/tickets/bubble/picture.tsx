import { Play } from 'lucide-react'
import { useState } from 'react'
import type { Message } from '../../../../src/features/messages/model'
import { useTranslation } from '../../../lib/use-translation'
import { frame } from './frame'
import { openLightbox } from './lightbox-state'
import { BrokenMedia } from './media-state'

const backdrop = (message: Message) =>
  message.detail?.thumbnail
    ? { backgroundImage: `url("${message.detail.thumbnail}")`, backgroundSize: 'cover', backgroundPosition: 'center' }
    : {}

export function Picture({ message, onBroken }: { message: Message; onBroken: () => void }) {
  const { t } = useTranslation()
  const [broken, setBroken] = useState('')
  const url = message.mediaUrl!
  if (broken === url) return <BrokenMedia onRetry={onBroken} />
  return (
    <button
      type="button"
      aria-label={t('tickets.openImage')}
      onClick={() => openLightbox(message)}
      style={{ ...frame(message.detail ?? {}), ...backdrop(message) }}
      className="block overflow-hidden rounded-sm bg-sunken"
    >
      <img
        src={url}
        alt={message.body || t('tickets.image')}
        decoding="async"
        draggable={false}
        onError={() => setBroken(url)}
        className="size-full object-cover"
      />
    </button>
  )
}

/** A picture of an album: cut to its place, whole in the lightbox. */
export function Tile({ message, wide, onBroken }: { message: Message; wide: boolean; onBroken: () => void }) {
  const { t } = useTranslation()
  const [broken, setBroken] = useState('')
  const url = message.mediaUrl!
  if (broken === url) return <BrokenMedia onRetry={onBroken} />
  return (
    <button
      type="button"
      aria-label={t('tickets.openImage')}
      onClick={() => openLightbox(message)}
      style={{ ...backdrop(message), aspectRatio: wide ? '2 / 1' : '1 / 1' }}
      className="block w-full overflow-hidden rounded-sm bg-sunken"
    >
      <img
        src={url}
        alt={t('tickets.image')}
        loading="lazy"
        decoding="async"
        draggable={false}
        onError={() => setBroken(url)}
        className="size-full object-cover"
      />
    </button>
  )
}

/** The player loads nothing but its poster until somebody presses play. */
export function Clip({ message, onBroken }: { message: Message; onBroken: () => void }) {
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

/** Bare, as WhatsApp shows them. */
export function Sticker({ message, onBroken }: { message: Message; onBroken: () => void }) {
  const { t } = useTranslation()
  const [broken, setBroken] = useState('')
  const url = message.mediaUrl!
  if (broken === url) return <BrokenMedia onRetry={onBroken} />
  return <img src={url} alt={t('tickets.sticker')} onError={() => setBroken(url)} className="size-36 object-contain" />
}

import { Dialog, DialogPanel } from '@headlessui/react'
import { ChevronLeft, ChevronRight, Download, X, ZoomIn, ZoomOut } from 'lucide-react'
import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react'
import type { Message } from '../../../../../src/features/inbox/messages/model'
import { IconButton } from '../../../../components/icon-button'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { onScreen } from '../store/live'
import { downloadName } from './download-link'
import { closeLightbox, lightbox, openLightbox, picturesAround } from './lightbox-state'
import { BrokenMedia } from './media-state'
import { useMediaUrl } from './use-media-url'
import { useZoom } from './use-zoom'

/** Lightbox; mounted once per page. */
export function LightboxHost() {
  const message = useValue(lightbox)
  return message && <Lightbox message={message} />
}

/** Full-window picture: zoom up to 5× by wheel, pinch, double click or + and −; Escape or a click outside closes it. */
function Lightbox({ message }: { message: Message }) {
  const { t } = useTranslation()
  const { zoom, style, surface, zoomBy, reset } = useZoom()
  const { pictures, at } = picturesAround(message, onScreen.peek())
  const step = (by: number) => {
    const next = pictures[at + by]
    if (!next) return
    reset()
    openLightbox(next)
  }
  useKeys((key) => {
    if (key === '+' || key === '=') zoomBy(1.5)
    if (key === '-') zoomBy(1 / 1.5)
    if (key === 'ArrowLeft') step(-1)
    if (key === 'ArrowRight') step(1)
  })
  const name = message.detail?.fileName || t('tickets.image')
  return (
    <Dialog open onClose={closeLightbox} aria-label={name} className="relative z-40">
      <DialogPanel className="fixed inset-0 flex flex-col bg-black/95 text-white">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape, the buttons and + − do the same. */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: likewise. */}
        <div
          {...surface}
          className="absolute inset-0 flex touch-none items-center justify-center overflow-hidden"
          onClick={({ target, currentTarget }) => target === currentTarget && closeLightbox()}
        >
          <WholePicture key={message.id} message={message} name={name} style={style} />
        </div>
        <div
          className="relative ml-auto flex items-center gap-1 rounded-bl-lg bg-black/70 p-2 text-ink"
          data-theme="dark"
        >
          {pictures.length > 1 && (
            <span role="status" className="px-2 text-muted text-sm tabular-nums">
              {t('conversation.imagePlace', { place: at + 1, count: pictures.length })}
            </span>
          )}
          <IconButton label={t('tickets.zoomOut')} disabled={zoom <= 1} onClick={() => zoomBy(1 / 1.5)}>
            <ZoomOut aria-hidden />
          </IconButton>
          <IconButton label={t('tickets.zoomIn')} disabled={zoom >= 5} onClick={() => zoomBy(1.5)}>
            <ZoomIn aria-hidden />
          </IconButton>
          <a
            href={message.mediaUrl ?? ''}
            download={downloadName(message)}
            aria-label={t('tickets.download')}
            className="flex size-control items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink [&_svg]:size-5"
          >
            <Download aria-hidden />
          </a>
          <IconButton label={t('common.close')} onClick={closeLightbox}>
            <X aria-hidden />
          </IconButton>
        </div>
        {pictures.length > 1 && (
          <>
            <Arrow side="left" label={t('conversation.previousImage')} disabled={at === 0} onClick={() => step(-1)}>
              <ChevronLeft aria-hidden />
            </Arrow>
            <Arrow
              side="right"
              label={t('conversation.nextImage')}
              disabled={at === pictures.length - 1}
              onClick={() => step(1)}
            >
              <ChevronRight aria-hidden />
            </Arrow>
          </>
        )}
        {message.body && message.body !== message.detail?.fileName && (
          <p className="pointer-events-none relative mt-auto bg-black/70 p-3 text-center wrap-anywhere">
            {message.body}
          </p>
        )}
      </DialogPanel>
    </Dialog>
  )
}

/** The picture, or a notice with its download if the browser cannot show it. */
function WholePicture({ message, name, style }: { message: Message; name: string; style: CSSProperties }) {
  const { url, isBroken, onError } = useMediaUrl(message.mediaUrl ?? '')
  if (isBroken)
    return (
      <div className="max-w-md p-4" data-theme="dark">
        <BrokenMedia message={message} />
      </div>
    )
  return (
    <img
      src={url}
      alt={message.body || name}
      draggable={false}
      onError={onError}
      style={style}
      className="max-h-full max-w-full select-none object-contain"
    />
  )
}

interface ArrowProps {
  side: 'left' | 'right'
  label: string
  disabled: boolean
  onClick: () => void
  children: ReactNode
}

function Arrow({ side, label, disabled, onClick, children }: ArrowProps) {
  return (
    <div
      data-theme="dark"
      className={`absolute top-1/2 -translate-y-1/2 rounded-md bg-black/70 text-ink ${side === 'left' ? 'left-2' : 'right-2'}`}
    >
      <IconButton label={label} disabled={disabled} onClick={onClick} tooltipSide="top">
        {children}
      </IconButton>
    </div>
  )
}

/** Handles keys independent of the focus while the lightbox is open. */
function useKeys(press: (key: string) => void) {
  const latest = useRef(press)
  latest.current = press
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => latest.current(key)
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

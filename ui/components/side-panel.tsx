import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { breakpoints, useMediaQuery } from '../lib/media-query'
import { useInertPage } from '../lib/use-inert-page'
import { usePanelExits } from '../lib/use-panel-exits'
import { useTranslation } from '../lib/use-translation'
import { useFocusAfterMenu } from './dialog'
import { IconButton } from './icon-button'

interface SidePanelProps {
  title: string
  onClose: () => void
  /** Asks when typed words would be lost; resolves with whether the panel may be closed. */
  mayClose: () => Promise<boolean>
  children: ReactNode
  /** Buttons at the foot, the primary one last. */
  footer?: ReactNode
}

/** Id of the element of the shell beside the page in which panels are. */
export const sidePlaceId = 'side'

/**
 * Panel of 480 px beside the page, which becomes narrower and stays usable: a dialog that is not modal. Below 900 px it
 * has the whole screen, and the page behind it is inert (docs/adr/0180).
 */
export function SidePanel({ title, onClose, mayClose, children, footer }: SidePanelProps) {
  const { t } = useTranslation()
  const titleId = useId()
  const panel = useRef<HTMLElement>(null)
  const isWholeScreen = !useMediaQuery(breakpoints.table)
  usePanelExits(panel, { mayClose, close: onClose })
  // Before the focus returns to the button that opened the panel, which takes none while inert.
  useInertPage(panel, isWholeScreen)
  useFocusInside(panel)
  useFocusAfterMenu(panel, true)
  return createPortal(
    <section
      ref={panel}
      role="dialog"
      aria-modal={isWholeScreen || undefined}
      aria-labelledby={titleId}
      tabIndex={-1}
      className="enter flex flex-col bg-raised outline-none safe-bottom max-md:fixed max-md:inset-0 max-md:z-40 md:w-120 md:shrink-0 md:border-line md:border-l print:hidden"
    >
      <div className="flex items-center gap-2 border-line border-b pt-[calc(var(--safe-top)+0.5rem)] pr-2 pb-2 pl-4 md:pt-2">
        <h2 id={titleId} className="line-clamp-2 min-w-0 flex-1 wrap-anywhere font-semibold text-lg leading-6">
          {title}
        </h2>
        <IconButton label={t('common.close')} onClick={() => void mayClose().then((may) => may && onClose())}>
          <X aria-hidden />
        </IconButton>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto p-4">{children}</div>
      {footer && <div className="flex flex-wrap justify-end gap-2 border-line border-t p-3">{footer}</div>}
    </section>,
    document.getElementById(sidePlaceId) ?? document.body,
  )
}

/**
 * Moves the focus to the first field, and back to the button that opened the panel when it is closed. The row of that
 * button is marked meanwhile.
 */
function useFocusInside(panel: RefObject<HTMLElement | null>) {
  // Before the first field has taken the focus.
  const [opener] = useState(() => (document.activeElement instanceof HTMLElement ? document.activeElement : null))
  useLayoutEffect(() => {
    const row = opener?.closest('li, tr, [role=listitem]')
    row?.setAttribute('data-edited', '')
    const inside = panel.current
    const first = inside?.querySelector<HTMLElement>('[data-autofocus]') ?? inside
    first?.focus({ preventScroll: true })
    return () => {
      row?.removeAttribute('data-edited')
      const isFocusHere = inside?.contains(document.activeElement) || document.activeElement === document.body
      if (isFocusHere) focusAfterPanel(opener)
    }
  }, [panel, opener])
}

/** The button that opened the panel, or the page when its row was deleted meanwhile. */
function focusAfterPanel(opener: HTMLElement | null) {
  const isThere = opener?.isConnected && opener !== document.body
  const place = isThere ? opener : document.getElementById('content')
  place?.focus({ preventScroll: true })
}

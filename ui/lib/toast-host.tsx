import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Toaster, toast } from 'sonner'
import { useLocation } from 'wouter'
import { theme } from './theme'
import { useTranslation } from './use-translation'
import { useValue } from './use-value'

export { toast }

/** Screens with a head of 56 px at the top of their panes. */
const withPaneHead = /^\/(tickets|chats|kanban)\b/

/**
 * Toast container, mounted once; at the top, so that a toast never covers the composer: between title and action in the
 * head of a page, and below the head of a conversation. Its place is outside of the root element, which is inert while a
 * dialog is open: toasts are read, and their buttons work, above a dialog too.
 */
export function ToastHost() {
  const { t } = useTranslation()
  const [address] = useLocation()
  const place = usePlaceInBody()
  return createPortal(
    <Toaster
      position="top-center"
      theme={useValue(theme)}
      offset={{ top: `calc(var(--safe-top) + ${withPaneHead.test(address) ? 64 : 12}px)` }}
      // Below the bar with the way back.
      mobileOffset={{ top: 'calc(var(--safe-top) + 64px)' }}
      containerAriaLabel={t('common.notifications')}
      gap={8}
      toastOptions={{
        closeButtonAriaLabel: t('common.close'),
        classNames: {
          // A toast over tabs or buttons lets the pointer through, and so does not stay while the pointer is there.
          toast:
            'pointer-events-none! [&_button]:pointer-events-auto rounded-lg! border! border-line! bg-raised! text-ink! shadow-e2! text-sm! font-sans!',
          error: '[&_[data-icon]]:text-danger!',
          success: '[&_[data-icon]]:text-good!',
          warning: '[&_[data-icon]]:text-warn!',
        },
      }}
    />,
    place,
  )
}

/** Element at the end of the body, for as long as the component is mounted. */
function usePlaceInBody(): HTMLElement {
  const [place] = useState(() => document.createElement('div'))
  useEffect(() => {
    place.className = 'print:hidden'
    document.body.append(place)
    return () => place.remove()
  }, [place])
  return place
}

import { Toaster, toast } from 'sonner'
import { useLocation } from 'wouter'
import { theme } from './theme'
import { useTranslation } from './use-translation'
import { useValue } from './use-value'

export { toast }

/** Screens with a head of 56 px at the top of their panes. */
const withPaneHead = /^\/(tickets|chats|kanban)\b/

/**
 * Toast container, mounted once at the root; at the top, so that a toast never covers the composer: between
 * title and action in the head of a page, and below the head of a conversation.
 */
export function ToastHost() {
  const { t } = useTranslation()
  const [address] = useLocation()
  return (
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
    />
  )
}

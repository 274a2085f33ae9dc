import { Toaster, toast } from 'sonner'
import { theme } from './theme'
import { useTranslation } from './use-translation'
import { useValue } from './use-value'

export { toast }

/** Toast container, mounted once at the root; at the top, so that a toast never covers the composer. */
export function ToastHost() {
  const { t } = useTranslation()
  return (
    <Toaster
      position="top-center"
      theme={useValue(theme)}
      offset={{ top: 'calc(var(--safe-top) + 12px)' }}
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

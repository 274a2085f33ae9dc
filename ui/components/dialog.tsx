import { DialogBackdrop, DialogPanel, DialogTitle, Dialog as Headless } from '@headlessui/react'
import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { classes } from '../lib/classes'
import { passHeldWords } from '../lib/held-words'
import { useTranslation } from '../lib/use-translation'
import { IconButton } from './icon-button'

interface DialogProps {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
  /** Buttons at the foot, the primary one last. */
  footer?: ReactNode
  size?: 'sm' | 'md' | 'lg'
}
const widths = { sm: 'sm:max-w-sm', md: 'sm:max-w-lg', lg: 'sm:max-w-3xl' }

/** Modal dialog: traps focus, closes on Escape, restores focus. A bottom sheet on phones. */
export function Dialog({ open, onClose, title, children, footer, size = 'md' }: DialogProps) {
  const { t } = useTranslation()
  const root = useRef<HTMLDivElement>(null)
  useFocusAfterMenu(root, open)
  return (
    <Headless ref={root} open={open} onClose={onClose} className="relative z-40 outline-none">
      <DialogBackdrop className="fixed inset-0 bg-scrim" />
      <div className="fixed inset-0 flex items-end justify-center sm:items-center sm:p-6">
        <DialogPanel
          className={classes(
            'enter flex max-h-[94dvh] w-full flex-col rounded-t-xl border border-line bg-raised shadow-e2 safe-bottom sm:max-h-full sm:rounded-xl',
            widths[size],
          )}
        >
          <div className="flex items-center gap-2 border-line border-b py-2 pr-2 pl-4">
            <DialogTitle className="line-clamp-2 min-w-0 flex-1 wrap-anywhere font-semibold text-lg leading-6">
              {title}
            </DialogTitle>
            <IconButton label={t('common.close')} onClick={onClose}>
              <X aria-hidden />
            </IconButton>
          </div>
          <div ref={receiveHeldWords} className="min-h-0 flex-1 overflow-y-auto p-4">
            {children}
          </div>
          {footer && <div className="flex flex-wrap justify-end gap-2 border-line border-t p-3">{footer}</div>}
        </DialogPanel>
      </div>
    </Headless>
  )
}

/**
 * Types the words pressed after the key that opened the dialog, while its code was loading, into its first field. Words
 * that follow continue the text of a text area; the cursor would be before it.
 */
function receiveHeldWords(content: HTMLElement | null) {
  const field = content?.querySelector<HTMLInputElement | HTMLTextAreaElement>(
    'input[data-autofocus], textarea[data-autofocus]',
  )
  if (!field) return
  if (field instanceof HTMLTextAreaElement) field.setSelectionRange(field.value.length, field.value.length)
  passHeldWords(field)
}

/** Frames after which a menu has given the focus back to its button. */
const menuFrames = 3

/**
 * Takes the focus back from the button of the menu that opened the dialog. Headless UI focuses that button two frames
 * after the choice, unless a field has the focus; keys would then reach the page behind the dialog.
 */
export function useFocusAfterMenu(root: RefObject<HTMLElement | null>, open: boolean) {
  useEffect(() => {
    if (!open) return
    let frame = 0
    const wait = (left: number) => {
      if (left > 0) frame = requestAnimationFrame(() => wait(left - 1))
      else if (
        document.activeElement?.matches('[aria-haspopup=menu]') &&
        !root.current?.contains(document.activeElement)
      )
        root.current?.focus({ preventScroll: true })
    }
    wait(menuFrames)
    return () => cancelAnimationFrame(frame)
  }, [root, open])
}

import { PanelRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../../../components/icon-button'
import { classes } from '../../../../lib/classes'
import { useAction, useShortcut } from '../../../../lib/keys'
import { breakpoints, useMediaQuery } from '../../../../lib/media-query'
import { paths } from '../../../../lib/paths'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { paneOpen, setPane, sheetOpen } from './details-state'

/** State of the contact's details, and the function that shows or hides them. */
function useDetails() {
  const wide = useMediaQuery(breakpoints.details) && location.pathname !== paths.kanban
  const pane = useValue(paneOpen)
  const sheet = useValue(sheetOpen)
  const toggle = () => {
    if (wide) setPane(!pane)
    else sheetOpen.value = !sheet
  }
  return { isOpen: wide ? pane : sheet, toggle }
}

/** Button that shows or hides the contact's details. */
export function DetailsButton() {
  const { t } = useTranslation()
  const { isOpen, toggle } = useDetails()
  useAction('ticket.details', toggle)
  return (
    <IconButton
      label={isOpen ? t('details.hide') : t('details.show')}
      shortcut={useShortcut('ticket.details')}
      aria-expanded={isOpen}
      onClick={toggle}
    >
      <PanelRight aria-hidden />
    </IconButton>
  )
}

/** The contact's picture as the button of the details, in a header without room for another one. */
export function DetailsOfAvatar({ className, children }: { className: string; children: ReactNode }) {
  const { t } = useTranslation()
  const { isOpen, toggle } = useDetails()
  return (
    <button
      type="button"
      aria-label={isOpen ? t('details.hide') : t('details.show')}
      aria-expanded={isOpen}
      onClick={toggle}
      className={classes('fingertip shrink-0 rounded-full', className)}
    >
      {children}
    </button>
  )
}

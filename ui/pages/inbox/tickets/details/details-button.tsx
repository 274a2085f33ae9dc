import { PanelRight } from 'lucide-react'
import { IconButton } from '../../../../components/icon-button'
import { useAction, useShortcut } from '../../../../lib/keys'
import { breakpoints, useMediaQuery } from '../../../../lib/media-query'
import { paths } from '../../../../lib/paths'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { paneOpen, setPane, sheetOpen } from './details-state'

/** Button that shows or hides the contact's details. */
export function DetailsButton() {
  const { t } = useTranslation()
  const wide = useMediaQuery(breakpoints.wide) && location.pathname !== paths.kanban
  const pane = useValue(paneOpen)
  const sheet = useValue(sheetOpen)
  const isOpen = wide ? pane : sheet
  const toggle = () => {
    if (wide) setPane(!pane)
    else sheetOpen.value = !sheet
  }
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

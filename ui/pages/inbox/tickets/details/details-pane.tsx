import { X } from 'lucide-react'
import { useEffect } from 'react'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { Drawer } from '../../../../components/drawer'
import { IconButton } from '../../../../components/icon-button'
import { breakpoints, useMediaQuery } from '../../../../lib/media-query'
import { paths } from '../../../../lib/paths'
import { useCloseOnBack } from '../../../../lib/use-close-on-back'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { Details } from './details'
import { paneOpen, setPane, sheetOpen } from './details-state'

/** False on the board, which already shows the ticket in a panel. */
const hasRoom = () => location.pathname !== paths.kanban

/** Details of the contact: third pane on wide screens, otherwise a drawer. */
export function DetailsPane({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation()
  const wide = useMediaQuery(breakpoints.details) && hasRoom()
  const pane = useValue(paneOpen)
  const sheet = useValue(sheetOpen)
  const close = () => {
    if (wide) setPane(false)
    else sheetOpen.value = false
  }
  useCloseOnBack(sheet && !wide, close)
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes for another ticket and another width.
  useEffect(() => {
    sheetOpen.value = false
  }, [ticket.id, wide])

  const head = (
    <header className="flex min-h-14 items-center gap-2 border-line border-b py-1.5 pr-2 pl-4">
      <h2 className="min-w-0 flex-1 truncate font-semibold">{t('details.panel')}</h2>
      <IconButton label={t('details.hide')} onClick={close}>
        <X aria-hidden />
      </IconButton>
    </header>
  )
  if (!wide)
    return (
      <Drawer open={sheet} onClose={close} label={t('details.panel')} side="right" wide>
        {head}
        <Details ticket={ticket} />
      </Drawer>
    )
  if (!pane) return null
  return (
    <aside
      aria-label={t('details.panel')}
      className="flex h-full w-76 shrink-0 flex-col border-line border-l bg-surface"
    >
      <h2 className="sr-only">{t('details.panel')}</h2>
      <Details ticket={ticket} />
    </aside>
  )
}

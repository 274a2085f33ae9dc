import { useEffect } from 'react'
import { useLocation } from 'wouter'
import type { Me } from '../../src/features/accounts/auth/model'
import { startKeys, useAction } from '../lib/keys'
import { closeOverlay, openOverlay, overlay } from '../lib/overlay'
import { paths, toTickets } from '../lib/paths'
import { useMe } from '../lib/session'
import { useValue } from '../lib/use-value'
import { rowsFor } from '../navigation/menu-rows'
import { NewTicketDialog } from '../pages/inbox/tickets/new-ticket/new-ticket-dialog'
import { KeySheet } from './key-sheet'
import { Palette } from './palette'

/** Registers the global shortcuts and mounts the overlays. */
export function PaletteHost() {
  const openedOverlay = useValue(overlay)
  const me = useMe()
  const [, navigate] = useLocation()
  useEffect(startKeys, [])
  useEffect(() => closeOverlay, [])
  useAction('palette.open', () => openOverlay('palette'))
  useAction('search', () => openOverlay('palette'))
  useAction('keys.help', () => openOverlay('keys'))
  useAction('ticket.new', () => openOverlay('newTicket'))
  useAction('go.tickets', () => navigate(toTickets()))
  useAction('go.contacts', () => navigate(paths.contacts), { when: () => mayOpenPath(me, paths.contacts) })
  useAction('go.dashboard', () => navigate(paths.home), { when: () => mayOpenPath(me, paths.home) })
  useAction('go.kanban', () => navigate(paths.kanban), { when: () => mayOpenPath(me, paths.kanban) })
  return (
    <>
      {openedOverlay === 'palette' && <Palette onClose={closeOverlay} />}
      {openedOverlay === 'keys' && <KeySheet onClose={closeOverlay} />}
      {openedOverlay === 'newTicket' && <NewTicketDialog onClose={closeOverlay} />}
    </>
  )
}

const mayOpenPath = (me: Me, path: string) => rowsFor(me).some(({ to }) => to === path)

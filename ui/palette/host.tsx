import { useEffect } from 'react'
import { useLocation } from 'wouter'
import type { Me } from '../../src/features/auth/model'
import { startKeys, useAction } from '../lib/keys'
import { lazyPage } from '../lib/lazy-page'
import { paths, toTickets } from '../lib/paths'
import { useMe } from '../lib/session'
import { useValue } from '../lib/use-value'
import { rowsFor } from '../navigation/menu-rows'
import { hide, overlay, show } from './state'

const Palette = lazyPage(() => import('./palette').then((page) => page.Palette))
const KeySheet = lazyPage(() => import('./key-sheet').then((page) => page.KeySheet))

/** The keys of every screen, and what they open; nothing of that is loaded before it is wanted. */
export function PaletteHost() {
  const open = useValue(overlay)
  const me = useMe()
  const [, navigate] = useLocation()
  useEffect(startKeys, [])
  useEffect(() => hide, [])
  useAction('palette.open', () => show('palette'))
  useAction('search', () => show('palette'))
  useAction('keys.help', () => show('keys'))
  useAction('go.tickets', () => navigate(toTickets()))
  useAction('go.contacts', () => navigate(paths.contacts), { when: () => isThere(me, paths.contacts) })
  useAction('go.dashboard', () => navigate(paths.home), { when: () => isThere(me, paths.home) })
  useAction('go.kanban', () => navigate(paths.kanban), { when: () => isThere(me, paths.kanban) })
  return (
    <>
      {open === 'palette' && <Palette onClose={hide} />}
      {open === 'keys' && <KeySheet onClose={hide} />}
    </>
  )
}

const isThere = (me: Me, path: string) => rowsFor(me).some(({ to }) => to === path)

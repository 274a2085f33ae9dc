import type { ReadonlySignal } from '@preact/signals-react'
import { type LucideIcon, MessagesSquare, Smartphone } from 'lucide-react'
import type { Permission } from '../../src/shared/permissions'
import { needsAttention } from '../lib/connections'
import { paths, toTickets } from '../lib/paths'

/** One screen in the menu. A new screen adds a row here, an address in paths.ts and a route in private-screens.tsx. */
export interface MenuRow {
  to: string
  text: 'tickets.title' | 'connections.title'
  icon: LucideIcon
  /** Who sees the row; everybody without it. */
  can?: Permission
  /** Puts a '!' on the row while true. */
  attention?: ReadonlySignal<boolean>
}

export const menuRows: MenuRow[] = [
  { to: toTickets(), text: 'tickets.title', icon: MessagesSquare },
  {
    to: paths.connections,
    text: 'connections.title',
    icon: Smartphone,
    can: 'connection:list',
    attention: needsAttention,
  },
]

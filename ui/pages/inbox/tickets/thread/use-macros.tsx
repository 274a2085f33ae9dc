import { Zap } from 'lucide-react'
import { useEffect } from 'react'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import type { MenuEntry } from '../../../../components/menu'
import { formatKeys, nameOf } from '../../../../lib/key-names'
import { macros } from '../../../../lib/macros'
import { useMe } from '../../../../lib/session'
import { useValue } from '../../../../lib/use-value'
import { runMacro } from '../actions/macros'
import { mayWrite } from '../actions/message-actions'

/** Closed popovers stay in the document with the role of a dialog. */
const openDialog = '[role=dialog]:not([popover]), [role=dialog]:popover-open'

/** Menu entries that run the company's macros on a ticket on screen; also runs them by their keys. */
export function useMacros(ticket: Ticket): MenuEntry[] {
  const me = useMe()
  const all = useValue(macros)
  const offered = mayWrite(me, ticket) ? all : []
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const name = event.repeat ? null : nameOf(event)
      const macro = name && offered.find(({ keys }) => keys === name)
      if (!macro || document.querySelector(openDialog)) return
      event.preventDefault()
      void runMacro(ticket, macro)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
  return offered.map((macro, at) => ({
    label: macro.name,
    icon: <Zap aria-hidden />,
    shortcut: macro.keys ? formatKeys(macro.keys) : undefined,
    separated: at === 0,
    onSelect: () => void runMacro(ticket, macro),
  }))
}

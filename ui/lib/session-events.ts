import type { Handlers } from './realtime'
import { accessedElsewhere, me, updateMe } from './session'

/** Events for every screen: login elsewhere, changes of the user's own data, of the company and its settings. */
export const sessionEvents: Handlers = {
  auth: ({ user }) => {
    if (user.id === me.peek()?.id) accessedElsewhere()
  },
  setting: ({ setting }) => {
    const known = me.peek()?.company
    if (!known?.settings.some(({ key }) => key === setting.key)) return
    const settings = known.settings.map((each) => (each.key === setting.key ? setting : each))
    updateMe({ company: { ...known, settings } })
  },
  company: ({ company }) => {
    const known = me.peek()?.company
    if (known) updateMe({ company: { ...known, ...company } })
  },
  user: (event) => {
    if (event.action === 'update' && event.user.id === me.peek()?.id) updateMe(event.user)
  },
}

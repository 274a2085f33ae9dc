import type { Handlers } from './realtime'
import { accessedElsewhere, changeMe, me } from './session'

/** What every screen hears: my own login used elsewhere, my own name, queues or rights changed, and my company. */
export const aboutMe: Handlers = {
  auth: ({ user }) => {
    if (user.id === me.peek()?.id) accessedElsewhere()
  },
  setting: ({ setting }) => {
    const known = me.peek()?.company
    if (!known?.settings.some(({ key }) => key === setting.key)) return
    const settings = known.settings.map((each) => (each.key === setting.key ? setting : each))
    changeMe({ company: { ...known, settings } })
  },
  company: ({ company }) => {
    const known = me.peek()?.company
    if (known) changeMe({ company: { ...known, ...company } })
  },
  user: (heard) => {
    if (heard.action === 'update' && heard.user.id === me.peek()?.id) changeMe(heard.user)
  },
}

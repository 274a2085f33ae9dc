import type { EventHandlers } from './realtime'
import { accessedElsewhere, loadMe, me, updateMe } from './session'

/** Events for every screen: login elsewhere, changes of the user's own data, of the company and its settings. */
export const sessionEvents: EventHandlers = {
  auth: ({ user }) => {
    if (user.id === me.peek()?.id) accessedElsewhere()
  },
  setting: ({ setting }) => {
    const current = me.peek()?.company
    if (!current?.settings.some(({ key }) => key === setting.key)) return
    const settings = current.settings.map((each) => (each.key === setting.key ? setting : each))
    if (setting.key === 'passwordMinLength') void loadMe()
    const isRequired = setting.key === 'secondFactorRequired' && { secondFactorRequired: setting.value === 'enabled' }
    updateMe({ company: { ...current, settings }, ...isRequired })
  },
  company: ({ company }) => {
    const current = me.peek()?.company
    if (current) updateMe({ company: { ...current, ...company } })
  },
  user: (event) => {
    if (event.action === 'update' && event.user.id === me.peek()?.id) updateMe(event.user)
  },
}

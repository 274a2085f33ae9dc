import type { Visibility } from '../../core/events'
import { hasRole, isSettingKey, settingRules } from '../../shared/settings'
import type { CompanyFacts } from './company/model'
import type { Setting } from './settings/model'

/** Events of platform: entity → payload. */
declare module '../../core/events' {
  interface Events {
    setting: { action: 'update'; setting: Setting }
    /** Name, due date, plan, time zone or language of the viewer's company. */
    company: { action: 'update'; company: CompanyFacts }
  }
}

/** Payload of each event for one viewer. */
export const platformEvents = {
  company: (_, payload) => payload,
  setting: (viewer, payload) => {
    const { key } = payload.setting
    return isSettingKey(key) && hasRole(viewer, settingRules[key].read) ? payload : null
  },
} satisfies Partial<Visibility>

import { agentScreens } from './agent'
import { aroundScreens } from './around'
import { contactScreens } from './contact'
import { conversationScreens } from './conversation'
import { managerScreens } from './manager'
import { automationScreens } from './manager-automation'
import { managerForms } from './manager-forms'
import { reportScreens } from './manager-reports'
import { settingsScreens } from './manager-settings'
import { messageScreens } from './messages'
import { providerScreens } from './provider'
import { providerForms } from './provider-forms'
import type { Screen } from './screen'
import { ticketListScreens } from './ticket-list'
import { writingScreens } from './writing'

/** Screens as they open, which docs/screens shows. */
export const mainScreens: Screen[] = [...agentScreens, ...managerScreens, ...providerScreens]

/** All screens behind a login, with their dialogs and states. */
export const privateScreens: Screen[] = [
  ...mainScreens,
  ...ticketListScreens,
  ...conversationScreens,
  ...messageScreens,
  ...writingScreens,
  ...contactScreens,
  ...aroundScreens,
  ...managerForms,
  ...automationScreens,
  ...settingsScreens,
  ...reportScreens,
  ...providerForms,
]

import { agentScreens } from './agent'
import { aroundScreens } from './around'
import { boardScreens } from './board'
import { chatScreens } from './chats'
import { contactScreens } from './contact'
import { conversationScreens } from './conversation'
import { managerScreens } from './manager'
import { automationScreens } from './manager-automation'
import { managerForms } from './manager-forms'
import { reportScreens } from './manager-reports'
import { settingsScreens } from './manager-settings'
import { messageScreens } from './messages'
import { offlineScreens } from './offline'
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
  ...chatScreens,
  ...boardScreens,
  ...offlineScreens,
  ...managerForms,
  ...automationScreens,
  ...settingsScreens,
  ...reportScreens,
  ...providerForms,
]

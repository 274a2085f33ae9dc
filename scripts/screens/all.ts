import { agentScreens } from './agent'
import { aroundScreens } from './around'
import { boardScreens } from './board'
import { chatScreens } from './chats'
import { contactScreens } from './contact'
import { conversationScreens } from './conversation'
import { managerScreens } from './manager'
import { automationScreens } from './manager-automation'
import { campaignScreens } from './manager-campaigns'
import { managerForms } from './manager-forms'
import { programScreens } from './manager-programs'
import { reportScreens } from './manager-reports'
import { settingsScreens } from './manager-settings'
import { messageScreens } from './messages'
import { offlineScreens } from './offline'
import { providerScreens } from './provider'
import { providerForms } from './provider-forms'
import type { Screen } from './screen'
import { ticketListScreens } from './ticket-list'
import { writingScreens } from './writing'

/** Names of the screens that docs/screens shows, in its order. */
export const docsScreens = [
  ...['conversation', 'details', 'palette', 'kanban', 'chats', 'contacts', 'schedules-week', 'dashboard', 'team'],
  ...['connections', 'queue-menu', 'flow', 'contact-lists', 'campaigns', 'campaign-report', 'settings'],
  ...['setup', 'first-number', 'not-connected-first-steps'],
]

/** All screens behind a login, with their dialogs and states. */
export const privateScreens: Screen[] = [
  ...agentScreens,
  ...managerScreens,
  ...campaignScreens,
  ...programScreens,
  ...providerScreens,
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

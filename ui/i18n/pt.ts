import { announcements } from './pt/announcements'
import { audit } from './pt/audit'
import { checkout, financeiro, payments, subscription } from './pt/billing'
import { chats } from './pt/chats'
import { composer } from './pt/composer'
import { connections } from './pt/connections'
import { contacts, details } from './pt/contacts'
import { conversation } from './pt/conversation'
import { dashboard } from './pt/dashboard'
import { files, messagesApi } from './pt/files'
import { helps } from './pt/helps'
import { hours } from './pt/hours'
import { inbox } from './pt/inbox'
import { notifications } from './pt/notifications'
import { outside } from './pt/outside'
import { keys, palette } from './pt/palette'
import { companies, plans, support } from './pt/provider'
import { noneYet, queues } from './pt/queues'
import { quickMessages } from './pt/quick-messages'
import { schedules } from './pt/schedules'
import { settings } from './pt/settings'
import { kanban, tags } from './pt/tags'
import { tickets } from './pt/tickets'
import { todolist } from './pt/todolist'
import { unsent } from './pt/unsent'
import { profile, users } from './pt/users'
import { variables } from './pt/variables'

/** The source of truth: the other languages have exactly these keys. One file per area; plurals end in _one, _other. */
export const pt = {
  ...outside,
  composer,
  audit,
  connections,
  contacts,
  details,
  chats,
  checkout,
  financeiro,
  payments,
  subscription,
  notifications,
  tickets,
  tags,
  kanban,
  conversation,
  dashboard,
  files,
  messagesApi,
  hours,
  inbox,
  keys,
  palette,
  noneYet,
  queues,
  quickMessages,
  schedules,
  todolist,
  unsent,
  announcements,
  companies,
  helps,
  plans,
  settings,
  support,
  users,
  profile,
  variables,
}
export type Texts = typeof pt

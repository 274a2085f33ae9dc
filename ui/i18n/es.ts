import { announcements } from './es/announcements'
import { audit } from './es/audit'
import { checkout, financeiro, payments, subscription } from './es/billing'
import { chats } from './es/chats'
import { composer } from './es/composer'
import { connections } from './es/connections'
import { contacts, details } from './es/contacts'
import { conversation } from './es/conversation'
import { dashboard } from './es/dashboard'
import { files, messagesApi } from './es/files'
import { helps } from './es/helps'
import { hours } from './es/hours'
import { inbox } from './es/inbox'
import { notifications } from './es/notifications'
import { outside } from './es/outside'
import { keys, palette } from './es/palette'
import { companies, plans, support } from './es/provider'
import { noneYet, queues } from './es/queues'
import { quickMessages } from './es/quick-messages'
import { schedules } from './es/schedules'
import { settings } from './es/settings'
import { kanban, tags } from './es/tags'
import { tickets } from './es/tickets'
import { todolist } from './es/todolist'
import { unsent } from './es/unsent'
import { profile, users } from './es/users'
import { variables } from './es/variables'
import type { Texts } from './pt'

export const es = {
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
} satisfies Texts

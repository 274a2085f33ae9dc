import { announcements } from './en/announcements'
import { audit } from './en/audit'
import { checkout, financeiro, payments, subscription } from './en/billing'
import { chats } from './en/chats'
import { composer } from './en/composer'
import { connections } from './en/connections'
import { contacts, details } from './en/contacts'
import { conversation } from './en/conversation'
import { dashboard } from './en/dashboard'
import { files, messagesApi } from './en/files'
import { helps } from './en/helps'
import { hours } from './en/hours'
import { inbox } from './en/inbox'
import { notifications } from './en/notifications'
import { outside } from './en/outside'
import { keys, palette } from './en/palette'
import { companies, plans, support } from './en/provider'
import { noneYet, queues } from './en/queues'
import { quickMessages } from './en/quick-messages'
import { schedules } from './en/schedules'
import { settings } from './en/settings'
import { kanban, tags } from './en/tags'
import { tickets } from './en/tickets'
import { todolist } from './en/todolist'
import { unsent } from './en/unsent'
import { profile, users } from './en/users'
import { variables } from './en/variables'
import type { Texts } from './pt'

export const en = {
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

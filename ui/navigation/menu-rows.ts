import type { ReadonlySignal } from '@preact/signals-react'
import {
  BookUser,
  CalendarClock,
  CircleHelp,
  ClipboardList,
  Code,
  Columns3,
  Files,
  Gauge,
  LayoutDashboard,
  ListTodo,
  type LucideIcon,
  Megaphone,
  MessageCircle,
  MessageSquareOff,
  MessagesSquare,
  Network,
  Plug,
  RadioTower,
  ReceiptText,
  ScrollText,
  Send,
  Settings,
  Smartphone,
  Sparkles,
  Tags,
  TextQuote,
  Users,
  Webhook,
  Workflow,
  Zap,
} from 'lucide-react'
import type { Me } from '../../src/features/accounts/auth/model'
import type { PlanFlag } from '../../src/shared/enums'
import { can, type Permission } from '../../src/shared/permissions'
import type { Texts } from '../i18n/pt/all'
import { hasUnreadChats } from '../lib/chats'
import { needsAttention } from '../lib/connections'
import { hasFailedIntegration, hasFailedWebhook } from '../lib/integration-alerts'
import { paths, toChats, toTickets } from '../lib/paths'
import { needsKey } from '../lib/prompt-alerts'

/** Text groups of screens that have a title. */
type Titled = { [Area in keyof Texts]: Texts[Area] extends { title: string } ? Area : never }[keyof Texts]

/**
 * Row of the navigation menu. A new screen needs a row here, an address in paths.ts and a route in private-screens.tsx.
 */
export interface MenuRow {
  to: string
  text: `${Titled}.title`
  icon: LucideIcon
  /** Permission needed; without it every user sees the row. */
  can?: Permission
  /** Plan feature needed. */
  plan?: PlanFlag
  /** Only for super users. */
  super?: true
  /** Addresses of screens that belong to this one. */
  below?: string[]
  /** Submenu that contains the row, and the row's text there, which has less room. */
  group?: MenuGroup
  groupText?: 'phraseNames.menu' | 'flowNames.menuRow' | 'campaigns.menuRow'
  /** Part of the text, at most 14 characters, for the place below an icon; needed where the text is longer. */
  caption?: `menuCaption.${keyof Texts['menuCaption']}`
  /** Shows a dot while true, for new content. */
  dot?: ReadonlySignal<boolean>
  /** Shows a '!' while true. */
  attention?: ReadonlySignal<boolean>
}

/** Submenus with their text. */
export const menuGroups = {
  flows: { text: 'flowNames.menu', icon: Workflow },
  campaigns: { text: 'campaigns.menu', icon: Send },
} as const
export type MenuGroup = keyof typeof menuGroups

/** Rows in menu order. */
const menuRows: MenuRow[] = [
  { to: paths.home, text: 'dashboard.title', icon: LayoutDashboard, can: 'dashboard:view' },
  { to: toTickets(), text: 'tickets.title', icon: MessagesSquare },
  { to: paths.team, text: 'team.title', caption: 'menuCaption.team', icon: RadioTower, can: 'team:view' },
  { to: paths.kanban, text: 'kanban.title', icon: Columns3, plan: 'useKanban' },
  { to: paths.quickMessages, text: 'quickMessages.title', caption: 'menuCaption.quickMessages', icon: Zap },
  { to: paths.todolist, text: 'todolist.title', caption: 'menuCaption.todolist', icon: ListTodo },
  { to: paths.contacts, text: 'contacts.title', icon: BookUser },
  { to: paths.schedules, text: 'schedules.title', icon: CalendarClock, plan: 'useSchedules' },
  { to: paths.tags, text: 'tags.title', icon: Tags },
  { to: toChats(), text: 'chats.title', icon: MessageCircle, plan: 'useInternalChat', dot: hasUnreadChats },
  { to: paths.helps, text: 'helps.title', icon: CircleHelp },
  { to: paths.announcements, text: 'announcements.title', icon: Megaphone, super: true },
  {
    to: paths.connections,
    text: 'connections.title',
    icon: Smartphone,
    can: 'connection:list',
    attention: needsAttention,
  },
  { to: paths.files, text: 'files.title', icon: Files },
  { to: paths.queues, text: 'queues.title', icon: Network, can: 'queue:edit' },
  {
    to: paths.prompts,
    text: 'prompts.title',
    icon: Sparkles,
    can: 'prompt:edit',
    plan: 'useOpenAi',
    attention: needsKey,
  },
  {
    to: paths.queueIntegration,
    text: 'integrations.title',
    icon: Plug,
    can: 'integration:edit',
    plan: 'useIntegrations',
    attention: hasFailedIntegration,
  },
  {
    to: paths.webhooks,
    text: 'webhooks.title',
    icon: Webhook,
    can: 'integration:edit',
    plan: 'useIntegrations',
    attention: hasFailedWebhook,
  },
  {
    to: paths.phraseLists,
    text: 'phraseNames.title',
    caption: 'menuCaption.phraseNames',
    icon: TextQuote,
    can: 'flow:edit',
    plan: 'useIntegrations',
    group: 'flows',
    groupText: 'phraseNames.menu',
  },
  {
    to: paths.flowbuilders,
    below: ['/flowbuilder'],
    text: 'flowNames.title',
    caption: 'menuCaption.flowNames',
    icon: Workflow,
    can: 'flow:edit',
    plan: 'useIntegrations',
    group: 'flows',
    groupText: 'flowNames.menuRow',
  },
  {
    to: paths.campaigns,
    below: ['/campaign'],
    text: 'campaigns.title',
    icon: Send,
    can: 'campaign:view',
    plan: 'useCampaigns',
    group: 'campaigns',
    groupText: 'campaigns.menuRow',
  },
  {
    to: paths.contactLists,
    text: 'contactLists.title',
    caption: 'menuCaption.contactLists',
    icon: ClipboardList,
    can: 'campaign:edit',
    plan: 'useCampaigns',
    group: 'campaigns',
  },
  {
    to: paths.optOuts,
    text: 'optOuts.title',
    caption: 'menuCaption.optOuts',
    icon: MessageSquareOff,
    can: 'campaign:view',
    plan: 'useCampaigns',
    group: 'campaigns',
  },
  {
    to: paths.campaignConfig,
    text: 'campaignConfig.title',
    caption: 'menuCaption.campaignConfig',
    icon: Gauge,
    can: 'campaign:edit',
    plan: 'useCampaigns',
    group: 'campaigns',
  },
  { to: paths.users, text: 'users.title', icon: Users, can: 'user:edit' },
  {
    to: paths.messagesApi,
    text: 'messagesApi.title',
    caption: 'menuCaption.messagesApi',
    icon: Code,
    can: 'connection:edit',
    plan: 'useExternalApi',
  },
  { to: paths.financeiro, text: 'financeiro.title', icon: ReceiptText, can: 'invoice:list' },
  { to: paths.settings, text: 'settings.title', icon: Settings, can: 'settings:edit' },
  { to: paths.audit, text: 'audit.title', icon: ScrollText, can: 'audit:view' },
]

/** Menu rows of the screens a person may open: by permission, plan and super user, in menu order. */
export const rowsFor = (me: Me) => menuRows.filter((row) => mayOpen(me, row))

const mayOpen = (me: Me, row: MenuRow) =>
  (!row.can || can(me.profile, row.can)) && (!row.plan || me.company.plan[row.plan]) && (!row.super || me.super)

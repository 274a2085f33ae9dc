import { computed, type ReadonlySignal } from '@preact/signals-react'
import {
  BookUser,
  CalendarClock,
  CalendarDays,
  ChartColumn,
  ClipboardList,
  Columns3,
  Gauge,
  Inbox,
  ListTodo,
  type LucideIcon,
  Megaphone,
  MessageSquareOff,
  MessagesSquare,
  RadioTower,
  Sparkles,
  TextQuote,
  Workflow,
} from 'lucide-react'
import type { Me } from '../../src/features/accounts/auth/model'
import { unreadTickets } from '../lib/attention'
import { unreadChats } from '../lib/chats'
import { paths, toChats, toTickets } from '../lib/paths'
import { needsKey } from '../lib/prompt-alerts'
import { type MenuRow, mayOpen, type NavigationText } from './menu-row'

/** Rows below one heading of a second panel. */
export interface RowGroup {
  text: NavigationText
  rows: MenuRow[]
}

/** News of a place: a number, or only a dot; `text` says the count to screen readers. */
interface News {
  count: ReadonlySignal<number>
  text: 'navigation.unread' | 'chats.unreadChats'
  isDot?: true
}

/** Entry of the rail: one screen, two screens with tabs in the page head, or a section with a second panel. */
export interface RailPlace {
  /** Name, which a screen reader reads. */
  text: NavigationText
  /** Part of the name, at most 13 characters, for the place below the icon; needed where the name is longer. */
  caption?: NavigationText
  /** Shorter name in the bottom bar of a phone. */
  phoneCaption?: NavigationText
  icon: LucideIcon
  news?: News
  /** Screens in their order; the entry leads to the first one that the person may open. */
  groups: RowGroup[]
}

const single = (row: MenuRow): RailPlace => ({
  text: row.text,
  icon: row.icon,
  groups: [{ text: row.text, rows: [row] }],
})

const tickets: MenuRow = { to: toTickets(), text: 'tickets.title', icon: Inbox }
const chats: MenuRow = {
  to: toChats(),
  text: 'chats.title',
  icon: MessagesSquare,
  plan: 'useInternalChat',
}

/** Number of the person's own tickets with unread messages. */
const unreadOwn = computed(() => unreadTickets.rows.value.length)

/** Entries of daily work. */
export const dailyPlaces: RailPlace[] = [
  {
    ...single(tickets),
    phoneCaption: 'navigation.attend',
    news: { count: unreadOwn, text: 'navigation.unread' },
  },
  single({ to: paths.kanban, text: 'kanban.title', icon: Columns3, plan: 'useKanban' }),
  single({ to: paths.contacts, text: 'contacts.title', icon: BookUser }),
  {
    text: 'navigation.agenda',
    icon: CalendarDays,
    groups: [
      {
        text: 'navigation.agenda',
        rows: [
          {
            to: paths.schedules,
            text: 'schedules.title',
            icon: CalendarClock,
            explain: 'explain.schedules',
            plan: 'useSchedules',
          },
          { to: paths.todolist, text: 'todolist.title', icon: ListTodo, explain: 'explain.todolist' },
        ],
      },
    ],
  },
  {
    ...single(chats),
    caption: 'navigation.chat',
    news: { count: unreadChats, text: 'chats.unreadChats', isDot: true },
  },
  {
    text: 'navigation.panel',
    icon: ChartColumn,
    groups: [
      {
        text: 'navigation.panel',
        rows: [
          { to: paths.team, text: 'team.title', icon: RadioTower, explain: 'explain.team', can: 'team:view' },
          {
            to: paths.home,
            text: 'dashboard.title',
            icon: ChartColumn,
            explain: 'explain.dashboard',
            can: 'dashboard:view',
          },
        ],
      },
    ],
  },
]

/** Entries below the line, for those who may open one of their screens. */
export const sectionPlaces: RailPlace[] = [
  {
    text: 'navigation.campaigns',
    icon: Megaphone,
    groups: [
      {
        text: 'navigation.sending',
        rows: [
          {
            to: paths.campaigns,
            below: ['/campaign'],
            text: 'campaigns.title',
            icon: Megaphone,
            explain: 'explain.campaigns',
            can: 'campaign:view',
            plan: 'useCampaigns',
          },
          {
            to: paths.contactLists,
            text: 'contactLists.title',
            icon: ClipboardList,
            explain: 'explain.contactLists',
            can: 'campaign:edit',
            plan: 'useCampaigns',
          },
        ],
      },
      {
        text: 'navigation.rules',
        rows: [
          {
            to: paths.optOuts,
            text: 'optOuts.title',
            icon: MessageSquareOff,
            explain: 'explain.optOuts',
            isExplainedInPanel: true,
            can: 'campaign:view',
            plan: 'useCampaigns',
          },
          {
            to: paths.campaignConfig,
            text: 'campaignConfig.title',
            icon: Gauge,
            explain: 'explain.campaignConfig',
            isExplainedInPanel: true,
            can: 'campaign:edit',
            plan: 'useCampaigns',
          },
        ],
      },
    ],
  },
  {
    text: 'navigation.automation',
    icon: Workflow,
    groups: [
      {
        text: 'navigation.automation',
        rows: [
          {
            to: paths.flowbuilders,
            below: ['/flowbuilder'],
            text: 'flowNames.title',
            icon: Workflow,
            explain: 'explain.flows',
            isExplainedInPanel: true,
            can: 'flow:edit',
            plan: 'useIntegrations',
          },
          {
            to: paths.phraseLists,
            text: 'phraseNames.title',
            icon: TextQuote,
            explain: 'explain.phrases',
            isExplainedInPanel: true,
            can: 'flow:edit',
            plan: 'useIntegrations',
          },
          {
            to: paths.prompts,
            text: 'prompts.title',
            icon: Sparkles,
            explain: 'explain.prompts',
            isExplainedInPanel: true,
            can: 'prompt:edit',
            plan: 'useOpenAi',
            attention: needsKey,
          },
        ],
      },
    ],
  },
]

/** Groups with the rows that the person may open; without the empty ones. */
export const openableGroups = (me: Me, groups: RowGroup[]): RowGroup[] =>
  groups
    .map((group) => ({ ...group, rows: group.rows.filter((row) => mayOpen(me, row)) }))
    .filter(({ rows }) => rows.length > 0)

/** Places with at least one screen that the person may open, and only those screens. */
export const openablePlaces = (me: Me, places: RailPlace[]): RailPlace[] =>
  places
    .map((place) => ({ ...place, groups: openableGroups(me, place.groups) }))
    .filter(({ groups }) => groups.length > 0)

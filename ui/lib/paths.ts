/** Lists which route a screen has: address patterns for the router, and functions that build links. */
export const paths = {
  home: '/',
  team: '/team',
  figure: '/results/conversations',
  firstSteps: '/first-steps',
  login: '/login',
  signup: '/signup',
  confirm: '/confirm',
  forgetpsw: '/forgetpsw',
  setup: '/setup',
  invite: '/invite',
  tickets: '/tickets/:ticketId?',
  kanban: '/kanban',
  quickMessages: '/quick-messages',
  todolist: '/todolist',
  contacts: '/contacts',
  schedules: '/schedules',
  tags: '/tags',
  chats: '/chats/:id?',
  connections: '/connections',
  connectionHealth: '/connections/:id/health',
  helps: '/helps',
  announcements: '/announcements',
  morning: '/overview',
  settings: '/settings',
  settingsHub: '/all-settings',
  audit: '/audit',
  users: '/users',
  profile: '/profile',
  files: '/files',
  messagesApi: '/messages-api',
  queues: '/queues',
  webhooks: '/webhooks',
  apiKeys: '/keys',
  prompts: '/prompts',
  queueIntegration: '/queue-integration',
  flowbuilders: '/flowbuilders',
  flowbuilder: '/flowbuilder/:id?',
  phraseLists: '/phrase-lists',
  contactLists: '/contact-lists',
  optOuts: '/opt-outs',
  contactListItems: '/contact-lists/:id/contacts',
  campaigns: '/campaigns',
  campaignReport: '/campaign/:campaignId/report',
  campaignConfig: '/campaigns-config',
  financeiro: '/financeiro',
  checkout: '/checkout/:invoiceId',
  subscription: '/subscription',
  renew: '/renew',
} as const

/** `ticketId` in the address is the ticket's uuid. */
export const toTickets = (uuid?: string) => (uuid ? `/tickets/${encodeURIComponent(uuid)}` : '/tickets')

/** Ticket scrolled to a message that a search found; its found words are marked. */
export function toFoundMessage(uuid: string, messageId: number, { text, ranges }: Snippet) {
  const words = new Set(ranges.map(([from, to]) => text.slice(from, to)))
  const found = [...words].map((word) => ['found', word])
  return `${toTickets(uuid)}?${new URLSearchParams([['message', String(messageId)], ...found])}`
}
interface Snippet {
  text: string
  ranges: [from: number, to: number][]
}

/** Ticket scrolled to one note. */
export const toNote = (uuid: string, id: number) => `${toTickets(uuid)}?note=${id}`

/** `id` in the address is the chat's uuid. */
export const toChats = (uuid?: string) => (uuid ? `/chats/${encodeURIComponent(uuid)}` : '/chats')

/** With `contactId` the page opens the form for a new message to that contact. */
export const toSchedules = (contactId?: number) => (contactId ? `/schedules?contactId=${contactId}` : '/schedules')

/** Board with a ticket opened beside it. */
export const toKanban = (uuid?: string) => (uuid ? `/kanban?ticket=${encodeURIComponent(uuid)}` : '/kanban')

/** Address of a ticket, or of none, on the current page: board or ticket list. */
export const toConversation = (uuid?: string) => (location.pathname === paths.kanban ? toKanban(uuid) : toTickets(uuid))

/** Dashboard with a saved report. */
export const toReport = (id: number) => `/?report=${id}`

/** Conversations that a figure of the dashboard counts, by period, figure and filters. */
export const toFigure = (query: Record<string, string | number | undefined>) =>
  `${paths.figure}?${new URLSearchParams(Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])))}`

/** Editor of one flow. */
export const toFlow = (id: number) => `/flowbuilder/${id}`

/** Health of one connection. */
export const toConnectionHealth = (id: number) => `/connections/${id}/health`

/** Contacts of one list. */
export const toContactList = (id: number) => `/contact-lists/${id}/contacts`
/** Report of one campaign. */
export const toCampaignReport = (id: number) => `/campaign/${id}/report`

/** Part of the settings: a page of the provider or the hours (`tab`), or one group of options (`part`). */
export const toSettings = (part: SettingsTab | SettingsPart) =>
  `${paths.settings}?${settingsTabs.includes(part as SettingsTab) ? 'tab' : 'part'}=${part}`
export const settingsTabs = [
  'schedules',
  'companies',
  'plans',
  'helps',
  'payments',
  'nodes',
  'backups',
  'look',
] as const
export type SettingsTab = (typeof settingsTabs)[number]
/** Groups of options that have a page of their own. */
export const settingsParts = ['company', 'targets', 'messages', 'macros', 'security', 'ai', 'installation'] as const
export type SettingsPart = (typeof settingsParts)[number]

/** Invoices of all companies that wait for the provider's check of a payment. */
export const toClaims = '/financeiro?view=claims'
/** Payment of one invoice. */
export const toCheckout = (invoiceId: number) => `/checkout/${invoiceId}`

/** Dialog of a company on the provider's list: its form, its renewal or a support visit. */
export const toCompany = (id: number, open: 'form' | 'renew' | 'support') => `${toSettings('companies')}&${open}=${id}`

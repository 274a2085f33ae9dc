/** Every screen's address: patterns for the router, builders for links. */
export const paths = {
  home: '/',
  login: '/login',
  signup: '/signup',
  forgetpsw: '/forgetpsw',
  setup: '/setup',
  tickets: '/tickets/:ticketId?',
  kanban: '/kanban',
  quickMessages: '/quick-messages',
  todolist: '/todolist',
  contacts: '/contacts',
  schedules: '/schedules',
  tags: '/tags',
  chats: '/chats/:id?',
  connections: '/connections',
  helps: '/helps',
  announcements: '/announcements',
  settings: '/settings',
  audit: '/audit',
  users: '/users',
  profile: '/profile',
  files: '/files',
  messagesApi: '/messages-api',
  queues: '/queues',
  financeiro: '/financeiro',
  checkout: '/checkout/:invoiceId',
  subscription: '/subscription',
  renew: '/renew',
} as const

/** `ticketId` in an address is the ticket's uuid (specification §2). */
export const toTickets = (uuid?: string) => (uuid ? `/tickets/${encodeURIComponent(uuid)}` : '/tickets')

/** A note in its conversation. */
export const toNote = (uuid: string, id: number) => `${toTickets(uuid)}?note=${id}`

/** A chat's `id` in an address is its uuid. */
export const toChats = (uuid?: string) => (uuid ? `/chats/${encodeURIComponent(uuid)}` : '/chats')

/** With a contact the page opens the form for a new one to them (specification §2). */
export const toSchedules = (contactId?: number) => (contactId ? `/schedules?contactId=${contactId}` : '/schedules')

/** The board, with a conversation beside it. */
export const toKanban = (uuid?: string) => (uuid ? `/kanban?ticket=${encodeURIComponent(uuid)}` : '/kanban')

/** A conversation, or none, where conversations stand on the present page. */
export const toConversation = (uuid?: string) => (location.pathname === paths.kanban ? toKanban(uuid) : toTickets(uuid))

/** One invoice on its way to being paid. */
export const toCheckout = (invoiceId: number) => `/checkout/${invoiceId}`

/** Every screen's address: patterns for the router, builders for links. */
export const paths = {
  home: '/',
  login: '/login',
  signup: '/signup',
  setup: '/setup',
  tickets: '/tickets/:ticketId?',
  connections: '/connections',
} as const

/** `ticketId` in an address is the ticket's uuid (specification §2). */
export const toTickets = (uuid?: string) => (uuid ? `/tickets/${encodeURIComponent(uuid)}` : '/tickets')

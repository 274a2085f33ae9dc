/**
 * Scopes of API keys (docs/adr/0179): `read` reads what the key's maker reads; `send` writes to customers and works on
 * conversations; `manage` changes the company's entities. None gives the routes of another, but webhooks, campaigns,
 * schedules and flows that a key of `manage` makes pass on and send messages.
 */
export const keyScopes = ['read', 'send', 'manage'] as const
export type KeyScope = (typeof keyScopes)[number]

/** Start of every API key, by which the server and scanners for leaked secrets recognise one. */
export const keyStart = 'blc_'

/** Parts of the API by the first word of their path, with the scope that their changes need; null: a key only reads. */
const parts: Record<string, KeyScope | null> = {
  messages: 'send',
  tickets: 'send',
  ticket: 'send',
  'ticket-notes': 'send',
  'ticket-tags': 'send',
  'campaign-lanes': 'manage',
  'campaign-settings': 'manage',
  campaigns: 'manage',
  'contact-list-imports': 'manage',
  'contact-list-items': 'manage',
  'contact-lists': 'manage',
  contacts: 'manage',
  files: 'manage',
  flowbuilder: 'manage',
  flowcampaign: 'manage',
  'number-checks': 'manage',
  'opt-outs': 'manage',
  prompt: 'manage',
  queue: 'manage',
  'queue-options': 'manage',
  queueIntegration: 'manage',
  'quick-messages': 'manage',
  schedules: 'manage',
  tags: 'manage',
  webhooks: 'manage',
  whatsapp: 'manage',
  whatsappsession: 'manage',
  dashboard: null,
  'flow-runs': null,
  search: null,
  settings: null,
  team: null,
  users: null,
}

/** Routes that differ from their part: another scope, or null for no key, as for what is the maker's own. */
const exceptions: Record<string, KeyScope | null> = {
  'GET /media/:id': 'read',
  'DELETE /api/tickets/:id': 'manage',
  'POST /api/tags/sync': 'send',
  'GET /api/tickets/drafts': null,
  'GET /api/tickets/:id/draft': null,
  'PUT /api/tickets/:id/draft': null,
  'DELETE /api/tickets/:id/draft': null,
  'GET /api/dashboard/reports': null,
  'GET /api/users/:id/sessions': null,
  'GET /api/whatsapp/:id/token': null,
  'POST /api/whatsapp/:id/token': null,
  'POST /api/contacts/:id/data': null,
  'POST /api/contacts/:id/erase': null,
}

/**
 * Decides which scope a key needs for a route; null when no key reaches it, as for logins, people, keys, copies of the
 * company and everything of the provider. A part that is not listed is not reached.
 * @param route path with its placeholders, such as `/api/tickets/:id`
 */
export function keyScopeOf(method: string, route: string): KeyScope | null {
  const path = route.length > 1 ? route.replace(/\/$/, '') : route
  const exception = exceptions[`${method} ${path}`]
  if (exception !== undefined) return exception
  const part = parts[path.split('/')[2] ?? '']
  if (part === undefined || !path.startsWith('/api/')) return null
  return method === 'GET' || method === 'HEAD' ? 'read' : part
}

import type { Elysia } from 'elysia'
import { type RouteEntry, routeTable } from '../../../src/core/http/route-table'
import type { Row } from './row'
import { apiKeysRows } from './rows/api-keys'
import { campaignsRows } from './rows/campaigns'
import { cannedTextsRows } from './rows/canned-texts'
import { chatsRows } from './rows/chats'
import { connectionsRows } from './rows/connections'
import { contactListsRows } from './rows/contact-lists'
import { contactsRows } from './rows/contacts'
import { flowPhrasesRows } from './rows/flow-phrases'
import { flowsRows } from './rows/flows'
import { integrationsRows } from './rows/integrations'
import { loginRows } from './rows/login'
import { messagesRows } from './rows/messages'
import { optOutsRows } from './rows/opt-outs'
import { paymentsRows } from './rows/payments'
import { promptsRows } from './rows/prompts'
import { providerRows } from './rows/provider'
import { queuesRows } from './rows/queues'
import { reportsRows } from './rows/reports'
import { tagsRows } from './rows/tags'
import { ticketsRows } from './rows/tickets'
import { usersRows } from './rows/users'
import { webhooksRows } from './rows/webhooks'

/**
 * Expected statuses of every HTTP route: one row per route. tenant.test.ts calls each route as every actor for every
 * target and fails for a route without a row.
 */
export const rows: Record<string, Row> = {
  ...loginRows,
  ...providerRows,
  ...usersRows,
  ...reportsRows,
  ...contactsRows,
  ...contactListsRows,
  ...campaignsRows,
  ...ticketsRows,
  ...messagesRows,
  ...connectionsRows,
  ...chatsRows,
  ...queuesRows,
  ...integrationsRows,
  ...flowsRows,
  ...flowPhrasesRows,
  ...webhooksRows,
  ...apiKeysRows,
  ...promptsRows,
  ...cannedTextsRows,
  ...tagsRows,
  ...paymentsRows,
  ...optOutsRows,
}

/** Method and path, as the table names a route. */
export const routeKey = ({ method, path }: RouteEntry) => `${method} ${path}`

/** Routes of an application, without the websocket, which has tests of its own. */
export const httpRoutes = (app: { routes: Elysia['routes'] }) => routeTable(app).filter(({ method }) => method !== 'WS')

/** Routes without a row, and rows without a route. */
export function unmatchedRoutes(app: { routes: Elysia['routes'] }): string[] {
  const keys = httpRoutes(app).map(routeKey)
  return [...keys.filter((key) => !rows[key]), ...Object.keys(rows).filter((key) => !keys.includes(key))]
}

export const rowOf = (route: RouteEntry) => rows[routeKey(route)] as Row

import type { Elysia } from 'elysia'
import { type RouteEntry, routeTable } from '../../../src/core/http/route-table'
import type { Row } from './row'
import { cannedTextsRows } from './rows/canned-texts'
import { chatsRows } from './rows/chats'
import { connectionsRows } from './rows/connections'
import { contactsRows } from './rows/contacts'
import { loginRows } from './rows/login'
import { messagesRows } from './rows/messages'
import { paymentsRows } from './rows/payments'
import { providerRows } from './rows/provider'
import { queuesRows } from './rows/queues'
import { reportsRows } from './rows/reports'
import { tagsRows } from './rows/tags'
import { ticketsRows } from './rows/tickets'
import { usersRows } from './rows/users'

/**
 * Who asks for what with which answer: ONE row per route. The tests beside walk it with every actor and every target;
 * a route without a row fails them.
 */
export const rows: Record<string, Row> = {
  ...loginRows,
  ...providerRows,
  ...usersRows,
  ...reportsRows,
  ...contactsRows,
  ...ticketsRows,
  ...messagesRows,
  ...connectionsRows,
  ...chatsRows,
  ...queuesRows,
  ...cannedTextsRows,
  ...tagsRows,
  ...paymentsRows,
}

export const keyOf = ({ method, path }: RouteEntry) => `${method} ${path}`

/** Everything an application answers over HTTP; the websocket has its own tests. */
export const walked = (app: { routes: Elysia['routes'] }) => routeTable(app).filter(({ method }) => method !== 'WS')

/** Routes nobody has said the answers of, and rows whose route is gone. */
export function unmatched(app: { routes: Elysia['routes'] }): string[] {
  const there = walked(app).map(keyOf)
  return [...there.filter((key) => !rows[key]), ...Object.keys(rows).filter((key) => !there.includes(key))]
}

export const rowOf = (route: RouteEntry) => rows[keyOf(route)] as Row

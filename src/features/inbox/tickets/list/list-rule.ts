import { ticketLists } from '../../../../shared/ticket-lists'
import type { TicketQuery } from '../model'

/** A query with the rule of its list. */
export type ListQuery = TicketQuery & {
  /** Pending tickets that the robot has (true) or has not (false); absent for both. */
  robot?: boolean
}

/** Replaces the name of a list by its status, holder and the rest of its rule. */
export function withListRule<Q extends TicketQuery>(query: Q): Q & ListQuery {
  if (query.list === undefined) return query
  const { status, holder, robot, hidesSnoozed } = ticketLists[query.list]
  const snoozed = query.snoozed ?? (hidesSnoozed ? ('none' as const) : undefined)
  return { ...query, status, showAll: holder === 'anyone', robot, snoozed }
}

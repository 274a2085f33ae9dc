import type { Viewer } from '../../../../core/scope'
import type { TicketStatus } from '../../../../shared/enums'
import { AppError } from '../../../../shared/errors'
import { can, mayShowAll } from '../../../../shared/permissions'
import type { TicketQuery } from '../model'

/** One range of the tickets index. A user's list is a merge of a few ranges. */
export interface TicketRange {
  status: TicketStatus
  /** All of the status, those of one queue, those without a queue, or those of one user (in one queue). */
  of: 'all' | { queueId: number } | 'noQueue' | { userId: number; inQueue?: number }
}

/** Returns the index ranges of a query that the user may see, by the rule of `seesTicket`. */
export function rangesOf(viewer: Viewer, query: TicketQuery): TicketRange[] {
  const { status } = query
  const queueIds = idsOf(query, 'queueIds')
  if (!status) return (['open', 'pending', 'closed'] as const).flatMap((each) => visibleRanges(viewer, each, queueIds))
  const mine = status === 'open' && !(query.showAll && mayShowAll(viewer))
  return mine ? heldRanges(viewer, status, queueIds) : visibleRanges(viewer, status, queueIds)
}

/** Returns the ranges of a status that the user may see, restricted to the queues of the query if it names any. */
function visibleRanges(viewer: Viewer, status: TicketStatus, queueFilter: number[] | null): TicketRange[] {
  const seesAll = can(viewer, 'ticket:seeAll')
  if (seesAll && !queueFilter) return [{ status, of: 'all' }]
  if (status !== 'pending' && !can(viewer, 'ticket:seeOthers')) return heldRanges(viewer, status, queueFilter)
  const queues = (queueFilter ?? viewer.queueIds).filter((id) => seesAll || viewer.queueIds.includes(id))
  const ranges: TicketRange[] = [...new Set(queues)].map((queueId) => ({ status, of: { queueId } }))
  if (!queueFilter && viewer.allTicket === 'enabled') ranges.push({ status, of: 'noQueue' })
  // A pending ticket has no user, so only other statuses have own tickets outside the user's queues.
  if (status === 'pending' || seesAll) return ranges
  return [...ranges, ...heldRanges(viewer, status, queueFilter?.filter((id) => !queues.includes(id)) ?? null)]
}

const heldRanges = ({ userId }: Viewer, status: TicketStatus, queueFilter: number[] | null): TicketRange[] =>
  queueFilter
    ? [...new Set(queueFilter)].map((inQueue) => ({ status, of: { userId, inQueue } }))
    : [{ status, of: { userId } }]

/**
 * Returns the ids of a query field, or null for no filter. @throws ERR_VALIDATION for text that is not a list of ids
 */
export function idsOf(query: TicketQuery, field: 'queueIds' | 'tags' | 'users' | 'whatsappIds'): number[] | null {
  const text = query[field]?.trim() ?? ''
  const list = (text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text).trim()
  if (list === '') return null
  const ids = list.split(',').map((id) => id.trim())
  if (!ids.every((id) => /^\d{1,15}$/.test(id))) throw new AppError('ERR_VALIDATION', { fields: [field] })
  return ids.map(Number)
}

import type { Hub } from '../../../core/http/hub'
import type { Ports } from '../../../core/ports'
import { Scope } from '../../../core/scope'
import type { CompanyId } from '../../../core/storage/schema'
import { seesTicket } from '../../../shared/permissions'
import { findTicketRow, toTicket } from '../../inbox/tickets/read'

/**
 * Publishes the users who have a ticket on screen, to each other. Users who may not see the ticket are left out.
 * A single viewer gets an event only after another one left.
 */
export async function publishViewers(
  { ports, hub }: { ports: Ports; hub: Hub },
  companyId: CompanyId,
  ticketId: number,
  isOpen: boolean,
) {
  const count = hub.looking(companyId, ticketId).length
  if (count === 0 || (isOpen && count === 1)) return
  const scope = Scope.for(ports, companyId, { system: 'presence' })
  const row = await findTicketRow(scope, ticketId)
  if (!row) return
  // read again after the await, because the latest event must be current
  const looking = hub.looking(companyId, ticketId)
  const people = looking.filter(({ viewer }) => seesTicket(viewer, row)).map(({ viewer }) => viewer)
  const viewers = [...new Map(people.map(({ userId, name }) => [userId, { id: userId, name }])).values()]
  const payload = { action: 'viewers', ticket: toTicket(scope, row), viewers } as const
  hub.publish(companyId, 'presence', payload, ({ chats }) => chats?.has(ticketId) ?? false)
}

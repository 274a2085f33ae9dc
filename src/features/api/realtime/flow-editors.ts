import type { Hub } from '../../../core/http/hub'
import type { CompanyId } from '../../../core/storage/schema'
import { can } from '../../../shared/permissions'

/**
 * Publishes the users who have a flow on screen, to each other. A single editor gets an event only after another one
 * left. Held by the sockets alone: a socket has one flow on screen, and a closed one has none.
 */
export function publishEditors(hub: Hub, companyId: CompanyId, flowId: number, isOpen: boolean) {
  const people = hub.present(companyId).filter((listener) => listener.flowId === flowId)
  const allowed = people.map(({ viewer }) => viewer).filter((viewer) => can(viewer, 'flow:edit'))
  if (people.length === 0 || (isOpen && people.length === 1)) return
  const editors = [...new Map(allowed.map(({ userId, name }) => [userId, { id: userId, name }])).values()]
  hub.publish(
    companyId,
    'flowEditors',
    { action: 'editors', flowId, editors },
    (listener) => listener.flowId === flowId,
  )
}

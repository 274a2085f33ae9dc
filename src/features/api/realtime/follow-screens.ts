import type { Hub, Listener } from '../../../core/http/hub'
import { log } from '../../../core/log'
import type { RemoteChange } from '../../../core/nodes/remote-sockets'
import type { Ports } from '../../../core/ports'
import type { Online } from '../../accounts/users/online'
import { publishEditors } from './flow-editors'
import { publishViewers } from './viewers'

/**
 * Publishes to the sockets of this process what has changed on a screen of another one: who has a ticket or a flow open.
 * A user whose last socket was there begins the time after which they are offline.
 */
export function followScreens(ports: Ports, hub: Hub, online: Online, { before, after }: RemoteChange) {
  const socket = after ?? before
  if (!socket) return
  const { companyId } = socket
  for (const [ticketId, isOpen] of changesOf(before?.chats, after?.chats))
    publishViewers({ ports, hub }, companyId, ticketId, isOpen).catch((err) =>
      log.error({ err }, 'the viewers of a ticket were not published'),
    )
  for (const [flowId, isOpen] of changesOf(flowsOf(before), flowsOf(after)))
    publishEditors(hub, companyId, flowId, isOpen)
  const { userId } = socket.viewer
  if (!after && !hub.present(companyId).some(({ viewer }) => viewer.userId === userId)) online.lost(companyId, userId)
}

const flowsOf = (listener: Listener | undefined) =>
  new Set(listener?.flowId === undefined || listener.flowId === null ? [] : [listener.flowId])

/** Ids that were added (true) or removed (false). */
function* changesOf(
  before: ReadonlySet<number> = new Set(),
  after: ReadonlySet<number> = new Set(),
): Iterable<[id: number, isAdded: boolean]> {
  for (const id of after) if (!before.has(id)) yield [id, true]
  for (const id of before) if (!after.has(id)) yield [id, false]
}

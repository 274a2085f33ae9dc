import type { Platform, Scope } from '../../../core/scope'
import { lockLivingNodes, setNodeState } from '../../../core/storage/node-rows'
import { AppError } from '../../../shared/errors'
import { recordAuditEntry } from '../../platform/audit/record'
import { listNodes } from './list'
import type { NodeChange, NodeList } from './model'

/**
 * Drains a node, which then hands its sessions over and takes no work, or receives it again (docs/adr/0146). The node
 * follows its row; the event only saves it the wait for its next heartbeat. Returns all nodes.
 * @throws ERR_NO_NODE_FOUND (404) for one that has ended or ends, ERR_LAST_NODE (409) when no other one takes work
 */
export async function changeNode(scope: Scope, outer: Platform, id: string, { state }: NodeChange): Promise<NodeList> {
  const { node, nodesChanged } = outer.ports
  if (!node.isShared) throw new AppError(id === node.id ? 'ERR_LAST_NODE' : 'ERR_NO_NODE_FOUND')
  await outer.transaction(async (platform) => {
    // The company's lock first: waiting for it with the nodes locked would stop their heartbeats.
    const living = await lockLivingNodes(platform.handle.inOrderOf(scope.companyId))
    const before = living.find((each) => each.id === id && each.state !== 'leaving')
    if (!before) throw new AppError('ERR_NO_NODE_FOUND')
    if (before.state === state) return
    const others = living.filter((each) => each.id !== id && each.state === 'serving')
    if (state === 'drained' && others.length === 0) throw new AppError('ERR_LAST_NODE')
    await setNodeState(platform.handle, id, state)
    await auditChange(scope, platform, before, { ...before, state })
  })
  nodesChanged()
  return listNodes(outer)
}

type NamedState = Awaited<ReturnType<typeof lockLivingNodes>>[number]

function auditChange(scope: Scope, platform: Platform, before: NamedState, after: NamedState) {
  const { viewer: actor, address } = scope
  return recordAuditEntry(
    { db: platform.tenant(scope.companyId), actor, address },
    { action: 'update', entity: 'node', entityId: null, name: before.name, before, after },
  )
}

import type { Services } from './app'
import type { JobLoop } from './core/jobs/loop'
import { Cluster } from './core/nodes/cluster'
import type { NodeFacts } from './core/nodes/lease-table'
import { Leases } from './core/nodes/leases'
import type { OwnNode } from './core/nodes/node-figures'
import type { NodeLines } from './core/nodes/node-lines'
import { followScreens } from './features/api/realtime/follow-screens'
import { ClusterWhatsApp } from './whatsapp/cluster/cluster-whatsapp'
import type { SessionsGiven } from './whatsapp/sessions'

/** Sessions of the installation, of which this process runs those whose leases it has. */
interface SharedSessions {
  node: NodeFacts
  leases: Leases
  whatsapp: ClusterWhatsApp
}

/** Facts of this process for the other ones. */
export const nodeFacts = ({ id, name, version, readFigures }: OwnNode): NodeFacts => ({
  ...{ id, name, version },
  get facts() {
    return JSON.stringify(readFigures())
  },
})

/** @param calls sends an item to the other processes; is called when this one has begun or ceased to run a session */
export function shareSessions(
  node: NodeFacts,
  lines: NodeLines,
  sessions: SessionsGiven,
  { send, onChange }: { send: Cluster['send']; onChange(): void },
): SharedSessions {
  const leases = new Leases(node, lines.leases)
  const whatsapp = new ClusterWhatsApp({ ...sessions, leases, bus: { node: node.id, send }, onChange })
  return { node, leases, whatsapp }
}

type Told = Pick<Services, 'hub' | 'auth' | 'online'> & { jobs: JobLoop }

/** Ties the process to the others of the installation. */
export function joinCluster(
  { wire }: NodeLines,
  { node, leases, whatsapp }: SharedSessions,
  { hub, jobs, auth, online }: Told,
): Cluster {
  return new Cluster(node, wire, leases, {
    hub,
    wakeJobs: jobs.wake,
    refreshRights: (companyId, userId) => void auth.refreshRights(companyId, userId),
    refreshAllRights: () => void auth.refreshAllRights(),
    sessions: whatsapp.busListener,
    onSocketChange: (change) => followScreens(auth.platform.ports, hub, online, change),
  })
}

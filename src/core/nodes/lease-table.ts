import type { Handle } from '../storage/db'
import type { CompanyId } from '../storage/schema'

/** A connection as the leases know it. */
export interface LeasedConnection {
  companyId: CompanyId
  whatsappId: number
}

/** Right of one node to run the session of a connection. */
export interface Lease extends LeasedConnection {
  /** Grows with each change of the holder, so that a former holder's writes are told from those of the present one. */
  token: number
}

/** A process as the others see it. */
export interface NodeFacts {
  /** Unlike that of any other process and of any earlier one. */
  id: string
  name: string
  version: string
  /** JSON for people who look at the nodes. */
  facts: string
}

/** Another living process, and the leases that it holds. */
export interface OtherNode {
  id: string
  held: number
  /** Time since its start in ms. */
  ageMs: number
  /** False for a node that was drained: it takes no sessions. */
  isServing: boolean
}

/** Answer to a renewal. */
export interface Renewal {
  /** Ids of the connections whose leases were renewed. */
  renewed: number[]
  /** Living nodes that do not leave. */
  others: OtherNode[]
  /** True when the provider has drained this node. */
  isDrained: boolean
  /** Time in ms by which this machine's clock is ahead of the database's. */
  aheadMs: number
  /** Number of connections that should connect. */
  wanted: number
  /** Own leases of connections that should not connect any more. */
  unwanted: number[]
}

/** Rows of nodes and leases. All times are those of the database's clock. */
export interface LeaseTable {
  /** Records that the node is alive and renews its leases, in one statement. */
  renew(node: NodeFacts, held: Lease[]): Promise<Renewal>
  /**
   * Takes missing or expired leases of connections that should connect, at most `most` and no more than the node's share
   * among the living nodes.
   */
  take(node: string, held: Lease[], most: number): Promise<Lease[]>
  /** Takes the lease of one connection; returns its holder if another node has it, null for an unknown connection. */
  claim(node: string, connection: LeasedConnection): Promise<Lease | { holder: string } | null>
  /** Node that has the lease of a connection now; null when it is free. */
  holderOf(connection: LeasedConnection): Promise<string | null>
  /** Ends leases. Their tokens stay, so that the next holder's is larger. */
  release(node: string, leases: Lease[]): Promise<void>
  /** Records that the node takes no more leases. */
  startLeaving(node: string): Promise<void>
  /** Removes the node. */
  remove(node: string): Promise<void>
  /** Keeps the lease from changing its holder until the transaction ends. Returns false if it has changed. */
  lock(tx: Handle, node: string, lease: Lease): Promise<boolean>
  close(): Promise<void>
}

import type { LeaseTable } from './lease-table'
import type { Wire } from './wire'

/** Connections of a process of several to what they share. */
export interface NodeLines {
  wire: Wire
  leases: LeaseTable
}

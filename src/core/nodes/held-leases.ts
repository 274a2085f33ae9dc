import { log } from '../log'
import type { Lease } from './lease-table'

/**
 * Time in ms from the start of the last renewal for which the holder acts. The lease ends in the database 5 s later at
 * the earliest (`ttlMs` of lease-rows.ts): by then the holder has stopped.
 */
const trustMs = 15_000

export interface HeldLease extends Lease {
  /** Time of the own clock until which this node acts. */
  trustedUntil: number
  /** Calls under way that need the lease. */
  users: number
  isLeaving: boolean
}

/** Leases that this process has taken, by connection, with the time until which it acts on each. */
export class HeldLeases {
  private readonly byConnection = new Map<number, HeldLease>()
  /** Called with a lease that is lost: its session stops at once. */
  onLost: (lease: Lease) => void = () => {}

  constructor(private readonly clock: () => number) {}

  get size(): number {
    return this.byConnection.size
  }

  get all(): HeldLease[] {
    return [...this.byConnection.values()]
  }

  find(whatsappId: number): HeldLease | undefined {
    return this.byConnection.get(whatsappId)
  }

  /** True while this node may act on exactly this lease. */
  isValid(lease: HeldLease): boolean {
    return this.has(lease) && this.isTrusted(lease)
  }

  has(lease: HeldLease): boolean {
    return this.byConnection.get(lease.whatsappId) === lease
  }

  isTrusted(lease: HeldLease): boolean {
    return this.clock() < lease.trustedUntil
  }

  /** @param start time of the own clock at which the lease was requested */
  add(lease: Lease, start: number): HeldLease {
    const held = { ...lease, trustedUntil: start + trustMs, users: 0, isLeaving: false }
    const before = this.byConnection.get(lease.whatsappId)
    if (before) this.drop(before)
    this.byConnection.set(lease.whatsappId, held)
    return held
  }

  /** Drops those of these leases that were not renewed. @param start time of the own clock at which the renewal began */
  applyRenewal(leases: HeldLease[], renewed: Set<number>, start: number) {
    for (const lease of leases) {
      if (!renewed.has(lease.whatsappId)) this.drop(lease)
      else lease.trustedUntil = Math.max(lease.trustedUntil, start + trustMs)
    }
  }

  /** Drops the leases that are no longer certain. */
  dropLapsed() {
    for (const lease of this.all) if (!this.isTrusted(lease)) this.drop(lease)
  }

  /** Forgets a lost lease and reports it. */
  drop(lease: HeldLease) {
    if (!this.has(lease)) return
    this.remove(lease)
    log.warn({ companyId: lease.companyId, whatsappId: lease.whatsappId }, 'the lease of a session was lost')
    this.onLost(lease)
  }

  /** Forgets a lease whose session has ended. */
  remove({ whatsappId }: HeldLease) {
    this.byConnection.delete(whatsappId)
  }
}

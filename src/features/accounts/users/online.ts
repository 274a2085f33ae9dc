import { log } from '../../../core/log'
import { RemoteSockets } from '../../../core/nodes/remote-sockets'
import type { Ports } from '../../../core/ports'
import { type Platform, Scope } from '../../../core/scope'
import type { CompanyId } from '../../../core/storage/schema'
import { enqueueDistributionTo } from '../../inbox/distribution/enqueue-work'
import { findUser } from './read'

/** Grace period in ms before a user without sockets is marked offline: covers a reload, a tunnel, another tab. */
const gracePeriod = 60_000
/** Minimum interval in ms between two updates of the stored `lastSeenAt`. */
const minUpdateInterval = 60_000

interface Presence {
  companyId: CompanyId
  userId: number
  sockets: number
  /** Time (ms) at which the last socket closed. */
  since: number
  /** The stored `lastSeenAt` (ms). */
  seenAt: number
}

/** Tracks which users have a browser connected. Counts sockets in memory; stores and publishes changes only. */
export class Online {
  private readonly people = new Map<number, Presence>()

  constructor(
    private readonly ports: Ports,
    private readonly clock: () => number = Date.now,
    /** Sockets of the other processes. */
    private readonly remote = new RemoteSockets(),
  ) {}

  /** Marks all users offline after a start, except those who are connected here or to another process. */
  resetAll(platform: Platform) {
    const here = [...this.people.keys(), ...this.remote.userIds()]
    return platform.transaction(({ db }) =>
      db.updateTable('users').set({ online: 0 }).where('online', '=', 1).where('id', 'not in', here).execute(),
    )
  }

  /** Counts a new socket of the user. */
  async connected(companyId: CompanyId, userId: number): Promise<void> {
    const presence = this.people.get(userId)
    if (presence) {
      presence.sockets++
      return
    }
    const at = this.clock()
    this.people.set(userId, { companyId, userId, sockets: 1, since: 0, seenAt: at })
    await this.store({ companyId, userId }, 1, at)
  }

  /** Updates `lastSeenAt`, so that it is right even after a crash. Not published. */
  async active(userId: number): Promise<void> {
    const presence = this.people.get(userId)
    const at = this.clock()
    if (!presence || at - presence.seenAt < minUpdateInterval) return
    presence.seenAt = at
    const scope = Scope.for(this.ports, presence.companyId, { system: 'online' })
    await scope
      .transaction(({ db }) =>
        db
          .update('users')
          .set({ lastSeenAt: new Date(at).toISOString() })
          .where('id', '=', userId)
          .execute(),
      )
      .catch((err) => log.error({ err, userId }, 'lastSeenAt was not stored'))
  }

  disconnected(userId: number) {
    const presence = this.people.get(userId)
    if (!presence) return
    presence.sockets--
    presence.since = this.clock()
  }

  /** Begins the grace period of a user whose sockets were those of a process that has ended. */
  lost(companyId: CompanyId, userId: number) {
    if (this.people.has(userId)) return
    const since = this.clock()
    this.people.set(userId, { companyId, userId, sockets: 0, since, seenAt: since })
  }

  /** Marks users offline whose grace period is over. */
  async sweep(): Promise<void> {
    for (const presence of [...this.people.values()]) {
      if (presence.sockets > 0 || this.clock() - presence.since < gracePeriod) continue
      this.people.delete(presence.userId)
      if (!this.isElsewhere(presence)) await this.store(presence, 0, presence.since)
    }
  }

  private isElsewhere({ companyId, userId }: Presence): boolean {
    return [...this.remote.of(companyId)].some(({ viewer }) => viewer.userId === userId)
  }

  private async store({ companyId, userId }: Pick<Presence, 'companyId' | 'userId'>, online: 0 | 1, at: number) {
    const scope = Scope.for(this.ports, companyId, { system: 'online' })
    const lastSeenAt = new Date(at).toISOString()
    await scope
      .transaction(async (scope) => {
        await scope.db.update('users').set({ online, lastSeenAt }).where('id', '=', userId).execute()
        const user = await findUser(scope.db, userId)
        if (!user) return
        scope.publish('user', { action: 'update', user })
        scope.publish('team', { action: 'update', userId, online: user.online, away: user.away })
        if (user.online) await enqueueDistributionTo(scope, userId)
      })
      .catch((err) => log.error({ err, userId }, 'the online state of a user was not stored'))
  }
}

import { log } from '../../core/log'
import { type Platform, Scope } from '../../core/scope'
import type { CompanyId } from '../../core/storage/schema'
import type { Ports } from '../../ports'
import { findUser } from './read'

/** How long nobody's browser may be connected before they count as gone: a reload, a tunnel, another tab. */
const patience = 60_000
/** What is stored of somebody who stays is as old as this, at most (ms), and what their browsers are silent for. */
const often = 60_000

interface Presence {
  companyId: CompanyId
  userId: number
  sockets: number
  /** When the last socket went. */
  since: number
  /** The `lastSeenAt` that is stored. */
  seenAt: number
}

/** Who of whom has a browser connected. Counted in memory, stored and told only when it changes. */
export class Online {
  private readonly people = new Map<number, Presence>()

  constructor(
    private readonly ports: Ports,
    private readonly clock: () => number = Date.now,
  ) {}

  /** After a start: nobody is connected but those who were quicker than this. */
  begin(platform: Platform) {
    const here = [...this.people.keys()]
    return platform.transaction(({ db }) =>
      db.updateTable('users').set({ online: 0 }).where('online', '=', 1).where('id', 'not in', here).execute(),
    )
  }

  /** A socket of the person's is there. */
  async come(companyId: CompanyId, userId: number): Promise<void> {
    const known = this.people.get(userId)
    if (known) {
      known.sockets++
      return
    }
    const at = this.clock()
    this.people.set(userId, { companyId, userId, sockets: 1, since: 0, seenAt: at })
    await this.store({ companyId, userId }, 1, at)
  }

  /** Their browser says so: kept, so that it is known even if the process ends without a word; told to nobody. */
  async seen(userId: number): Promise<void> {
    const known = this.people.get(userId)
    const at = this.clock()
    if (!known || at - known.seenAt < often) return
    known.seenAt = at
    const scope = Scope.for(this.ports, known.companyId, { system: 'online' })
    await scope
      .transaction(({ db }) =>
        db
          .update('users')
          .set({ lastSeenAt: new Date(at).toISOString() })
          .where('id', '=', userId)
          .execute(),
      )
      .catch((err) => log.error({ err, userId }, 'who was seen could not be stored'))
  }

  go(userId: number) {
    const known = this.people.get(userId)
    if (!known) return
    known.sockets--
    known.since = this.clock()
  }

  /** Forgets those who have been away long enough. */
  async sweep(): Promise<void> {
    for (const presence of [...this.people.values()]) {
      if (presence.sockets > 0 || this.clock() - presence.since < patience) continue
      this.people.delete(presence.userId)
      await this.store(presence, 0, presence.since)
    }
  }

  private async store({ companyId, userId }: Pick<Presence, 'companyId' | 'userId'>, online: 0 | 1, at: number) {
    const scope = Scope.for(this.ports, companyId, { system: 'online' })
    const lastSeenAt = new Date(at).toISOString()
    await scope
      .transaction(async (scope) => {
        await scope.db.update('users').set({ online, lastSeenAt }).where('id', '=', userId).execute()
        const user = await findUser(scope.db, userId)
        if (user) scope.publish('user', { action: 'update', user })
      })
      .catch((err) => log.error({ err, userId }, 'who is online could not be stored'))
  }
}

import type { GroupMetadata } from '@whiskeysockets/baileys'
import type { Bounded } from './caches'

/**
 * Cache of group metadata by connection and group. Two companies may be members of one group and must not see each
 * other's data. Concurrent calls share one query.
 */
export class Groups {
  private readonly queries = new Map<string, Promise<GroupMetadata | undefined>>()

  constructor(
    private readonly cache: Bounded,
    private readonly prefix: string,
    private readonly query: (jid: string) => Promise<GroupMetadata>,
  ) {}

  get(jid: string): Promise<GroupMetadata | undefined> {
    const known = this.cache.get<GroupMetadata>(`${this.prefix}/${jid}`)
    if (known) return Promise.resolve(known)
    const asked = this.queries.get(jid)
    if (asked) return asked
    const asking = this.ask(jid).finally(() => this.queries.delete(jid))
    this.queries.set(jid, asking)
    return asking
  }

  /** Removes a group that has changed; the next `get` queries it again. */
  forget(jid: string | undefined) {
    if (jid) this.cache.delete(`${this.prefix}/${jid}`)
  }

  private async ask(jid: string): Promise<GroupMetadata | undefined> {
    const metadata = await this.query(jid).catch(() => undefined)
    if (metadata) this.cache.set(`${this.prefix}/${jid}`, metadata)
    return metadata
  }
}

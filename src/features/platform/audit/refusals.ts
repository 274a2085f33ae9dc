import { log } from '../../../core/log'
import type { Platform } from '../../../core/scope'
import type { CompanyId } from '../../../core/storage/schema'
import { type AuditEntry, type Auditor, recordAuditEntry } from './record'

/** A refusal, by its person and kind: repetitions within a minute are one line. Those of an API key by the key, and its uses and reading tools also by their name. */
interface Refusal {
  companyId: CompanyId
  userId: number
  actor: Auditor['actor']
  address: string
  entry: Pick<AuditEntry, 'action' | 'entity' | 'entityId' | 'name'>
}

interface Burst extends Refusal {
  repeated: number
  endsAt: number
}

const minuteMs = 60_000
/**
 * Limits of what a script can cause: people and kinds in one minute, and lines of one company in one day. Lines about API
 * keys have a number of their own, so that programs leave room for refused logins.
 */
const maxBursts = 10_000
const maxLinesPerDay = 2000
const dayMs = 24 * 60 * minuteMs

/**
 * Writes refused logins and permissions, and uses of API keys, into the audit log: the first of a person and kind at
 * once, and the number of further ones when a minute has passed. The limits keep scripts and strangers from filling the disk.
 */
export class RefusalLog {
  private readonly bursts = new Map<string, Burst>()
  /** Lines of the day, by company and kind. */
  private readonly written = new Map<string, number>()
  private dayEndsAt = 0

  constructor(
    private readonly platform: Platform,
    private readonly now = Date.now,
  ) {}

  async note(refusal: Refusal) {
    const key = burstOf(refusal)
    const burst = this.bursts.get(key)
    if (burst) burst.repeated++
    else if (this.bursts.size < maxBursts) {
      this.bursts.set(key, { ...refusal, repeated: 0, endsAt: this.now() + minuteMs })
      await this.write(refusal)
    }
  }

  /** Writes the numbers of repetitions of the minutes that have passed; `all` also of those under way. */
  async sweep(all = false) {
    for (const [key, burst] of this.bursts) {
      if (!all && burst.endsAt > this.now()) continue
      this.bursts.delete(key)
      if (burst.repeated > 0) await this.write(burst, { repeated: burst.repeated })
    }
  }

  /** Writes a line of its own. Support visits have one for each refusal, because each request of theirs has one, too. */
  async write({ companyId, userId, actor, address, entry }: Refusal, after: object = {}) {
    if (this.now() >= this.dayEndsAt) {
      this.dayEndsAt = this.now() + dayMs
      this.written.clear()
    }
    if (entry.action === 'refuse')
      log.warn({ companyId, userId, address, what: entry.entity, ...after }, 'a login, permission or key was refused')
    const kind = isAboutKey(entry) ? 'keys' : 'people'
    const counter = `${companyId} ${kind}`
    const lines = (this.written.get(counter) ?? 0) + 1
    this.written.set(counter, lines)
    if (lines === maxLinesPerDay)
      log.warn({ companyId, kind, lines }, 'no more lines of this kind are logged today for the company')
    if (lines >= maxLinesPerDay) return
    await this.platform
      .transaction((platform) =>
        recordAuditEntry({ db: platform.tenant(companyId), actor, address }, { ...entry, after }),
      )
      .catch((err) => log.error({ err, companyId }, 'a refusal could not be logged'))
  }
}

const isAboutKey = ({ entity }: Refusal['entry']) => entity === 'apiKey'

/** Uses of keys, each kind of which has lines of its own: requests, and tools of the MCP server. */
const namedActions = ['ask', 'call']

/** Kind of a refusal. That of a key leaves the address out, so that strange addresses do not each make a line. */
function burstOf({ companyId, userId, entry }: Refusal): string {
  const use = isAboutKey(entry) ? `${entry.entityId} ${namedActions.includes(entry.action) ? entry.name : ''}` : ''
  return `${companyId} ${userId} ${entry.action} ${entry.entity} ${use}`
}

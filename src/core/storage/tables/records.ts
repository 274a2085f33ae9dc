import type { Generated } from 'kysely'
import type { ExportKind, ExportStatus } from '../../../shared/enums'
import type { Owned, Owner } from '../schema'

export type JobState = 'ready' | 'queued' | 'waiting' | 'running' | 'failed'

/** What is done later, what was done, and what was taken away. */
export interface RecordTables {
  jobs: {
    id: Generated<number>
    companyId: Owner
    name: string
    payload: string
    /** Jobs of one lane run one at a time, in the order of `runAt`, then id. */
    lane: string | null
    /** `queued`: behind the head of its lane. `waiting`: for `waitsFor`. `ready`: claimable from `runAt` on. */
    state: Generated<JobState>
    /** Jobs of one name and group share places: `wa:7` for a connection, empty for the company as a whole. */
    groupKey: Generated<string>
    /** Unique among the jobs of one company and name that are not running. */
    key: Generated<string | null>
    /** 1: its key was enqueued again or cancelled while it ran; this run is its last. */
    superseded: Generated<0 | 1>
    runAt: string
    /** The event without which it need not be looked at, such as `wa:7` for a connection that is not open. */
    waitsFor: string | null
    attempts: Generated<number>
    /** Runs that the end of the process cut short. */
    interrupted: Generated<number>
    lockedAt: string | null
    /** The process that runs it. */
    node: Generated<string | null>
    failedAt: string | null
    lastError: string | null
    createdAt: Generated<string>
  }
  /**
   * Groups that have a ready job and, as far as known, a free place. A claim takes the group with the oldest `readyAt`,
   * which then moves to the end: groups take turns (core/jobs/groups.ts).
   */
  ready_groups: {
    companyId: Owner
    name: string
    groupKey: string
    /** Not before this moment; for a group that was just served, the moment of that. */
    readyAt: string
  }
  /** Append-only, by triggers. */
  audit_log: {
    id: Generated<number>
    companyId: Owner
    at: string
    actorId: number | null
    actorName: string
    /** The client's address; empty when the process itself acted. */
    address: string
    action: string
    entity: string
    entityId: number | null
    name: string
    /** JSON of the fields that differ. */
    before: string
    after: string
  }
  /** A file with one contact's data or with the whole company's, for somebody to take away; gone within two days. */
  data_exports: Owned & {
    kind: ExportKind
    contactId: number | null
    userId: number | null
    userName: string
    status: ExportStatus
    /** The file, once it is made. */
    mediaId: string | null
    size: Generated<number>
  }
  /** What was forgotten of whom, when and by whom; append-only, by triggers. */
  erasures: {
    id: Generated<number>
    companyId: Owner
    at: string
    actorId: number | null
    actorName: string
    address: string
    reason: string
    /** The id they had. */
    contactId: number
    /** The keyed hash of their number: whoever asks again with it finds this proof, nobody finds the number. */
    subject: string
    /** JSON: how many rows of which kind, and bytes of files. */
    counts: string
    /** SHA-256 of all of this and of the proof before. */
    hash: string
  }
}

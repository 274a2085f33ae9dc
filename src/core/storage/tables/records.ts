import type { Generated } from 'kysely'
import type { ExportKind, ExportStatus } from '../../../shared/enums'
import type { Owned, Owner } from '../schema'

export type JobState = 'ready' | 'queued' | 'waiting' | 'running' | 'failed'

/** Jobs, audit log, data exports, erasures, keys. */
export interface RecordTables {
  /** One key per company, sealed by the root key; it seals the secrets of the company. */
  company_keys: { id: Generated<number>; companyId: Owner; sealed: Uint8Array; createdAt: string }
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
    /** 1: its key was enqueued again or cancelled during its run; it is not tried again. */
    superseded: Generated<0 | 1>
    runAt: string
    /** Event that makes the job ready, such as `wa:7` for the opening of connection 7. */
    waitsFor: string | null
    attempts: Generated<number>
    /** Number of runs interrupted by the end of the process. */
    interrupted: Generated<number>
    lockedAt: string | null
    /** Id of the process that runs it. */
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
    /** Time of its first ready job, or of its last claim: groups are served in this order, and not before this time. */
    readyAt: string
  }
  /** Append-only; triggers refuse other changes than emptying `name`, `before`, `after` and `salt`. */
  audit_log: {
    id: Generated<number>
    companyId: Owner
    at: string
    actorId: number | null
    actorName: string
    /** IP address of the client; empty for an action of the process itself. */
    address: string
    action: string
    entity: string
    entityId: number | null
    name: string
    /** JSON of the fields that changed. */
    before: string
    after: string
    /** Random; empty in lines without a chain, and after an erasure. */
    salt: Generated<string>
    /** SHA-256 of the salt and of what an erasure may empty. */
    payloadHash: Generated<string>
    /** SHA-256 of the rest, and of the line before. */
    hash: Generated<string>
  }
  /** First and last line of the chain of each company. */
  audit_chains: {
    id: Generated<number>
    companyId: Owner
    firstId: number
    lastId: number
    lines: number
    hash: string
  }
  /** Exports of one contact or of the company for download; deleted within two days. */
  data_exports: Owned & {
    kind: ExportKind
    contactId: number | null
    userId: number | null
    userName: string
    status: ExportStatus
    /** Exported file; null until the export is finished. */
    mediaId: string | null
    size: Generated<number>
  }
  /** Proofs of erased contacts; append-only, triggers refuse other changes. */
  erasures: {
    id: Generated<number>
    companyId: Owner
    at: string
    actorId: number | null
    actorName: string
    address: string
    reason: string
    /** Id of the deleted contact. */
    contactId: number
    /** Keyed hash of the number: finds the proof by the number, but does not reveal it. */
    subject: string
    /** JSON: number of deleted rows by kind, and bytes of files. */
    counts: string
    /** SHA-256 of this row's fields and of the previous proof. */
    hash: string
  }
}

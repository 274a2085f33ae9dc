import type { Generated } from 'kysely'
import type { Verdict } from '../../../shared/flow/compare'
import type { RunEnd, RunState } from '../../../shared/flow/run'
import type { Owned, Owner } from '../schema'

/** Flows: conversations that a company draws. */
export interface FlowTables {
  flows: Owned & {
    name: string
    /** Name for order, search and uniqueness: lower case, without accents. */
    searchText: string
    active: Generated<0 | 1>
    /** Last editor. */
    userId: number | null
    /** Content of the editor as JSON (shared/flow/read.ts); null until it is first saved. */
    draft: string | null
    draftAt: string | null
    /** Version that new runs use; null until the first publication. */
    versionId: number | null
  }
  /** Published contents; a row never changes. */
  flow_versions: {
    id: Generated<number>
    companyId: Owner
    flowId: number
    number: number
    content: string
    note: Generated<string>
    userId: number | null
    userName: string
    createdAt: Generated<string>
  }
  /** Files that the draft or a version of a flow names; `published`: a version does. */
  flow_media: { id: Generated<number>; companyId: Owner; flowId: number; mediaId: string; published: Generated<0 | 1> }
  /** Secrets of a flow's nodes; the content has marks in their place (shared/flow/secrets.ts). */
  flow_secrets: {
    id: Generated<number>
    companyId: Owner
    flowId: number
    sealed: Uint8Array | null
    /** Address for which the secret was typed. */
    address: Generated<string>
    /** A version names it. */
    published: Generated<0 | 1>
  }
  /** Contacts that the welcome flow of a connection has greeted. */
  flow_welcomes: {
    id: Generated<number>
    companyId: Owner
    contactId: number
    whatsappId: number
    at: Generated<string>
  }
  /** Phrases of customers that start a flow; `whatsappId` null for every connection. */
  flow_phrases: Owned & {
    name: string
    flowId: number
    whatsappId: number | null
    phrase: string
    /** Phrase for the comparison: lower case, without accents, single spaces. */
    searchText: string
    matching: Generated<'exact' | 'contains'>
    status: Generated<0 | 1>
  }
  /** Conversations of flows with customers (shared/flow/run.ts); at most one of a ticket has no end. */
  flow_runs: {
    id: Generated<number>
    companyId: Owner
    ticketId: number
    attendanceId: number
    flowId: number
    versionId: number
    state: RunState
    nodeId: string | null
    element: Generated<number>
    /** JSON of names and values. */
    variables: Generated<string>
    invalidAnswers: Generated<number>
    steps: Generated<number>
    end: RunEnd | null
    /** Newest message of the customer that the run has heard. */
    answeredId: Generated<number>
    /** Time at which a timer is due, or at which a silent customer ends the run. */
    wakeAt: string | null
    /** JSON state of the program that the current node talks through; null before it was first asked. */
    programState: string | null
    /** JSON answer of the program of which messages are yet to be sent. */
    programSays: string | null
    startedAt: Generated<string>
    endedAt: string | null
  }
  flow_run_log: {
    id: Generated<number>
    companyId: Owner
    runId: number
    nodeId: string
    outcome: string
    /** JSON of the values that a request gave; null for other lines, and for more than a line keeps. */
    variables: Generated<string | null>
    at: Generated<string>
  }
  /**
   * Messages that a run took as one answer, by their range of ids: after `afterId` up to `messageId`. The words stay in
   * `messages` alone.
   */
  flow_run_answers: {
    id: Generated<number>
    companyId: Owner
    runId: number
    afterId: number
    messageId: number
  }
  /** Drafts against past runs; kept for a day. */
  flow_replays: {
    id: Generated<number>
    companyId: Owner
    flowId: number
    userId: number | null
    userName: string
    /** Draft as it was at the start, as JSON. */
    content: string
    requestsSucceed: Generated<0 | 1>
    status: 'running' | 'done' | 'cancelled' | 'failed'
    total: number
    /** Number of runs by node and edge as JSON (shared/flow/compare.ts). */
    counts: string
    createdAt: Generated<string>
    endedAt: string | null
  }
  /** Past runs of a replay; without a verdict until the draft was taken through them. */
  flow_replay_runs: {
    id: Generated<number>
    companyId: Owner
    replayId: number
    runId: number
    verdict: Verdict | null
    end: RunEnd | null
    nodeId: string | null
    partedAt: string | null
    /** JSON: nodes and positions of answers that found no option; the words stay in `messages`. */
    misunderstood: Generated<string>
  }
  /** Test cases: conversations that must end in the same place. */
  flow_cases: Owned & {
    flowId: number
    name: string
    /** Person of whom the words are; null for a virtual customer. An erasure deletes the case. */
    contactId: number | null
    /** The conversation as JSON (shared/flow/recording.ts). */
    recording: string
    /** Expected end, and the end at the last check, as JSON; null before, and for a flow that takes too long. */
    ending: string
    result: string | null
    checkedAt: string | null
  }
}

import type { Generated } from 'kysely'
import type { ScheduleStatus } from '../../../shared/enums'
import type { Flag, Owned, Owner } from '../schema'

/** Prepared messages: quick messages, schedules, file lists. */
export interface TextTables {
  quick_messages: Owned & {
    /** Author; null after the user was deleted. */
    userId: number | null
    /** Without the slash. */
    shortcode: string
    /** Shortcode for order and uniqueness: lower case, without accents. */
    code: string
    message: string
    /** Shortcode and message for search: lower case, without accents. */
    searchText: string
    /** 1: for the whole company. */
    geral: Generated<Flag>
    status: Generated<Flag>
    mediaId: string | null
  }
  /** Messages to be sent once, at a given time. */
  schedules: Owned & {
    contactId: number
    /** Author; null after the user was deleted. */
    userId: number | null
    body: string
    /** Body for search: lower case, without accents. */
    searchText: string
    sendAt: string
    sentAt: string | null
    status: ScheduleStatus
    /** Reason it was not sent: a code of shared/errors.ts. */
    error: string | null
    /** 1: sent later than two minutes after `sendAt`. */
    late: Generated<Flag>
    /** Time since which it is due; null before. */
    claimedAt: string | null
    /** Time until which it waits for its place in the cold lane of the number; null when it does not. */
    waitUntil: Generated<string | null>
    /** Message it was sent as. */
    messageId: number | null
    mediaId: string | null
    /** JSON of the repetition, on the row of the next message only. */
    repeat: string | null
    /** 1: nothing is sent until a person resumes it. */
    paused: Generated<Flag>
  }
  /** Lists of files that are sent together, with a text. */
  file_lists: Owned & {
    name: string
    /** Name for order, search and uniqueness: lower case, without accents. */
    code: string
    message: string
  }
  file_options: {
    id: Generated<number>
    companyId: Owner
    fileListId: number
    position: number
    name: string
    mediaId: string | null
  }
}

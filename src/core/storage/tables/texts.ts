import type { Generated } from 'kysely'
import type { ScheduleStatus } from '../../../shared/enums'
import type { Flag, Owned, Owner } from '../schema'

/** What is prepared to be sent: at a word, on a day, together. */
export interface TextTables {
  quick_messages: Owned & {
    /** Whose it is; null once they are gone. */
    userId: number | null
    /** Without the slash. */
    shortcode: string
    /** The shortcode without accents, lower case: what order and uniqueness go by. */
    code: string
    message: string
    /** Shortcode and message without accents, lower case: what search compares. */
    folded: string
    /** For the whole company. */
    geral: Generated<Flag>
    status: Generated<Flag>
    mediaId: string | null
  }
  /** A message that leaves later, once. */
  schedules: Owned & {
    contactId: number
    /** Whose it is; null once they are gone. */
    userId: number | null
    body: string
    /** The body without accents, lower case: what search compares. */
    folded: string
    sendAt: string
    sentAt: string | null
    status: ScheduleStatus
    /** Why it was not sent: a code of shared/errors.ts. */
    error: string | null
    /** Sent, but well after its time. */
    late: Generated<Flag>
    /** Due since; null before its time. */
    claimedAt: string | null
    /** What it became. */
    messageId: number | null
    mediaId: string | null
  }
  /** Files that are sent together, with a text. */
  file_lists: Owned & {
    name: string
    /** The name without accents, lower case: what order, search and uniqueness go by. */
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

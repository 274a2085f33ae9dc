import type { Scope } from '../../../core/scope'
import type { MediaType } from '../../../shared/enums'
import type { TicketRow } from '../../inbox/tickets/read'
import type { NewDelivery } from '../../platform/deliveries/enqueue'
import type { PreparedFile } from '../../platform/media/prepare'

/** A message of the customer, as programs read it. */
export interface CustomerMessage {
  id: number
  body: string
  mediaType: MediaType
  mediaId: string | null
  /** UTC ISO time by WhatsApp's clock. */
  createdAt: string
}

/** Request to a program: the customer's messages since its last answer, oldest first. */
export interface ProgramRequest {
  programId: number
  ticket: TicketRow
  attendanceId: number
  messages: CustomerMessage[]
  /** State that the program gave with its last answer; null at the beginning of the session. */
  state: unknown
}

/** One message to the customer. */
export interface ProgramSay {
  text: string
  /** Time in ms during which the customer sees typing before the message. */
  delay?: number
  /** Stored file of which the text is the caption. */
  file?: PreparedFile
  /** Address of a file that is fetched and stored before the message is sent. */
  fileUrl?: string
  /** The program's voice is to speak the text; `asked` since its service was asked, which happens once. */
  voice?: 'wanted' | 'asked'
}

/**
 * How a session ends. `people`: agents answer; `failed`: agents answer, because the program could not; `closed`: the
 * ticket is closed.
 */
export type ProgramEnd = 'people' | 'failed' | 'closed'

export interface ProgramAnswer {
  /** Name shown to the company's users beside the messages. */
  speaker: string
  says: ProgramSay[]
  /** Stored as JSON for the next request. */
  state: unknown
  end?: ProgramEnd
  /** Queue in which the ticket waits from now on; a queue of the company. */
  queueId?: number
  /** User of the company who gets the ticket; only with the end `people`. */
  userId?: number
  /** Emoji on a message of the customer. */
  react?: { messageId: number; emoji: string }
  /** Requests to a program outside, stored together with the answer. */
  deliveries?: NewDelivery[]
}

/** A service that talks with customers in a session: a prompt or an integration. */
export interface Program {
  /**
   * True when a request may be repeated without an effect. When the customer wrote in the meantime, its answer is dropped
   * except for the state, and the request is repeated.
   */
  isRepeatable: boolean
  /** Asks the service, outside of any transaction. A thrown error counts as `failed`. */
  answer(scope: Scope, request: ProgramRequest): Promise<ProgramAnswer>
  /** Voice note of a text that wants a voice, or null to send the text. Never called inside a transaction. */
  speak?(scope: Scope, to: { programId: number; ticketId: number }, text: string): Promise<PreparedFile | null>
}

import type { Scope } from '../../../../core/scope'
import type { InboundMessage } from '../../../../whatsapp/received'
import type { ContactRow } from '../../../contacts/contacts/read'
import type { TicketRow } from '../../tickets/read'

/** State that the listeners of one batch share. */
export interface ReceivedBatch {
  /** Scope of the transaction that stores the batch. */
  scope: Scope
  whatsappId: number
  /** Tickets in which the robot asks the customer, so that agents are not notified. */
  askedByRobot: Set<number>
}

/** A received message, passed from listener to listener. */
export interface Received {
  item: InboundMessage
  contact: ContactRow
  /** True for a message that a customer wrote, outside of groups. */
  isCustomers: boolean
  /** Set by a listener that answers the customer; later ones then do not answer. */
  isAnswered: boolean
}

/** A received message with its ticket and its row. */
export interface StoredMessage extends Received {
  ticket: TicketRow
  id: number
}

/**
 * Functions of one feature for the messages of one batch. All are optional and run in the transaction that stores
 * the batch, so nothing on the network happens in them.
 */
export interface BatchListener {
  /**
   * Reads, with few queries for several messages, what `isConcerned` asks; a contact that is not stored yet has the id 0. Messages that concern no listener are stored
   * by sets (receive-set.ts).
   */
  prepare?(messages: readonly Received[]): Promise<void>
  /**
   * True when `take` or `beforeStored` may do something with the message: it is then received alone, at its place in the
   * order. A listener that has one of the two and not this function gets each message alone.
   */
  isConcerned?(message: Received): boolean
  /**
   * Looks at a customer's message before a ticket is looked for. True when the listener stored it itself: then no later
   * listener sees it.
   */
  take?(message: Received): Promise<boolean>
  /** Looks at a message that has its ticket, before it is stored. */
  beforeStored?(message: Received, ticket: TicketRow): Promise<void>
  /** Looks at a message after it was stored and published. */
  stored?(message: StoredMessage): Promise<void>
  /** Looks at a customer's message whose content has replaced a placeholder. */
  filled?(message: StoredMessage): Promise<void>
  /** Called when all messages of the batch are stored. */
  ended?(): Promise<void>
}

/** Creates a feature's listener for one batch; `src/receive-listeners.ts` lists all of them in order. */
export type ReceiveListener = (batch: ReceivedBatch) => BatchListener

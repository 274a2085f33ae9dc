import type { Generated } from 'kysely'
import type { ConnectionReason, ConnectionStatus } from '../../../shared/enums'
import type { Flag, Owned, Owner } from '../schema'

/** Connections, queues, and the stored state of WhatsApp sessions. */
export interface ConnectionTables {
  queues: Owned & {
    name: string
    color: string
    orderQueue: Generated<number>
    greetingMessage: Generated<string>
    outOfHoursMessage: Generated<string>
    /** JSON of `Hours` in shared/hours.ts; the empty text means the default hours. */
    schedules: Generated<string>
    holidays: Generated<string>
    promptId: number | null
    integrationId: number | null
  }
  /** Options of the menus sent to customers: a tree per queue; top-level options have no parent. */
  queue_options: Owned & {
    queueId: number
    parentId: number | null
    /** Text the customer sends to choose the option; unique in its menu. */
    option: string
    orderOption: number
    title: string
    message: Generated<string>
    /** Queue that a ticket enters after the option's message; null to wait in its queue. */
    nextQueueId: Generated<number | null>
    /** List of files sent after the message of an option without a menu. */
    fileListId: Generated<number | null>
  }
  connections: Owned & {
    name: string
    status: Generated<ConnectionStatus>
    /** Null while CONNECTED. */
    reason: Generated<ConnectionReason | null>
    /**
     * 1 while the connection should be connected: a user started it, and its link has not ended. The server's start
     * reads it.
     */
    shouldConnect: Generated<Flag>
    isDefault: Generated<Flag>
    number: string | null
    lid: string | null
    /** Codes for linking, encrypted (features/connections/link-codes.ts); empty while none is offered. */
    qrcode: Generated<string>
    pairingCode: Generated<string>
    retries: Generated<number>
    greetingMessage: Generated<string>
    complationMessage: Generated<string>
    outOfHoursMessage: Generated<string>
    connectedAt: string | null
    ratingMessage: Generated<string>
    expiresInactiveMessage: Generated<string>
    provider: Generated<string>
    /** All times in minutes; 0 means never. */
    expiresTicket: Generated<number>
    /** Minutes before that close at which a warning is sent; 0 means no warning. */
    expiresWarning: Generated<number>
    expiresWarningMessage: Generated<string>
    timeUseBotQueues: Generated<number>
    timeToTransfer: Generated<number>
    /** How many times the menu is sent in one attendance; 0 means no limit. */
    maxUseBotQueues: Generated<number>
    transferQueueId: number | null
    promptId: number | null
    integrationId: number | null
    flowIdWelcome: number | null
    flowIdNotPhrase: number | null
    /** JSON, as in `queues`. */
    schedules: Generated<string>
    holidays: Generated<string>
    /** Token of the messages API, as a hash for the lookup and encrypted for display to admins; null until created. */
    tokenHash: string | null
    tokenSealed: Uint8Array | null
  }
  /** Health of a connection; no row before its first value. */
  connection_health: {
    companyId: Owner
    whatsappId: number
    /** Time of the last change of its status. */
    stateAt: Generated<string>
    lastInAt: string | null
    lastOutAt: string | null
    /** JSON of `AccountLimits` in whatsapp/contract.ts. */
    limits: Generated<string>
  }
  /** Periods in which a linked number was not connected although it should have been. */
  connection_outages: {
    id: Generated<number>
    companyId: Owner
    whatsappId: number
    reason: ConnectionReason | null
    startedAt: string
    /** Null during the outage. */
    endedAt: string | null
    /** 1 after the admins were notified. */
    announced: Generated<Flag>
  }
  connection_queues: { companyId: Owner; whatsappId: number; queueId: number }
  /** Baileys' credentials, encrypted; one row per connection. */
  wa_creds: { companyId: Owner; whatsappId: number; creds: Uint8Array; updatedAt: Generated<string> }
  /** Signal key store, encrypted; one row per key (whatsapp-wire.md §9). */
  wa_keys: { companyId: Owner; whatsappId: number; type: string; keyId: string; value: Uint8Array }
  /**
   * Decrypted stanzas, committed together with the ratchet state; `storedAt` is set when their message is stored
   * (receive.md).
   */
  wa_inbox: {
    companyId: Owner
    whatsappId: number
    key: string
    waId: string
    part: number
    attrs: string
    hash: Uint8Array
    body: Uint8Array
    at: string
    storedAt: string | null
  }
}

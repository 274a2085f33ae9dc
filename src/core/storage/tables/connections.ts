import type { Generated } from 'kysely'
import type { AlertKind, ConnectionReason, ConnectionStatus, Distribution } from '../../../shared/enums'
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
    /** Targets in open minutes, 0 for none (features/inbox/targets). */
    answerMinutes: Generated<number>
    resolutionMinutes: Generated<number>
    nextAnswerMinutes: Generated<number>
    /** Rule by which waiting tickets are given to users, with the limit of open tickets per user; 0 for none. */
    distribution: Generated<Distribution>
    agentLimit: Generated<number>
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
    /** Codes for linking, encrypted (features/numbers/connections/link-codes.ts); empty while none is offered. */
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
  /**
   * Health of a number by hour; triggers keep the counts up to date. Messages and conversations count in the hour in
   * which they began here.
   */
  number_points: {
    companyId: Owner
    whatsappId: number
    /** First moment of the hour. */
    hour: string
    /** Messages of customers. */
    received: Generated<number>
    /** Messages from here that WhatsApp accepted; those typed on the phone do not count. */
    sent: Generated<number>
    failed: Generated<number>
    delivered: Generated<number>
    /** Conversations whose first message came from here, and those of them with an answer. */
    begun: Generated<number>
    answered: Generated<number>
    /** Time of the last refusal with 463. */
    refusedAt: Generated<string | null>
    /** Milliseconds from a message's departure to WhatsApp's ack. */
    ackCount: Generated<number>
    ackSumMs: Generated<number>
    ackMaxMs: Generated<number>
    /** Last values of the hour as WhatsApp reported them. */
    quotaUsed: Generated<number | null>
    quotaTotal: Generated<number | null>
    /** 1 if the number was under a time-lock in this hour. */
    locked: Generated<Flag>
  }
  /** Events of numbers of which admins were notified; `event` identifies the event, so that it has one alert. */
  number_alerts: {
    id: Generated<number>
    companyId: Owner
    whatsappId: number
    kind: AlertKind
    event: string
    since: string
    until: string | null
    createdAt: Generated<string>
  }
  /** Admins who want no alerts by e-mail. */
  alert_mails_off: { companyId: Owner; userId: number }
  /** Conversations begun here that have no answer yet; a trigger deletes the row with the first answer. */
  begun_chats: { companyId: Owner; ticketId: number; whatsappId: number; hour: string }
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
  /** Signal key store, encrypted; one row per key (docs/whatsapp.md, "Keys"). */
  wa_keys: { companyId: Owner; whatsappId: number; type: string; keyId: string; value: Uint8Array }
  /**
   * Decrypted stanzas, committed together with the ratchet state; `storedAt` is set when their message is stored
   * (docs/whatsapp.md, "Receiving").
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
  /**
   * Seconds after which messages of a chat disappear, by address of the chat; 0 after the timer was turned off. `at` is
   * WhatsApp's time of the message or setting that named it (docs/whatsapp.md, "Disappearing messages").
   */
  chat_timers: { companyId: Owner; whatsappId: number; address: string; seconds: number; at: string }
}

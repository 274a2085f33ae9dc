import type { Generated } from 'kysely'
import type { ConnectionReason, ConnectionStatus } from '../../../shared/enums'
import type { Flag, Owned, Owner } from '../schema'

/** Numbers, the queues they answer for, and what their WhatsApp sessions keep. */
export interface ConnectionTables {
  queues: Owned & {
    name: string
    color: string
    orderQueue: Generated<number>
    greetingMessage: Generated<string>
    outOfHoursMessage: Generated<string>
    /** JSON of `Hours` in shared/hours.ts; empty are the usual ones. */
    schedules: Generated<string>
    holidays: Generated<string>
    promptId: number | null
    integrationId: number | null
  }
  /** The menu a customer is led through: a tree below each queue, its roots without a parent. */
  queue_options: Owned & {
    queueId: number
    parentId: number | null
    /** What the customer writes to choose it; no two in one menu. */
    option: string
    orderOption: number
    title: string
    message: Generated<string>
  }
  connections: Owned & {
    name: string
    status: Generated<ConnectionStatus>
    /** Null while CONNECTED. */
    reason: Generated<ConnectionReason | null>
    /** True while somebody wants this number online: boot starts it, a refused login does not. */
    wanted: Generated<Flag>
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
    /** Minutes; 0 never closes, never is silent, never transfers. */
    expiresTicket: Generated<number>
    timeUseBotQueues: Generated<number>
    timeToTransfer: Generated<number>
    /** How often the menu is sent in one attendance; 0 without end. */
    maxUseBotQueues: Generated<number>
    transferQueueId: number | null
    promptId: number | null
    integrationId: number | null
    flowIdWelcome: number | null
    flowIdNotPhrase: number | null
    /** JSON, as a queue's. */
    schedules: Generated<string>
    holidays: Generated<string>
    /** Of the messages API: to be found by, and to be shown to an admin; null until somebody asks for one. */
    tokenHash: string | null
    tokenSealed: Uint8Array | null
  }
  /** How a number fares; a row as soon as there is something to say. */
  connection_health: {
    companyId: Owner
    whatsappId: number
    /** When its status became what it is. */
    stateAt: Generated<string>
    lastInAt: string | null
    lastOutAt: string | null
    /** JSON of `AccountLimits` in whatsapp/contract.ts. */
    limits: Generated<string>
  }
  /** Each time a linked number was not connected though somebody wanted it to be. */
  connection_outages: {
    id: Generated<number>
    companyId: Owner
    whatsappId: number
    reason: ConnectionReason | null
    startedAt: string
    /** Null while it lasts. */
    endedAt: string | null
    /** The admins know of it. */
    told: Generated<Flag>
  }
  connection_queues: { companyId: Owner; whatsappId: number; queueId: number }
  /** Baileys' credentials, sealed; one row per connection. */
  wa_creds: { companyId: Owner; whatsappId: number; creds: Uint8Array; updatedAt: Generated<string> }
  /** The Signal key store, sealed; one row per key (whatsapp-wire.md §9). */
  wa_keys: { companyId: Owner; whatsappId: number; type: string; keyId: string; value: Uint8Array }
  /** Decrypted stanzas, stored in the ratchet's own commit until they are messages (receive.md). */
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

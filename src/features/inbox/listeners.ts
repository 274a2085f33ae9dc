import type { Listener } from '../../core/listeners'
import type { AckUpdate } from '../../whatsapp/contract'
import type { PushBuilder } from '../platform/push/recipients'

/** Calls of `inbox` to the domains above it. All are called within a transaction, except `alertNotification`. */
declare module '../../core/listeners' {
  interface Listeners {
    /** A receipt of a message that may be a part of a campaign; true if it is one. */
    partAcked: Listener<[whatsappId: number, update: AckUpdate], boolean>
    /**
     * A message to a person without a conversation is about to leave. Counts it and returns null, or returns the time
     * until which the number waits before it writes to the next such person.
     */
    chatStarting: Listener<[whatsappId: number], string | null>
    /** Builder of the notification about an alert of a number. */
    alertNotification: Listener<[alertId: number], PushBuilder>
  }
}

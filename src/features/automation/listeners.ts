import type { Listener } from '../../core/listeners'

/** Calls of `automation` to the domains above it. */
declare module '../../core/listeners' {
  interface Listeners {
    /** Queues of a connection changed; called within the transaction. */
    connectionChanged: Listener<[whatsappId: number]>
  }
}

import type { Listener } from '../../core/listeners'

/** Calls of `numbers` to the domains above it. */
declare module '../../core/listeners' {
  interface Listeners {
    /** Before a connection is deleted, within the transaction. */
    connectionDeleting: Listener<[whatsappId: number]>
  }
}

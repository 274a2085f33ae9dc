import type { ReceiveListener } from './messages/receive/listener'

/** Services of the process that inbox needs. */
declare module '../../core/ports' {
  interface Ports {
    /** Features that look at each received message, in order. */
    receiveListeners: readonly ReceiveListener[]
  }
}

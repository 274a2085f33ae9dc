import type { Push } from './push/adapter'

/** Services of the process that all domains may use. */
declare module '../../core/ports' {
  interface Ports {
    /** Web push. Never call inside a transaction. */
    push: Push
  }
}

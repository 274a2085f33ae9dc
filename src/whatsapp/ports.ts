import type { WhatsApp } from './contract'

/** The port to WhatsApp. */
declare module '../core/ports' {
  interface Ports {
    /** WhatsApp. Never call inside a transaction. */
    whatsapp: WhatsApp
  }
}

/** Timeouts and intervals in ms; `handshakes` is a number. Tests use short ones. */
export interface Timing {
  keepAlive: number
  /**
   * Longest time without a frame before the session ends; Baileys alone notices a frozen network after 65 s or more.
   */
  silence: number
  connect: number
  /** From connecting to the first QR code of a number that is not linked. */
  qrWait: number
  /** Validity of each QR code; 0 for WhatsApp's (60 s, then 20 s each). */
  qrLife: number
  /** From connecting to `open` of a linked number. */
  openWait: number
  query: number
  /** From writing a message to WhatsApp's ack. */
  answer: number
  /** Upload of a file to one host, in addition to the time its size takes at 1 Mbit/s (outbound.ts). */
  upload: number
  /** From open, or a refusal with 463, to the query of the number's restrictions. */
  limits: number
  /** From one such query to the next. */
  limitsAgain: number
  /** Longest delay of a person's first messages while their LID is queried. */
  lidAnswer: number
  /** Reconnect delay after the first failure, and the longest one (`supervisor.ts`, `pause`). */
  backoffMin: number
  backoffMax: number
  /** From the server's last stanza to the termination of a socket that did not close. */
  closing: number
  /** From `end()` to the termination of a socket that did not close. */
  end: number
  /** Number of sockets that may connect at the same time, in the process. */
  handshakes: number
}

export const usualTiming: Timing = {
  keepAlive: 20_000,
  silence: 32_000,
  connect: 20_000,
  qrWait: 20_000,
  qrLife: 0,
  openWait: 60_000,
  query: 60_000,
  answer: 20_000,
  upload: 60_000,
  limits: 5_000,
  limitsAgain: 15 * 60_000,
  lidAnswer: 5_000,
  backoffMin: 2_000,
  backoffMax: 40_000,
  closing: 1_000,
  end: 2_000,
  handshakes: 5,
}

export interface WhatsAppOptions {
  /** Address of a server other than WhatsApp's own. */
  url?: string | null
  /** Root key of that server's certificate chain, 64 hexadecimal digits. */
  rootKey?: string | null
  /** PEM of an authority trusted for that server's media hosts, beside the usual ones. */
  ca?: string | null
  /** Version of WhatsApp Web to send, if Baileys' own is refused as too old. */
  version?: [number, number, number] | null
  timing?: Partial<Timing>
}

/** How long things may take, in milliseconds; `handshakes` is a count. Tests make them short. */
export interface Timing {
  keepAlive: number
  /** Without any frame for this long the network is taken for frozen (Baileys itself needs 65 s and more). */
  silence: number
  connect: number
  /** From connecting to the first QR code of a number to be linked. */
  qrWait: number
  /** How long each QR code lives; 0 for WhatsApp's own times (60 s, then 20 s each). */
  qrLife: number
  /** From connecting to `open` of a linked number. */
  openWait: number
  query: number
  /** From a message's leaving to WhatsApp's answer that it has it. */
  answer: number
  /** The upload of a file to one host, beside what its size takes on a slow line (outbound.ts). */
  upload: number
  /** From open to asking what WhatsApp holds back from the number. */
  limits: number
  /** How long the first messages of a person wait for WhatsApp to tell their LID. */
  lidAnswer: number
  backoffMin: number
  backoffMax: number
  /** What a socket gets to close by itself after the server said how it ends. */
  closing: number
  /** What `end()` of a socket may take before it is cut. */
  end: number
  /** Sockets between connecting and open, in the whole process. */
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
  lidAnswer: 5_000,
  backoffMin: 2_000,
  backoffMax: 40_000,
  closing: 1_000,
  end: 2_000,
  handshakes: 5,
}

export interface WhatsAppOptions {
  /** Address of another WhatsApp server than WhatsApp's own, and what it is trusted by. */
  url?: string | null
  /** 64 hexadecimal digits: the public key that the server's certificate chain must verify against. */
  rootKey?: string | null
  /** PEM text trusted for media of that server, beside the usual authorities. */
  ca?: string | null
  /** The WhatsApp Web version to claim, when the pinned one is refused as too old. */
  version?: [number, number, number] | null
  timing?: Partial<Timing>
}

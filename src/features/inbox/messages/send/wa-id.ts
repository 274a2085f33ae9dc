import { randomFillSync } from 'node:crypto'

/** Random bytes of one id. */
const idBytes = 9
/** Random bytes are drawn for many ids at once, because drawing costs more than an id. */
const drawn = Buffer.alloc(idBytes * 512)
let usedBytes = drawn.length

/**
 * Returns a new message id in the form of WhatsApp's own clients. Chosen before sending, so that a repeat is
 * recognised.
 */
export function newWaId(): string {
  if (usedBytes === drawn.length) {
    randomFillSync(drawn)
    usedBytes = 0
  }
  usedBytes += idBytes
  return `3EB0${drawn.toString('hex', usedBytes - idBytes, usedBytes).toUpperCase()}`
}

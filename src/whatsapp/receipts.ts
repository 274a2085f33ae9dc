import type { ReceiptNode } from './acks'

interface Emitter {
  listeners(event: string): unknown[]
  removeAllListeners(event: string): unknown
  on(event: string, listener: (node: ReceiptNode) => void): unknown
}
const receipt = 'CB:receipt'

/**
 * Gives Baileys a receipt only once `store` has resolved. Baileys confirms it to WhatsApp, which then forgets it; one
 * that cannot be stored stays unconfirmed and comes again on the next connection.
 */
export function storeBeforeConfirming(ws: Emitter, store: (node: ReceiptNode) => Promise<unknown>) {
  const confirm = ws.listeners(receipt) as ((node: ReceiptNode) => void)[]
  ws.removeAllListeners(receipt)
  ws.on(receipt, async (node) => {
    await store(node)
    for (const listener of confirm) listener(node)
  })
}

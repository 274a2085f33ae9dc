import type { EventEmitter } from 'node:events'

/**
 * Comes between a stanza and those who listen to it: `handle` decides when to `pass` it on, if ever. To be called
 * before other listeners are added, so that only Baileys' own one is held up.
 */
export function intercept<N>(ws: EventEmitter, event: string, handle: (node: N, pass: (node: N) => void) => void) {
  const listeners = ws.listeners(event) as ((node: N) => void)[]
  ws.removeAllListeners(event)
  const pass = (node: N) => {
    for (const listener of listeners) listener(node)
  }
  ws.on(event, (node: N) => handle(node, pass))
}
